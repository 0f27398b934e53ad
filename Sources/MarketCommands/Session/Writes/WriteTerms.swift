/// On which terms a write is done: asked or not, sent or only shown, with which guards lifted.
import CommandLanguage
import MarketRender
import TerminalKit

/// What `--yes`, `--dry-run` and `--allow` of a command say; a batch hands its own on to it.
struct WriteTerms: Hashable, Sendable {
  /// Questions are answered with yes.
  var isAnswered = false
  /// Nothing is sent.
  var isDry = false
  var allowed: Set<Allowance> = []
}

/// The options that stand for them.
enum WriteOptions {
  static let yes = Flag("yes", short: "y", help: "do not ask")
  static let dryRun = Flag("dry-run", help: "show what would be sent, and send nothing").role(
    .dryRun)
  static let allow = Option<Listed<Allowance>?>(
    "allow", help: "changes that are asked about otherwise")
}

extension Session {
  /// The terms of the command.
  func terms(_ input: Input) -> WriteTerms {
    WriteTerms(
      isAnswered: input.value(of: WriteOptions.yes) ?? false,
      isDry: input.value(of: WriteOptions.dryRun) ?? false,
      allowed: Set((input.value(of: WriteOptions.allow) ?? nil)?.items ?? []))
  }

  /// Asks what has to be asked before something is sent. What may not have been meant is named and
  /// asked about even where `--yes` was said.
  ///
  /// - Parameters:
  ///   - question: what will be done, with the market and the account.
  ///   - count: how many listings it concerns.
  ///   - mustAsk: whether it is asked about although nothing is odd.
  ///   - typesCount: whether the count itself is the answer, even where it is 1.
  func agree(
    _ question: String, count: Int, mustAsk: Bool, typesCount: Bool = false,
    warnings: [ChangeWarning], on terms: WriteTerms
  ) async throws {
    let open = warnings.filter { !terms.allowed.contains($0.kind) }
    guard !open.isEmpty else {
      if mustAsk {
        try await confirm(
          question, count: count, typesCount: typesCount, isAnswered: terms.isAnswered)
      }
      return
    }
    guard canAsk else { throw SellerError.unlikely(open) }
    report("Please look twice:")
    let shown = ShortList.shown(of: open.count, most: SellerText.mostListed)
    for warning in open.prefix(shown) { report("  \(warning.text)") }
    if open.count > shown { report("  and \(open.count - shown) more") }
    try await confirm(question, count: count, typesCount: typesCount, isAnswered: false)
  }

  /// In a batch that is only told, an odd change is a fault where the batch itself could not ask.
  func refuseInDryRun(_ warnings: [ChangeWarning], _ terms: WriteTerms) throws(SellerError) {
    guard withState({ $0.dryRun != nil }), !canAsk else { return }
    let open = warnings.filter { !terms.allowed.contains($0.kind) }
    guard open.isEmpty else { throw .unlikely(open) }
  }

  /// What a dry run says of changes that would be asked about.
  func notes(on warnings: [ChangeWarning], _ terms: WriteTerms) -> [String] {
    warnings.map { warning in
      let kind = warning.kind
      return terms.allowed.contains(kind)
        ? "allowed: \(warning.text)"
        : "would be asked about, or needs --allow \(kind.rawValue): \(warning.text)"
    }
  }

  /// A question about the listings in use, with what it leaves alone.
  func question(_ doing: String, _ at: String, leaving others: String?) throws -> String {
    let question = "\(doing) \(at) \(try place())?"
    guard let others else { return question }
    return "Left alone: \(UntrustedText(others).line).\n" + question
  }
}
