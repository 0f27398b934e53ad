import CommandLanguage
import Forms
import MarketRender
import MarketWire
import Messages
import SellerSession
import WritePlans

// The form for what is missing, and the drafts that it keeps.
extension AddCommand {
  static let draftName = Option<Text?>(
    "draft", help: "continue a draft, which drafts lists", valueName: "name")

  /// The currencies to choose from; others are written next to the price.
  static let currencies = ["KRW", "USD", "EUR", "JPY", "CNY", "GBP"]

  static func complete(
    _ input: Input, in context: CommandContext
  ) async throws -> CompletedInput? {
    guard !input.mentions(like) else { return nil }
    let store = try DraftStore(context.market)
    let kept = try (input.value(of: draftName) ?? nil).map { try store.draft(named: $0.value) }
    let form = try form(input, in: context)
    let values = form.values(over: FormValues(kept?.values ?? [:]))
    switch try await form.run(values) {
    case .left(let left):
      guard left != values || kept != nil else { return .left(.reply("Nothing was added.")) }
      let name = try store.save(form.portable(left), as: kept?.name)
      // The program may be about to end.
      try Task.checkCancellation()
      return .left(
        .reply("Kept as a draft.", try: ["add --draft \(Quoting.quote(name))"]))
    case .send(let values, let preview):
      // The draft stays if the market cannot be reached.
      let name = try store.save(form.portable(values), as: kept?.name)
      let filled = form.input(values, confirming: preview)
      context.note(filled: spec.line(of: filled.omitting([draftName])))
      return .run(filled.setting(draftName, to: try Text(name)))
    }
  }

  /// Adds the listing, and removes the draft that it was.
  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    if let folder = input[from] { return try await writeTable(of: folder, input, in: context) }
    guard let name = input[draftName]?.value, !WriteTerms(input).isDry else {
      return try await carryOut(input, in: context)
    }
    let store = try DraftStore(context.market)
    _ = try store.draft(named: name)
    do {
      let output = try await carryOut(input, in: context)
      try store.remove(name)
      return output
    } catch {
      let command = context.typedCommand.line("add --draft \(Quoting.quote(name))")
      context.console.report("What you typed is kept as a draft: \(command: command)")
      throw error
    }
  }

  private static func form(
    _ input: Input, in context: CommandContext
  ) throws -> CommandForm {
    let usual = try context.settings.settings().currency
    var form = CommandForm(
      title: "Add a listing at \(try context.market.place())", base: input,
      options: options(input, usual: usual, in: context),
      faults: { faults($0.omitting([images, ListingOptions.thumbnail]), in: context) },
      plan: { try await plan($0, in: context.withoutQuestions) }, context: context)
    form.initial = FormValues(["currency": [(usual ?? .krw).rawValue]])
    if let usual { form.unchanged = FormValues(["currency": [usual.rawValue]]) }
    return form
  }

  private static func options(
    _ input: Input, usual: Currency?, in context: CommandContext
  ) -> [FormOption] {
    let chosen = (input.value(of: ListingOptions.currency) ?? nil)?.currency
    let others = [usual, chosen].compactMap { $0?.rawValue }.filter { !currencies.contains($0) }
    var options = [
      FormOption(name, "name", limit: ListingLimits.nameLength, isRequired: true) { $0.value },
      FormOption(price, "price", isRequired: true) { $0.description },
      FormOption(
        optional: ListingOptions.currency, "currency", kind: .choice(others + currencies)),
    ]
    if !input.mentions(ListingOptions.descriptionFile) {
      options.append(
        FormOption(
          optional: ListingOptions.description, "description", kind: .text,
          limit: ListingLimits.descriptionLength, isRequired: true))
    }
    options.append(
      FormOption(
        photos: images, "photos", limit: ListingLimits.imageCount, files: context.files))
    options.append(FormOption(stock, "stock") { $0.description })
    if !input.mentions(ListingOptions.salePrice) {
      options.append(FormOption(optional: ListingOptions.discount, "discount"))
    }
    return options + [FormOption(optional: ref, "code")]
  }
}
