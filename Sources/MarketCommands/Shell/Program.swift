/// What the arguments of the process ask for: one command, a script, or the prompt.
import CommandLanguage
import Foundation
import TerminalKit

/// The program, apart from the live world.
public struct Program: Sendable {
  private let environment: Environment

  public init(environment: Environment) {
    self.environment = environment
  }

  /// Runs and answers the exit code.
  ///
  /// - Parameter arguments: those of the process without its own name. Each is one word, taken as
  ///   it is; `-c TEXT` gives a script in the language. Without a command it is the prompt where
  ///   standard input is a terminal, and a script from standard input elsewhere.
  public func run(_ arguments: [String]) async -> ExitCode {
    let script = Session(environment: environment, mode: .script)
    let interpreter = Interpreter(session: script)
    if let split = splitAtScript(arguments, interpreter) {
      return await runText(split.text, after: split.before, interpreter)
    }
    let words = Word.words(arguments: arguments)
    let parsed = interpreter.parse(words)
    let options = ProcessOptions(parsed.process)
    let hasCommand = parsed.spec != nil || options.isAnsweredAlone || !parsed.problems.isEmpty
    if hasCommand { return await interpreter.run(words) }
    guard environment.terminal.isInteractive(.input) else {
      return await runInput(options, interpreter)
    }
    return await runPrompt(options)
  }

  /// `-c TEXT`, with what stands before it; nil where there is none.
  private func splitAtScript(
    _ arguments: [String], _ interpreter: Interpreter
  ) -> (before: [String], text: [String])? {
    guard let index = arguments.firstIndex(of: "-c") else { return nil }
    let before = Array(arguments[..<index])
    guard interpreter.parse(Word.words(arguments: before)).spec == nil else { return nil }
    return (before, Array(arguments[(index + 1)...]))
  }

  private func runText(
    _ text: [String], after before: [String], _ interpreter: Interpreter
  ) async -> ExitCode {
    guard text.count == 1 else {
      return interpreter.report(SellerError.oneScriptWanted(count: text.count))
    }
    let parsed = interpreter.parse(Word.words(arguments: before))
    if parsed.problems.contains(where: { $0.code != .noCommand }) {
      return await interpreter.run(Word.words(arguments: before))
    }
    interpreter.session.options = ProcessOptions(parsed.process)
    var runner = ScriptRunner(session: interpreter.session)
    runner.showsAddresses = false
    return await runner.run(Script(name: "-c", text: text[0]))
  }

  private func runInput(_ options: ProcessOptions, _ interpreter: Interpreter) async -> ExitCode {
    interpreter.session.options = options
    let data = await onOwnThread { FileHandle.standardInput.readDataToEndOfFile() }
    do throws(Script.Problem) {
      let script = try Script(name: "stdin", data: data)
      return await ScriptRunner(session: interpreter.session).run(script)
    } catch {
      return interpreter.report(
        SellerError.file(path: "stdin", reason: ScriptText.words(error)))
    }
  }

  private func runPrompt(_ options: ProcessOptions) async -> ExitCode {
    let session = Session(environment: environment, mode: .prompt)
    var options = options
    if let market = options.market {
      session.withState { $0.currentName = market }
      options.market = nil
    }
    session.options = options
    return await Repl(session: session).run()
  }
}
