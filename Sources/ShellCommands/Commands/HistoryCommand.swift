import CommandLanguage
import Formatting
import MarketRender
import MarketWire
import Messages
import SellerFiles
import SellerSession
import TerminalKit

enum HistoryCommand: Command {
  static let words = Argument<[Text]>(
    "text", help: "part of a line, ignoring case; several words are one text")
  static let last = Option<Count?>("last", help: "only this many, the newest")

  static let spec = CommandSpec(
    "history", aliases: ["입력기록"], group: .shell, summary: "List the lines entered at the prompt",
    discussion: """
      The newest line comes last. Each line is listed once, whichever shell it was entered in. A \
      line that begins with a space, or that may contain a secret, is never saved. code is the \
      exit code of a line that failed.
      """,
    traits: .isAboutPrompt, fields: ["number", "time", "market", "code", "line"],
    grammar: [words, last], examples: ["history", "history mug", "history --last 20"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let text = input[words].map(\.value).joined(separator: " ")
    let found = try entries(holding: text, in: context)
    let shown = input[last].map { found.suffix($0.value) } ?? found[...]
    let age = DateText(now: context.environment.now(), timeZone: context.environment.timeZone)
    let emptyState =
      text.isEmpty
      ? EmptyState(reason: "The history is empty.")
      : EmptyState(reason: "No line of the history contains \"\(text)\".", try: "history")
    return .table(
      PlainTable(
        columns: [
          .init("number", title: "number", alignment: .trailing),
          .init("time", title: "time", dropOrder: 1),
          .init("market", title: "market", dropOrder: 0),
          .init("code", title: "exit code", alignment: .trailing, dropOrder: 2),
          .init("line", title: "line"),
        ],
        rows: shown.map { row($0, age) }, emptyState: emptyState))
  }

  /// Returns the entries whose lines contain a text, each line once.
  static func entries(holding text: String, in context: CommandContext) throws -> [HistoryEntry] {
    let wanted = Folding.folded(text)
    return try context.core.history.entries().deduplicated().filter {
      text.isEmpty || Folding.isSubstring(wanted, of: Folding.folded($0.line))
    }
  }

  private static func row(_ entry: HistoryEntry, _ age: DateText) -> [Cell] {
    let code = entry.outcome?.code
    return [
      .integer(entry.number),
      Cell(.string(entry.time.exactText), display: age.since(moment: entry.time)),
      .text(entry.market.name),
      Cell(
        code.map { .integer(Int($0)) } ?? .null,
        display: code.flatMap { $0 == 0 ? nil : "\(Int($0))" } ?? ""),
      Cell(.string(entry.line), display: "\(entry.line.replacing("\n", with: " ⏎ "))"),
    ]
  }
}
