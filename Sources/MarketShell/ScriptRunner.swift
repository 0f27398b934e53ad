import CommandLanguage
import ListingChanges
import MarketCommands
import Messages
import SellerSession

/// Runs the commands of `-c`, standard input or `marketrc`, one after the other, up to the first that
/// fails. Each is a batch of its own.
struct ScriptRunner: Sendable {
  private var parser: ScriptParser

  init(
    session: SellerSession, scope: CommandScope, options: ProcessOptions,
    showsAddresses: Bool = true
  ) {
    var scope = scope
    scope.isInScript = true
    parser = ScriptParser(
      interpreter: Interpreter(session: session, scope: scope, options: options),
      showsAddresses: showsAddresses)
  }

  private var interpreter: Interpreter { parser.interpreter }

  /// Runs a whole script, which Ctrl-C stops, and returns the exit code of its first failure.
  func run(_ script: Script) async -> ExitCode {
    await interpreter.cancellable(inScript: false) { await runAll(script) }
  }

  private func runAll(_ script: Script) async -> ExitCode {
    let photos = interpreter.session.access.photos
    let (lines, faults) = parser.lines(of: script)
    guard faults == 0 else { return .usage }
    defer { photos.discard() }
    var result = ExitCode.done
    for (index, line) in lines.enumerated() {
      photos.turn()
      async let ahead: Void = interpreter.prepareAhead(lines.dropFirst(index + 1).first)
      let code = await interpreter.run(
        line.parsed, line.words, source: parser.showsAddresses ? line.source : nil,
        address: parser.address(in: script, of: line.source))
      await ahead
      result = result.combined(with: code)
      if Task.isCancelled, index + 1 < lines.count { result = result.combined(with: .interrupted) }
      guard code == .done || code == .outputLost, !Task.isCancelled,
        !interpreter.core.memory.isLeaving
      else { break }
    }
    return result
  }
}

extension Interpreter {
  /// Starts preparing the photos of an upcoming command.
  @concurrent
  func prepareAhead(_ line: ScriptLine?, turns: Int = 1) async {
    guard let (spec, input) = try? line?.parsed.checked() else { return }
    baseContext.files.prepareAhead(spec, input, PhotoOptions(input), turns: turns)
  }
}
