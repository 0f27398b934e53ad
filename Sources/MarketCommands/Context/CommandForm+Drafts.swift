import CommandLanguage
import FullScreen
import MarketRender
import Messages
import SellerSession

/// The option of the commands whose forms keep drafts.
enum DraftOption {
  static let name = Option<Text?>(
    "draft", help: "continue a draft, which drafts lists", valueName: "name"
  ).offering(.draft)

  /// The draft that is named; one of another command is an error.
  ///
  /// - Parameter isOfChange: whether it is that of a change of a listing.
  static func draft(
    _ input: Input, isOfChange: Bool, in context: CommandContext
  ) throws -> Draft? {
    guard let name = input.value(of: name) ?? nil else { return nil }
    let draft = try DraftStore(context.market).draft(named: name.value)
    guard (draft.listing != nil) == isOfChange else { throw OtherDraft(draft: draft) }
    return draft
  }

  /// Carries out a command that a form has filled in, and removes the draft that it was.
  static func finishing(
    _ input: Input, isOfChange: Bool, in context: CommandContext,
    _ carryOut: () async throws -> Output
  ) async throws -> Output {
    guard let draft = try draft(input, isOfChange: isOfChange, in: context),
      !WriteTerms(input).isDry
    else {
      return try await carryOut()
    }
    do {
      let output = try await carryOut()
      try DraftStore(context.market).remove(draft.name)
      return output
    } catch {
      context.reportDraft(draft.command)
      throw error
    }
  }
}

/// A draft that another command continues.
struct OtherDraft: ReportedError {
  let draft: Draft

  func report(at market: MarketProfile?) -> ErrorReport {
    var report = ErrorReport(
      draft.listing.map { "\(quoted: draft.name) is the draft of a change of \($0.id) \($0.name)" }
        ?? "\(quoted: draft.name) is the draft of a new listing", at: "--draft")
    report.suggestions = [draft.command]
    return report
  }
}

extension CommandForm {
  /// Shows the form; what is not sent is kept as a draft.
  ///
  /// - Parameter kept: the draft that is continued.
  func complete(
    _ spec: CommandSpec, continuing kept: Draft?, of listing: Draft.Listing? = nil
  ) async throws -> CompletedInput {
    let store = try DraftStore(context.market)
    let values = values(from: kept)
    var form = self
    if kept != nil { form.title = "Draft: \(title)" }
    switch try await form.run(values) {
    case .left(let left):
      guard left != values || kept != nil, listing == nil || left != unchanged else {
        if let kept { try store.remove(kept.name) }
        try Task.checkCancellation()
        return .left(.reply(listing == nil ? "Nothing was added." : "Nothing was changed."))
      }
      let name = try store.save(portable(left, of: listing), as: kept?.name, of: listing)
      let again = try store.draft(named: name).command
      // Ctrl-C at a question, or the program is about to end.
      if Task.isCancelled {
        context.reportDraft(again)
        throw CancellationError()
      }
      return .left(.reply("Kept as a draft.", try: [again]))
    case .filled: return .left(.none)
    case .send(let values, let preview):
      // The draft stays if the market cannot be reached.
      let name = try store.save(portable(values, of: listing), as: kept?.name, of: listing)
      let filled = input(values, confirming: preview)
      context.remember(filled: spec.line(of: filled.omitting([DraftOption.name])))
      return .run(filled.setting(DraftOption.name, to: try Text(name)))
    }
  }

  /// The values as they are stored, with the photos where they are now; of a change, only what
  /// differs. An empty field is stored if the listing has a value.
  private func portable(_ values: FormValues, of listing: Draft.Listing?) -> [String: [String]] {
    var texts: [String: [String]] = [:]
    for field in fields where listing == nil || values[field.name] != unchanged[field.name] {
      guard listing != nil || !values[field.name].isEmpty else { continue }
      texts[field.name] = values[field.name].map {
        field.kind == .photos ? context.environment.absolute($0) : $0
      }
    }
    return texts
  }
}
