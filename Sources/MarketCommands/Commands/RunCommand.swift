/// `run FILE`: a batch of commands, one a line.
import CommandLanguage
import Foundation
import MarketRender
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
  static let allow = Option<Listed<Allowance>?>(
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

  static func run(_ input: Input, in session: Session) async throws -> Output {
    let isStream = input[file].text == "-"
    let path = isStream ? "-" : try Self.canonical(input[file], in: session)
    guard session.withState({ !$0.running.contains(path) }) else {
      throw SellerError.runsAlready(path: input[file].text)
    }
    let script =
      isStream ? try await streamed(in: session) : try script(input[file], in: session)
    let before = begin(path, input, in: session)
    defer { end(before, in: session) }
    for assignment in input[variables] { session.variables[assignment.name] = assignment.value }
    if !input[dryRun], !input[keepGoing] { try check(script, in: session) }
    var runner = ScriptRunner(session: session)
    runner.keepsGoing = input[keepGoing]
    runner.handed = InheritedOptions(
      answersYes: input[yes], allowed: input[allow]?.items.map(\.rawValue) ?? [],
      isDryRun: input[dryRun])
    // A file that another file runs is one step of its bar.
    if session.withState({ $0.running.count }) == 1 {
      runner.onStep = { [activity = session.activity] index, _ in activity.update(done: index) }
    }
    let result = await session.activity.show(
      script.name, total: script.reduce(0) { count, _ in count + 1 }
    ) { [runner] in
      await runner.result(of: script)
    }
    let summary = summary(of: script, result, isDryRun: input[dryRun])
    guard result.code == .done else { throw BatchFailure(result: result, summary: summary) }
    if result.done == 0 { return .message("There is no command in \(script.name).") }
    return .summary(summary)
  }

  /// Tells what the file would stumble over, so that it is not left half done.
  private static func check(_ script: Script, in session: Session) throws {
    var check = ScriptCheck(session: session)
    let faults = check.faults(in: script)
    guard !faults.isEmpty else { return }
    let shown = ShortList.shown(of: faults.count, most: SellerText.mostListed)
    let interpreter = Interpreter(session: session)
    var result = ScriptResult()
    for fault in faults.prefix(shown) {
      let code = interpreter.report(fault.error, words: fault.words, source: fault.tokens) {
        script.address(of: $0 ?? fault.tokens.place)
      }
      if result.code == .done { result.code = code }
    }
    if faults.count > shown { session.report("and \(faults.count - shown) more") }
    throw BatchFailure(result: result, summary: summary(of: script, result, isDryRun: false))
  }

  /// What the file may change and what is as before when it has ended.
  private struct Before {
    var variables: Variables
    var dryRun: DryRun?
    var market: String?
  }

  private static func begin(_ path: String, _ input: Input, in session: Session) -> Before {
    let variables = session.variables
    let isDry = input[dryRun]
    return session.withState { state in
      state.running.append(path)
      let before = Before(
        variables: variables, dryRun: state.dryRun, market: state.currentName)
      // A file in a file goes on with what is known of the lines before it.
      if isDry, state.dryRun == nil { state.dryRun = DryRun() }
      return before
    }
  }

  private static func end(_ before: Before, in session: Session) {
    session.variables = before.variables
    session.withState { state in
      state.running.removeLast()
      // A quit in the file ends the file, not the prompt that runs it.
      state.isLeaving = false
      guard before.dryRun == nil, state.dryRun != nil else { return }
      state.currentName = before.market
      state.dryRun = nil
    }
  }

  /// The one name of a file, whatever way it was written.
  private static func canonical(_ path: FilePath, in session: Session) throws -> String {
    URL(filePath: try session.path(of: path)).resolvingSymlinksInPath().standardizedFileURL.path
  }

  /// The commands that another program writes.
  private static func streamed(in session: Session) async throws -> Script {
    let name = "stdin"
    guard !session.environment.terminal.isInteractive(.input) else {
      throw SellerError.file(
        path: name, reason: "it is the keyboard; commands can be typed without run")
    }
    guard let data = await session.environment.readInput() else {
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

  private static func script(_ path: FilePath, in session: Session) throws -> Script {
    let file = try session.path(of: path)
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

  private static func summary(
    of script: Script, _ result: ScriptResult, isDryRun: Bool
  ) -> Summary {
    Summary(
      title: script.name,
      counts: [
        .init(
          result.done, isDryRun ? "as above, nothing sent" : "done", key: "done", tone: .good),
        .init(result.failed, "failed", tone: .bad),
        .init(result.stopped, "stopped", tone: .bad),
        .init(result.left, "not begun", key: "left"),
      ])
  }
}

/// A batch that did not end well; what went wrong has been told where it happened.
struct BatchFailure: Error {
  let result: ScriptResult
  let summary: Summary
}
