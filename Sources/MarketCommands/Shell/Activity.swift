/// The spinner or bar that shows while a command runs, drawn on stderr.
import Foundation
import OpenMarketClient
import Synchronization
import TerminalKit

/// Drives ``Progress`` by the clock while something is awaited.
///
/// 1. What is drawn is erased before anything else is written.
/// 2. Where stderr is no terminal, nothing is drawn but a line every few seconds for counted work.
final class Activity: Sendable {
  private struct State {
    var progress: TerminalKit.Progress?
    var isDrawn = false
  }

  private let environment: Environment
  private let state = Mutex(State())

  init(environment: Environment) {
    self.environment = environment
  }

  /// Runs `body` while showing `subject`, and the steps done of `total` where that is known.
  func show<R: Sendable>(
    _ subject: String, total: Int? = nil, while body: () async throws -> R
  ) async rethrows -> R {
    let isNested = state.withLock { $0.progress != nil }
    guard !isNested, isWanted(total: total) else { return try await body() }
    let presentation: TerminalKit.Progress.Presentation =
      capabilities.escapes && capabilities.isTerminal
      ? .live(columns: capabilities.size.columns) : .lines
    state.withLock {
      $0.progress = TerminalKit.Progress(
        subject, total: total, at: environment.uptime, presentation: presentation)
    }
    let ticker = Task { [self] in
      while !Task.isCancelled {
        try? await environment.client.time.sleep(.milliseconds(80))
        tick()
      }
    }
    defer {
      ticker.cancel()
      pause()
      state.withLock { $0.progress = nil }
    }
    return try await body()
  }

  /// Changes what is shown: the subject, or the number of steps done.
  func update(subject: String? = nil, done: Int? = nil) {
    state.withLock { state in
      state.progress?.update(subject: subject, done: done)
    }
    tick()
  }

  /// Takes what is drawn off the screen; the next tick draws it again.
  func pause() {
    state.withLock { state in
      guard state.isDrawn else { return }
      state.isDrawn = false
      write("\r\u{1B}[K")
    }
  }

  private var capabilities: Capabilities {
    environment.terminal.capabilities(of: .error, environment: environment.variables)
  }

  private func isWanted(total: Int?) -> Bool {
    total != nil || environment.terminal.isInteractive(.error)
  }

  private func tick() {
    state.withLock { state in
      guard let action = state.progress?.step(at: environment.uptime) else { return }
      switch action {
      case .nothing: break
      case .draw(let line):
        state.isDrawn = true
        write("\r\u{1B}[K" + capabilities.ansi.encode(line))
      case .print(let line): write(line.plain + "\n")
      case .erase:
        if state.isDrawn { write("\r\u{1B}[K") }
        state.isDrawn = false
      }
    }
  }

  private func write(_ text: String) {
    try? environment.terminal.write(text, to: .error)
  }
}
