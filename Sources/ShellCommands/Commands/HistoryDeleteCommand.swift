import CommandLanguage
import MarketRender
import MarketWire
import Messages
import SellerFiles
import SellerSession

enum HistoryDeleteCommand: Command {
  static let lines = Argument<[Text]>(
    "line", help: "the number of a line, or part of lines in quotes", isRequired: true)
  static let yes = Flag("yes", short: "y", help: "do not ask for confirmation")

  static let spec = CommandSpec(
    "history delete", aliases: ["입력기록 삭제"], group: .shell, summary: "Delete lines from the history",
    discussion: """
      A number is that of history; a text is part of the lines, ignoring case. If a line was \
      entered several times, all of its entries are deleted. Several lines need confirmation.
      """,
    effect: .changesShell, traits: [.isAboutPrompt, .isNeverProposed], grammar: [lines, yes],
    examples: ["history delete mug --yes"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    var found: [String] = []
    for text in input[lines].map(\.value) {
      let lines = try lines(matching: text, in: context)
      found += lines.filter { !found.contains($0) }
    }
    let isMany = found.count > 1
    if isMany {
      if !input[yes] {
        guard context.console.canAsk else {
          throw SellerError.needsConfirmation(command: "history delete")
        }
        for line in found.prefix(ShortList.usual) { context.console.report("  \(line)") }
        if found.count > ShortList.usual {
          context.console.report("  and \(found.count - ShortList.usual) more")
        }
      }
      try await context.console.confirm(
        "Delete \(found.count) lines from the history?", count: found.count,
        isAnswered: input[yes])
    }
    let deleted = Set(found)
    try context.core.history.remove { deleted.contains($0.line) }
    return .reply(isMany ? "Deleted \(found.count) lines." : "Deleted: \(command: found[0])")
  }

  /// - Throws: An error if no line matches.
  private static func lines(matching text: String, in context: CommandContext) throws -> [String] {
    if let number = Int(text),
      let entry = try context.core.history.entries().last(where: { $0.number == number })
    {
      return [entry.line]
    }
    let found = try HistoryCommand.entries(holding: text, in: context).map(\.line)
    guard !found.isEmpty else { throw SellerError.notInHistory(text) }
    return found
  }
}
