import Base
import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import Messages
import SellerFiles
import SellerSession

enum HistorySaveCommand: Command {
  static let file = Argument<FilePath>("file", help: "the file to write")
  static let last = Option<Count?>(
    "last", help: "only this many lines, the newest; by default all of this prompt")
  static let yes = Flag("yes", short: "y", help: "overwrite an existing file")

  static let spec = CommandSpec(
    "history save", aliases: ["입력기록 저장"], group: .shell,
    summary: "Save the last commands as a script",
    discussion: """
      Lines that failed and those about the prompt itself are left out. A listing with a code is \
      named by its code; aliases, @last and @page are replaced by what they mean; variables that \
      the commands need are set at the top. Outside a prompt, all lines are saved, or as many as \
      --last says.
      """,
    effect: .writesFiles, traits: .isAboutPrompt, grammar: [file, last, yes],
    examples: ["history save autumn-2.market --last 20"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let path = try context.files.path(of: input[file])
    let name = input[file].text
    let own = context.core.history.ownNumbers
    var entries = try context.core.history.entries().filter {
      HistoryScript.includes($0, parser: context.shell.parser)
    }
    if let count = input[last]?.value {
      entries = entries.suffix(count)
    } else if context.scope.mode == .prompt {
      entries = entries.filter { own.contains($0.number) }
    }
    let script = try historyScript(in: context).script(of: entries)
    guard script.commandCount > 0 else {
      return .nothing(EmptyState(reason: "There are no commands to save.", try: "history"))
    }
    try NewFile.write(Array(script.text.utf8), to: path, named: name, replacing: input[yes])
    let saved = Message(
      count: script.commandCount, one: "Saved 1 command in \(name).",
      other: "Saved \(script.commandCount) commands in \(name).")
    let comments = Message(
      count: script.commentedCount, one: "1 line that cannot run in a script is a comment.",
      other: "\(script.commentedCount) lines that cannot run in a script are comments.")
    return .reply(
      .list(script.commentedCount > 0 ? [saved, comments] : [saved], .sentences),
      try: ["run \(input[file].written) --dry-run"])
  }

  private static func historyScript(in context: CommandContext) throws -> HistoryScript {
    let markets = try context.market.connections.markets()
    var codes: [String: [Int: String]] = [:]
    for profile in markets.profiles {
      let known = (try? context.market.notebook.codes(for: profile.notebookAccount)) ?? []
      codes[profile.url] = Dictionary(known.map { ($0.listing, $0.code) }) { first, _ in first }
    }
    return HistoryScript(
      parser: context.shell.parser, readingContext: context.settings.readingContext,
      variables: context.memory.variables, market: markets.defaultName, codes: codes)
  }
}
