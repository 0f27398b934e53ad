import CommandLanguage
import Messages
public import SellerSession
import TerminalKit

/// The command line program, independent of its environment.
public struct Program: Sendable {
  private let environment: Environment

  public init(environment: Environment) {
    self.environment = environment
    environment.language.nameCommands(in: "ko", KoreanLine(CommandRegistry.specs).text)
  }

  /// Runs the program with the process arguments without the program name, which must be UTF-8.
  public func run(bytes arguments: [[UInt8]]) async -> ExitCode {
    do throws(ArgumentError) {
      return await run(try ArgumentText.read(arguments))
    } catch {
      let session = SellerSession(environment: environment)
      return Interpreter(session: session, scope: CommandScope(mode: .script)).report(error)
    }
  }

  /// Runs the program and returns its exit code.
  ///
  /// Without a command it starts the prompt if standard input is a terminal, and otherwise runs a
  /// script from standard input.
  ///
  /// - Parameter arguments: The process arguments without the program name. Each is one literal
  ///   word; `-c TEXT` runs a script.
  public func run(_ arguments: [String]) async -> ExitCode {
    let session = SellerSession(environment: environment)
    session.core.settings.applyLanguage()
    let scope = CommandScope(mode: .script)
    let code = await run(arguments, Interpreter(session: session, scope: scope))
    await session.access.caches.settle()
    return code
  }

  private func run(_ arguments: [String], _ interpreter: Interpreter) async -> ExitCode {
    if let split = splitAtScript(arguments, interpreter) {
      return await runText(split.text, beside: split.others, interpreter)
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

  /// Splits the arguments at `-c TEXT`. Returns nil without `-c`, or if a command comes before it.
  private func splitAtScript(
    _ arguments: [String], _ interpreter: Interpreter
  ) -> (text: String?, others: [String])? {
    guard let index = arguments.firstIndex(of: "-c") else { return nil }
    let before = Array(arguments[..<index])
    guard interpreter.parse(Word.words(arguments: before)).spec == nil else { return nil }
    let after = arguments[(index + 1)...]
    return (after.first, before + after.dropFirst())
  }

  /// - Parameter others: The arguments besides the text, which are process options.
  private func runText(
    _ text: String?, beside others: [String], _ interpreter: Interpreter
  ) async -> ExitCode {
    let words = Word.words(arguments: others)
    let parsed = interpreter.parse(words)
    let faults = parsed.problems.filter { !$0.code.isOfCommand && $0.code != .noCommand }
    if !faults.isEmpty {
      return interpreter.report(UsageError(command: nil, problems: faults, typed: words))
    }
    let extraWords = others.filter { !$0.hasPrefix("-") }.count
    let isNamed = parsed.spec != nil || parsed.problems.contains { $0.code.isOfCommand }
    guard let text, !isNamed else {
      let count = (text == nil ? 0 : 1) + (isNamed ? extraWords : 0)
      return interpreter.report(SellerError.oneScriptWanted(count: count))
    }
    let options = ProcessOptions(parsed.process)
    if options.isAnsweredAlone { return await interpreter.run(words) }
    let runner = ScriptRunner(
      session: interpreter.session, scope: interpreter.scope, options: options,
      showsAddresses: false)
    return await runner.run(Script(name: "-c", text: text))
  }

  private func runInput(_ options: ProcessOptions, _ interpreter: Interpreter) async -> ExitCode {
    guard let data = await environment.readInput() else {
      return interpreter.report(SellerError.file(path: "stdin", reason: "it cannot be read"))
    }
    do throws(Script.Problem) {
      let script = try Script(name: "stdin", data: data)
      let runner = ScriptRunner(
        session: interpreter.session, scope: interpreter.scope, options: options)
      return await runner.run(script)
    } catch {
      return interpreter.report(
        SellerError.file(path: "stdin", reason: error.message))
    }
  }

  private func runPrompt(_ options: ProcessOptions) async -> ExitCode {
    let session = SellerSession(environment: environment)
    var options = options
    if let market = options.market {
      session.access.connections.currentName = market
      options.market = nil
    }
    let repl = Repl(
      session: session, options: options, readsStartFile: options.readsStartFile)
    let code = await repl.run()
    await session.access.caches.settle()
    return code
  }
}

extension UsageProblem.Code {
  /// Whether the problem is a word that is not an option.
  fileprivate var isOfCommand: Bool {
    switch self {
    case .unknownCommand, .unknownSubcommand, .unexpectedWord: true
    default: false
    }
  }
}
