/// The prompt: reads lines, runs commands, until the seller leaves.
import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import Synchronization
import TerminalKit

/// The loop behind `market>`.
public struct Repl: Sendable {
  private let session: Session
  private let interpreter: Interpreter
  private let readsStartFile: Bool

  /// - Parameter readsStartFile: whether the commands in `marketrc` run first.
  public init(session: Session, readsStartFile: Bool = true) {
    self.session = session
    self.readsStartFile = readsStartFile
    interpreter = Interpreter(session: session)
  }

  /// Runs until `quit` or the end of the input.
  public func run() async -> ExitCode {
    let terminal = session.environment.terminal
    // Between two commands Ctrl-C has nothing to stop, and must not end the prompt.
    let watch = session.environment.onInterrupt {}
    defer { withExtendedLifetime(watch) {} }
    if readsStartFile { await StartFile(session: session, interpreter: interpreter).run() }
    let warmUp = Task { try await openHome() }
    defer { warmUp.cancel() }
    do {
      try terminal.write(try banner(), to: .output)
      while !session.withState({ $0.isLeaving }) {
        guard let text = try await readCommand() else {
          try terminal.write("\n", to: .output)
          return .done
        }
        await run(text)
      }
      return .done
    } catch {
      return interpreter.report(error)
    }
  }

  /// Opens the market on this machine while the seller types, so that the first command need not
  /// wait for it; what is wrong with it is told when it is needed.
  private func openHome() async throws {
    if try session.profile().isHome { _ = try await session.client() }
  }

  /// Reads lines until they are whole commands; nil at the end of the input. Ctrl-C drops what was
  /// typed so far.
  private func readCommand() async throws -> String? {
    var text = ""
    while true {
      let prompt = text.isEmpty ? try self.prompt() : "  ...> "
      switch try await readLine(prompt) {
      case .interrupted:
        text = ""
        try session.environment.terminal.write("\n", to: .output)
      case .end: return text.isEmpty ? nil : text
      case .line(let line):
        text += text.isEmpty ? line : "\n" + line
        guard case .incomplete = Tokenizer.read(text) else { return text }
      }
    }
  }

  private enum Line: Sendable {
    case line(String)
    case end
    case interrupted
  }

  private func readLine(_ prompt: String) async throws -> Line {
    let terminal = session.environment.terminal
    let task = Task { try await terminal.readLine(prompt: prompt) }
    let watch = session.environment.onInterrupt { task.cancel() }
    defer { withExtendedLifetime(watch) {} }
    do {
      return try await task.value.map(Line.line) ?? .end
    } catch is CancellationError {
      return .interrupted
    }
  }

  private func run(_ text: String) async {
    let entry = session.enter(text)
    var code = ExitCode.done
    for tokens in Tokenizer(text) {
      code = await interpreter.run(tokens)
      if code != .done || session.withState({ $0.isLeaving }) { break }
    }
    session.finish(entry, code)
  }

  private func prompt() throws -> String {
    let profile = try session.profile()
    if profile.isHome { return "market> " }
    let place = profile.shop.map { "\($0)@\(profile.name)" } ?? profile.name
    let isAway = session.withState { $0.unreachable.contains(profile.key) }
    return "market \(ForeignText(place).line)\(isAway ? " (offline)" : "")> "
  }

  private func banner() throws -> String {
    let profile = try session.profile()
    let shop = profile.shop.map { " as \(ForeignText($0).line)" } ?? ""
    let place =
      profile.isHome ? "the market on this machine" : ForeignText(profile.url).line
    let capabilities = session.capabilities(of: .output)
    let lines: [StyledText] = [
      StyledText("Open Market", .bold) + StyledText(" · \(profile.name)\(shop) · \(place)", .dim),
      StyledText("help", .bold) + StyledText(" explains · ", .dim)
        + StyledText("list", .bold) + StyledText(" shows the market · ", .dim)
        + StyledText("quit", .bold) + StyledText(" leaves", .dim),
    ]
    return lines.map { capabilities.ansi.encode($0) + "\n" }.joined()
  }
}
