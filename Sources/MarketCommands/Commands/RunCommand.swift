/// `run FILE`: a batch of commands, one a line.
import CommandLanguage
import Foundation
import MarketRender

enum RunCommand: Command {
  static let file = Argument<FilePath>("file", help: "a file with one command a line")
  static let variables = Option<[Assignment]>(
    "var", help: "a variable for the file", takesSeveral: false)
  static let keepGoing = Flag("keep-going", help: "go on after a command that failed")

  static let spec = CommandSpec(
    "run", aliases: ["apply"], group: .batch, summary: "Run the commands in a file",
    discussion: """
      The whole file is read first, and nothing is done where a line is wrong. Then one command \
      after the other runs; it stops at the first that fails and says in which line.
      """,
    grammar: [file, variables, keepGoing],
    examples: ["run autumn.market", "run autumn.market --var SEASON=autumn --keep-going"])

  static func run(_ input: Input, in session: Session) async throws -> Output {
    let script = try script(input[file], in: session)
    let path = try Self.canonical(input[file], in: session)
    guard session.withState({ !$0.running.contains(path) }) else {
      throw SellerError.runsAlready(path: input[file].text)
    }
    session.withState { $0.running.append(path) }
    // A quit in the file ends the file, not the prompt that runs it.
    defer {
      session.withState { state in
        state.running.removeLast()
        state.isLeaving = false
      }
    }
    let before = session.variables
    for assignment in input[variables] { session.variables[assignment.name] = assignment.value }
    defer { session.variables = before }
    var runner = ScriptRunner(session: session)
    runner.keepsGoing = input[keepGoing]
    // A file that another file runs is one step of its bar.
    if session.withState({ $0.running.count }) == 1 {
      runner.onStep = { [activity = session.activity] index, _ in activity.update(done: index) }
    }
    let result = await session.activity.show(
      script.name, total: script.reduce(0) { count, _ in count + 1 }
    ) { [runner] in
      await runner.result(of: script)
    }
    let summary = summary(of: script, result)
    guard result.code == .done else { throw BatchFailure(result: result, summary: summary) }
    if result.done == 0 { return .message("There is no command in \(script.name).") }
    return .summary(summary)
  }

  /// The one name of a file, whatever way it was written.
  private static func canonical(_ path: FilePath, in session: Session) throws -> String {
    URL(filePath: try session.path(of: path)).resolvingSymlinksInPath().standardizedFileURL.path
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
    do throws(Script.Problem) {
      return try Script(name: path.text, data: data)
    } catch {
      throw SellerError.file(path: path.text, reason: ScriptText.words(error))
    }
  }

  private static func summary(of script: Script, _ result: ScriptResult) -> Summary {
    Summary(
      title: script.name,
      counts: [
        .init(result.done, "done", tone: .good), .init(result.failed, "failed", tone: .bad),
        .init(result.left, "not begun", key: "left"),
      ])
  }
}

/// A batch that did not end well; what went wrong has been told where it happened.
struct BatchFailure: Error {
  let result: ScriptResult
  let summary: Summary
}
