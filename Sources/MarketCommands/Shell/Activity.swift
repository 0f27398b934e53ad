/// The spinner or bar that shows while a command runs.
import OpenMarketClient
import Synchronization
import TerminalKit

/// Shows what is awaited, one thing at a time: inside a batch its bar stays, and the commands in it
/// show nothing of their own.
///
/// 1. What is drawn is taken away before anything else is written.
/// 2. Where stderr is no terminal, only counted work is told, by a line every few seconds.
final class Activity: Sendable {
  private let environment: Environment
  private let line = Mutex<ProgressLine?>(nil)

  init(environment: Environment) {
    self.environment = environment
  }

  /// Runs `body` while showing `subject`, and the steps done of `total` where that is known.
  func show<R: Sendable>(
    _ subject: String, total: Int? = nil, while body: () async throws -> R
  ) async rethrows -> R {
    guard let line = begin(subject, total: total) else { return try await body() }
    let ticker = Task { [environment] in
      while !Task.isCancelled {
        line.step(at: environment.uptime)
        try? await environment.client.time.sleep(.milliseconds(80))
      }
    }
    defer {
      ticker.cancel()
      line.finish()
      self.line.withLock { $0 = nil }
    }
    return try await body()
  }

  /// Tells how many steps are done.
  func update(done: Int) {
    line.withLock { $0?.update(done: done) }
  }

  /// Takes what is drawn off the screen; the next step draws it again.
  func pause() {
    line.withLock { $0?.interrupt(with: "") }
  }

  /// The line to draw; nil where nothing is to be shown.
  private func begin(_ subject: String, total: Int?) -> ProgressLine? {
    guard total != nil || environment.terminal.isInteractive(.error) else { return nil }
    return line.withLock { line in
      guard line == nil else { return nil }
      let error = environment.terminal.capabilities(of: .error, environment: environment.variables)
      let isLive = error.isTerminal && error.escapes
      let progress = Progress(
        subject, total: total, at: environment.uptime,
        presentation: isLive ? .live(columns: error.size.columns) : .lines)
      let made = ProgressLine(progress, on: environment.terminal, ansi: error.ansi)
      line = made
      return made
    }
  }
}
