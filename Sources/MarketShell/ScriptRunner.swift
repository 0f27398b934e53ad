import CommandLanguage
import Foundation
import MarketCommands
import MarketRender
import MarketWire
import SellerSession
import TerminalKit

/// How a script ended.
struct ScriptResult: Hashable, Sendable {
  var done = 0
  var failed = 0
  /// Commands that Ctrl-C ended: one at most, with or without a part of it done.
  var stopped = 0
  /// Commands that were not begun.
  var left = 0
  /// The code of the first failure, or of the worst where the script went on.
  var code = ExitCode.done
}

/// Reads everything first, so that a slip in the last line is told before the first one is run.
struct ScriptRunner: Sendable {
  private let interpreter: Interpreter
  /// Whether to go on after a command that failed.
  var keepsGoing = false
  /// Options passed on to each command that knows them.
  var inherited = InheritedOptions()
  /// What comes before the code of an error: false for `-c`, where there is no file to look into.
  var showsAddresses = true
  /// Told before each command: its number, and how many there are.
  var onStep: @Sendable (Int, Int) -> Void = { _, _ in }

  init(session: SellerSession, scope: CommandScope, options: ProcessOptions) {
    var scope = scope
    scope.isInScript = true
    interpreter = Interpreter(session: session, scope: scope, options: options)
  }

  private var session: SellerSession { interpreter.session }

  /// Runs a whole script, which Ctrl-C ends, and answers the code of its first failure.
  func run(_ script: Script) async -> ExitCode {
    await interpreter.cancellable(inScript: false) { await result(of: script) }.code
  }

  /// One command with its words and what they mean.
  private struct Step: Sendable {
    let tokens: CommandTokens
    /// The words as they were written, with variables filled in.
    let written: [Word]
    /// The same with what the batch hands on.
    let words: [Word]
    let parsed: Parsed
  }

  /// Commands whose faults are told; what is no script at all should not fill the screen.
  private static let mostFaults = 10

  func result(of script: Script) async -> ScriptResult {
    var result = ScriptResult()
    guard let steps = checked(script) else {
      result.code = .usage
      return result
    }
    // Drops what was prepared for commands that were not begun.
    defer {
      session.photos.turn()
      session.photos.turn()
    }
    for (index, step) in steps.enumerated() {
      onStep(index, steps.count)
      session.photos.turn()
      async let ahead: Void = prepare(steps.dropFirst(index + 1).first)
      let code =
        inherited.isDryRun ? await showStep(step, of: script) : await run(step, of: script)
      await ahead
      let isLast = index + 1 == steps.count
      if !note(code, &result, isLast: isLast) || session.memory.isLeaving {
        result.left = steps.count - index - 1
        break
      }
    }
    if keepsGoing, result.failed > 0, result.code != .outcomeUnknown, result.code != .interrupted {
      result.code = .incomplete
    }
    return result
  }

  /// Counts a command by its code and answers whether the next one may be begun. A rehearsal goes on
  /// to tell all that is wrong.
  private func note(_ code: ExitCode, _ result: inout ScriptResult, isLast: Bool) -> Bool {
    switch code {
    case .done: result.done += 1
    case .interrupted: result.stopped += 1
    default: result.failed += 1
    }
    result.code = worse(result.code, code)
    if Task.isCancelled, !isLast { result.code = worse(result.code, .interrupted) }
    guard code != .interrupted, code != .outcomeUnknown, !Task.isCancelled else { return false }
    return code == .done || keepsGoing || inherited.isDryRun
  }

  /// Begins with what the next command can have ready when its turn comes.
  @concurrent
  private func prepare(_ step: Step?) async {
    guard let (spec, input) = try? step?.parsed.checked() else { return }
    PhotoFiles(session: session).prepareAhead(spec, input, PhotoOptions(input))
  }

  private func run(_ step: Step, of script: Script) async -> ExitCode {
    await interpreter.run(
      step.parsed, step.words, source: showsAddresses ? step.tokens : nil,
      address: address(in: script, of: step.tokens))
  }

  /// Tells a command as it would be. One that can tell what it would do does so; one that only
  /// changes where the next ones go is obeyed; nothing else is begun.
  private func showStep(_ step: Step, of script: Script) async -> ExitCode {
    let context = interpreter.context(for: step.parsed)
    let waits = interpreter.scope.dryRun?.note(step.parsed, step.written, in: context.market)
    let line = DryRun.line(step.written, at: script.address(of: step.tokens.place), waits)
    do {
      if !context.presenter().format.isForPeople {
        context.console.reportUnwrapped(line)
      } else {
        session.activity.pause()
        try session.environment.terminal.write(line + "\n", to: .output)
      }
    } catch {
      return interpreter.report(error)
    }
    guard waits == nil, let spec = step.parsed.spec else { return .done }
    guard InheritedOptions.knowsDryRun(spec) || spec.traits.contains(.runsInDryRun) else {
      return .done
    }
    return await run(step, of: script)
  }

  private func address(
    in script: Script, of tokens: CommandTokens
  ) -> @Sendable (SourcePlace?) -> String? {
    { [showsAddresses] place in
      showsAddresses ? script.address(of: place ?? tokens.place) : nil
    }
  }

  /// All commands with their variables filled in; nil, with every fault told, where one is wrong.
  /// `let` is obeyed while reading, so that a name is known in the lines below it.
  private func checked(_ script: Script) -> [Step]? {
    var steps: [Step] = []
    var faults = 0
    var variables = session.memory.variables
    for tokens in script {
      do {
        let step = try step(tokens, variables)
        steps.append(step)
        if let (name, text) = step.parsed.assignment { variables[name] = text }
      } catch {
        faults += 1
        guard faults <= Self.mostFaults else { continue }
        _ = interpreter.report(
          error, source: showsAddresses ? tokens : nil, address: address(in: script, of: tokens))
      }
    }
    if faults > Self.mostFaults {
      interpreter.baseContext.console.report("\(faults - Self.mostFaults) more commands are wrong.")
    }
    return faults == 0 ? steps : nil
  }

  private func step(_ tokens: CommandTokens, _ variables: Variables) throws -> Step {
    let written = try variables.words(of: tokens)
    var words = written
    var parsed = interpreter.parse(words)
    if inherited != InheritedOptions() {
      words = inherited.words(words, of: parsed)
      parsed = interpreter.parse(words)
    }
    let options = ProcessOptions(parsed.process)
    if !options.isAnsweredAlone {
      let (spec, _) = try parsed.checked()
      try interpreter.check(options.over(interpreter.options), for: spec)
    }
    return Step(tokens: tokens, written: written, words: words, parsed: parsed)
  }

  /// 7 beats 130, and 130 beats everything else; otherwise the first counts.
  private func worse(_ old: ExitCode, _ new: ExitCode) -> ExitCode {
    if old == .outcomeUnknown || new == .outcomeUnknown { return .outcomeUnknown }
    if old == .interrupted || new == .interrupted { return .interrupted }
    return old == .done ? new : old
  }
}
