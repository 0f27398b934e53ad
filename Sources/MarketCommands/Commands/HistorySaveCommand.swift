import CommandHistory
import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import Messages
import Notebook
import SellerSession

enum HistorySaveCommand: Command {
  static let file = Argument<FilePath>("file", help: "the file to write")
  static let last = Option<Count?>(
    "last", help: "so many lines, the newest; all of this prompt otherwise")
  static let yes = Flag("yes", short: "y", help: "write over a file that is there")

  static let spec = CommandSpec(
    "history save", group: .shell, summary: "Write the last commands into a file that runs",
    discussion: """
      Lines that failed are left out, and so are those that are about the prompt itself. A listing \
      with a code is named by it; aliases, @last and @page are written out; variables that the \
      commands need stand at the top. Outside a prompt all lines are taken unless --last says how \
      many.
      """,
    effect: .writesFiles, traits: .isAboutPrompt, grammar: [file, last, yes],
    examples: ["history save autumn-2.market --last 20"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let path = try context.files.path(of: input[file])
    let name = input[file].text
    let own = context.session.history.ownNumbers
    var entries = try context.session.history.entries().filter {
      HistoryScript.includes($0, parser: CommandRegistry.parser)
    }
    if let count = input[last]?.value {
      entries = entries.suffix(count)
    } else if context.scope.mode == .prompt {
      entries = entries.filter { own.contains($0.number) }
    }
    let script = HistoryScript(try scriptContext(context)).script(of: entries)
    guard script.commandCount > 0 else {
      return .nothing(
        EmptyState(reason: "Nothing was done that a file could hold.", try: "history"))
    }
    try write(script.text, to: path, named: name, replacing: input[yes])
    let counted = script.commandCount == 1 ? "1 command" : "\(script.commandCount) commands"
    let left =
      script.commentedCount > 0
      ? " \(script.commentedCount) that cannot run there are comments." : ""
    return .reply(
      "Wrote \(counted) to \(name).\(left)", try: ["run \(input[file].written) --dry-run"])
  }

  private static func scriptContext(_ context: CommandContext) throws -> HistoryScript.Context {
    let markets = try context.connections.markets()
    var codes: [String: [Int: String]] = [:]
    for profile in markets.profiles {
      let known = (try? context.session.notebook.codes(for: profile.notebookAccount)) ?? []
      codes[profile.url] = Dictionary(known.map { ($0.listing, $0.code) }) { first, _ in first }
    }
    return HistoryScript.Context(
      parser: CommandRegistry.parser, readingContext: context.settings.readingContext,
      variables: context.memory.variables, marketNames: Set(markets.profiles.map(\.name)),
      startMarket: markets.defaultName, codes: codes)
  }

  /// Writes the file. An existing file is not replaced unless the seller allows it.
  private static func write(
    _ text: String, to path: String, named name: String, replacing: Bool
  ) throws(SellerError) {
    do {
      let options: Data.WritingOptions = replacing ? .atomic : .withoutOverwriting
      try Data(text.utf8).write(to: URL(filePath: path), options: options)
    } catch CocoaError.fileWriteFileExists {
      throw .file(path: name, reason: "it is there already; --yes writes over it")
    } catch {
      throw .file(path: name, reason: "it cannot be written: \(error.localizedDescription)")
    }
  }
}
