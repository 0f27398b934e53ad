import CommandLanguage
import Foundation
import ListingWrites
import MarketCommands
import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit

/// The result of a script.
struct ScriptResult: Hashable, Sendable {
  var done = 0
  var failed = 0
  /// The number of commands that Ctrl-C stopped, at most one; it may be partly done.
  var stopped = 0
  /// The number of commands that did not start.
  var left = 0
  /// The line of the last command that ran.
  var lastLine: Int?
  /// The exit code of the first failure, or of the worst one if the script continued.
  var code = ExitCode.done
}

/// Runs a script. All lines are parsed first, so an error in the last line is reported before the
/// first one runs.
struct ScriptRunner: Sendable {
  private let interpreter: Interpreter
  /// Whether to continue after a command that failed.
  var keepsGoing = false
  /// Options passed on to each command that supports them.
  var inherited = InheritedOptions()
  /// Whether errors show their place in the file; false for `-c`, which has no file.
  var showsAddresses = true
  /// Called before each command with its number and the number of commands.
  var onStep: @Sendable (Int, Int) -> Void = { _, _ in }

  init(session: SellerSession, scope: CommandScope, options: ProcessOptions) {
    var scope = scope
    scope.isInScript = true
    interpreter = Interpreter(session: session, scope: scope, options: options)
  }

  private var session: SellerSession { interpreter.session }

  /// Runs a whole script, which Ctrl-C stops, and returns the exit code of its first failure.
  func run(_ script: Script) async -> ExitCode {
    await interpreter.cancellable(inScript: false) { await result(of: script) }.code
  }

  /// A parsed command with its words.
  private struct Step: Sendable {
    let tokens: CommandTokens
    /// The words as they were written, with variables expanded.
    let written: [Word]
    /// The words with the inherited options of the batch.
    let words: [Word]
    let parsed: Parsed
  }

  /// The maximum number of reported faults, so that a file that is not a script does not fill the
  /// screen.
  private static let mostFaults = 10

  func result(of script: Script) async -> ScriptResult {
    var result = ScriptResult()
    guard let steps = checked(script) else {
      result.code = .usage
      return result
    }
    // Discards what was prepared for commands that did not start.
    defer {
      session.photos.turn()
      session.photos.turn()
    }
    for (index, step) in steps.enumerated() {
      onStep(index, steps.count)
      result.lastLine = step.tokens.place.line
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

  /// Counts a command by its exit code and returns whether the next one may run. A dry run
  /// continues, to report all faults.
  private func note(_ code: ExitCode, _ result: inout ScriptResult, isLast: Bool) -> Bool {
    switch code {
    case .done, .outputLost: result.done += 1
    case .interrupted: result.stopped += 1
    default: result.failed += 1
    }
    result.code = worse(result.code, code)
    if Task.isCancelled, !isLast { result.code = worse(result.code, .interrupted) }
    guard code != .interrupted, code != .outcomeUnknown, !Task.isCancelled else { return false }
    return [.done, .outputLost].contains(code) || keepsGoing || inherited.isDryRun
  }

  /// Starts preparing the next command.
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

  /// Does a dry run of a command.
  ///
  /// A command with a dry run shows its plan. One that only changes the market of later commands
  /// runs. No other command runs.
  private func showStep(_ step: Step, of script: Script) async -> ExitCode {
    let context = interpreter.context(for: step.parsed)
    let waits = interpreter.scope.dryRun?.note(step.parsed, step.written, in: context.market)
    let line = DryRun.line(step.written, at: script.address(of: step.tokens.place), waits)
    do {
      if !context.presenter().format.isForPeople {
        context.console.reportUnwrapped(line)
      } else {
        session.activity.pause()
        try session.environment.terminal.write(context.console.text(line) + "\n", to: .output)
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

  /// Returns all commands with their variables expanded. If one has an error, reports every fault
  /// and returns nil.
  ///
  /// `let` takes effect during parsing, so that later lines know the variable.
  private func checked(_ script: Script) -> [Step]? {
    var steps: [Step] = []
    var faults = 0
    var variables = session.memory.variables
    /// Variables without a value because of an error, which the lines that use them would repeat.
    var unset: Set<String> = []
    for tokens in script {
      do {
        let step = try step(tokens, variables)
        steps.append(step)
        if let (name, text) = step.parsed.assignment { variables[name] = text }
      } catch {
        let isFollowUp = tokens.uses(anyOf: unset)
        if let usage = error as? UsageError, let name = interpreter.parse(usage.typed).assignedName
        {
          unset.insert(name)
        }
        if isFollowUp { continue }
        faults += 1
        guard faults <= Self.mostFaults else { continue }
        _ = interpreter.report(
          error, source: showsAddresses ? tokens : nil, address: address(in: script, of: tokens))
      }
    }
    if faults > Self.mostFaults {
      interpreter.baseContext.console.report(
        Message(
          count: faults - Self.mostFaults, one: "1 more command has errors.",
          other: "\(faults - Self.mostFaults) more commands have errors."))
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
      let (spec, _) = try interpreter.checked(parsed)
      try interpreter.check(options.over(interpreter.options), for: spec)
    }
    return Step(tokens: tokens, written: written, words: words, parsed: parsed)
  }

  /// Returns the worse exit code: 7, then 130; otherwise the first failure, and 8 if there is none.
  private func worse(_ old: ExitCode, _ new: ExitCode) -> ExitCode {
    if old == .outcomeUnknown || new == .outcomeUnknown { return .outcomeUnknown }
    if old == .interrupted || new == .interrupted { return .interrupted }
    return old == .done || old == .outputLost && new != .done ? new : old
  }
}
