import CommandLanguage
import Foundation
import MarketRender
import Messages
import SellerSession
import TerminalKit

enum RunCommand: Command {
  static let file = Argument<FilePath>(
    "file", help: "a file with one command a line; - reads standard input"
  ).role(.script)
  static let variables = Option<[Assignment]>(
    "var", help: "a variable for the file", takesSeveral: false)
  static let keepGoing = Flag("keep-going", help: "go on after a command that failed")
  static let dryRun = Flag("dry-run", help: "tell each line as it would be, and send nothing").role(
    .dryRun)
  static let yes = Flag("yes", short: "y", help: "answer yes to what its commands ask")
  static let allow = Option<CommaSeparated<Allowance>?>(
    "allow", help: "what its commands may do without asking, as add and edit take it")

  static let spec = CommandSpec(
    "run", aliases: ["apply"], group: .batch, summary: "Run the commands in a file",
    discussion: """
      The whole file is read first, and nothing is done where a line is wrong, or names a photo or \
      a code that is not there. Then one command after the other runs; it stops at the first that \
      fails and says in which line. --yes, --allow and --dry-run are handed to each command in it \
      that knows them.
      """,
    effect: .runsCommands, traits: .isNeverProposed,
    grammar: [file, variables, keepGoing, dryRun, yes, allow],
    examples: [
      "run autumn.market", "run autumn.market --dry-run",
      "run autumn.market --var SEASON=autumn --keep-going", "run - --yes",
    ])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let isStream = input[file].text == "-"
    let path = isStream ? "-" : try Self.canonical(input[file], in: context)
    guard !context.scope.files.contains(path) else {
      throw SellerError.runsAlready(path: input[file].text)
    }
    let script =
      isStream ? try await streamed(in: context) : try script(input[file], in: context)
    let request = ScriptRequest(
      path: path, variables: input[variables], keepsGoing: input[keepGoing],
      inherited: InheritedOptions(
        answersYes: input[yes], allowed: input[allow]?.items.map(\.rawValue) ?? [],
        isDryRun: input[dryRun]))
    return try await context.shell.run(script, request, in: context)
  }

  /// Returns the canonical path of a file, however it was typed.
  private static func canonical(_ path: FilePath, in context: CommandContext) throws -> String {
    URL(filePath: try context.files.path(of: path)).resolvingSymlinksInPath().standardizedFileURL
      .path
  }

  /// Reads the commands from standard input.
  private static func streamed(in context: CommandContext) async throws -> Script {
    let name = "stdin"
    guard !context.environment.terminal.isInteractive(.input) else {
      throw SellerError.file(
        path: name, reason: "it is the keyboard; commands can be typed without run")
    }
    guard let data = await context.environment.readInput() else {
      throw SellerError.file(path: name, reason: "it cannot be read")
    }
    return try script(name, data)
  }

  private static func script(_ name: String, _ data: Data) throws(SellerError) -> Script {
    do throws(Script.Problem) {
      return try Script(name: name, data: data)
    } catch {
      throw .file(path: name, reason: ScriptText.words(error))
    }
  }

  private static func script(_ path: FilePath, in context: CommandContext) throws -> Script {
    let file = try context.files.path(of: path)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else {
      throw SellerError.file(path: path.text, reason: "there is no such file")
    }
    guard !isFolder.boolValue else {
      throw SellerError.file(path: path.text, reason: "it is a folder")
    }
    guard let data = FileManager.default.contents(atPath: file) else {
      throw SellerError.file(path: path.text, reason: "it cannot be read")
    }
    return try script(path.text, data)
  }
}
