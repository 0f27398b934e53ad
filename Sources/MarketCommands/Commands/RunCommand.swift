import Base
import CommandLanguage
import Digest
import Foundation
import MarketRender
import Messages
import SellerSession
import TerminalKit

enum RunCommand: Command {
  static let file = Argument<FilePath>(
    "file", help: "a file with one command per line; - reads standard input"
  ).role(.script)
  static let variables = Option<[Assignment]>(
    "var", help: "a variable for the file", takesSeveral: false)
  static let keepGoing = Flag("keep-going", help: "continue after a change or command that failed")
  static let jobs = Option<Count?>(
    "jobs", help: "changes sent at the same time; usually 4, at home 1", valueName: "N",
    check: Count.within(1...16))
  static let verbose = Flag("verbose", help: "show each change of a long file")
  static let resume = Flag("resume", help: "continue the file if it is unfinished")
  static let again = Flag("again", help: "run a file that was carried out once more")
  static let dryRun = Flag("dry-run", help: "show what each line would do, and send nothing").role(
    .dryRun)
  static let yes = Flag("yes", short: "y", help: "answer its questions with yes")
  static let allow = Option<CommaSeparated<Allowance>?>(
    "allow", help: "changes that need no confirmation, as for add and edit")

  static let spec = CommandSpec(
    "run", aliases: ["apply", "실행"], group: .batch, summary: "Run the commands in a file",
    discussion: """
      The whole file is checked first, with all photos: nothing is sent if a line is wrong. Then \
      its changes are made as one batch, which survives a lost connection and a closed window: \
      `resume` continues it, and nothing is made twice. The first failure stops the file. --yes, \
      --allow and --dry-run are passed to each command that has them.
      """,
    effect: .runsCommands, traits: .isNeverProposed,
    grammar: [file, variables, keepGoing, dryRun, yes, allow, jobs, verbose, resume, again],
    rules: [.atMostOne([resume, again])],
    examples: [
      "run autumn.market", "run autumn.market --dry-run",
      "run autumn.market --var SEASON=autumn --keep-going", "run - --yes",
    ])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let (path, script) = try await read(input[file], in: context)
    guard !context.scope.files.contains(path) else {
      throw SellerError.runsAlready(path: input[file].text)
    }
    let request = ScriptRequest(
      path: path, variables: input[variables], keepsGoing: input[keepGoing],
      jobs: input[jobs]?.value, isVerbose: input[verbose], resumes: input[resume],
      repeats: input[again], digest: digest(of: script, input[variables]),
      inherited: InheritedOptions(
        answersYes: input[yes], allowed: input[allow]?.items.map(\.rawValue) ?? [],
        isDryRun: input[dryRun]))
    return try await context.shell.run(script, request, in: context)
  }

  /// The canonical path of a file, and its commands.
  static func read(
    _ file: FilePath, in context: CommandContext
  ) async throws -> (path: String, Script) {
    if streams.contains(file.text) { return ("-", try await streamed(in: context)) }
    return (try Self.canonical(file, in: context), try await script(file, in: context))
  }

  /// Identifies what a file does.
  static func digest(of script: Script, _ variables: [Assignment] = []) -> String {
    let values = variables.map { "\($0.name)=\($0.value)" }.sorted()
    return Digest.hex(Digest.sha256((values + [script.text]).joined(separator: "\u{0}")))
  }

  /// The names of standard input.
  private static let streams = ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]

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
      throw .file(path: name, reason: error.message)
    }
  }

  private static func script(_ path: FilePath, in context: CommandContext) async throws -> Script {
    let file = try context.files.path(of: path)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else {
      let reason = context.files.reason("there is no such file", for: path.text)
      throw SellerError.file(path: path.text, reason: reason)
    }
    guard !isFolder.boolValue else {
      throw SellerError.file(path: path.text, reason: "it is a folder")
    }
    // `FileManager` cannot read a pipe, as in `run <(generate)`.
    let data = try await runOnNewThreadUntilCancelled {
      FileHandle(forReadingAtPath: file).flatMap { try? $0.readToEnd() ?? Data() }
    }
    guard let data else { throw SellerError.file(path: path.text, reason: "it cannot be read") }
    return try script(path.text, data)
  }
}
