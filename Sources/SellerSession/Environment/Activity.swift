/// The spinner or bar that shows while a command runs.
import OpenMarketClient
import Synchronization
package import TerminalKit

/// Shows what is awaited, one thing at a time: inside a batch its bar stays, and the commands in it
/// show nothing of their own.
///
/// 1. What is drawn is taken away before anything else is written, and stays away while a question
///    waits for its answer.
/// 2. Where stderr is no terminal, only counted work is told, by a line every few seconds.
package final class Activity: Sendable {
  /// What the running task shows itself; nil where it shows nothing, or somebody around it does.
  @TaskLocal private static var own: ProgressLine?

  private let environment: Environment
  private struct State {
    var line: ProgressLine?
    /// Questions that wait for an answer.
    var holds = 0
    /// Whether lines are not redrawn, for screen readers.
    var usesScreenReader = false
    var color = ColorChoice.auto
  }

  private let state = Mutex(State())

  package init(environment: Environment) {
    self.environment = environment
  }

  /// Settles how what begins from now on is shown.
  ///
  /// - Parameters:
  ///   - usesScreenReader: sentences now and then, for a screen reader, instead of a line that changes.
  ///   - color: when color is used on stderr.
  package func settle(usesScreenReader: Bool, color: ColorChoice) {
    state.withLock { state in
      state.usesScreenReader = usesScreenReader
      state.color = color
    }
  }

  /// Runs `body` while showing `subject`, and the steps done of `total` where that is known. Counted
  /// work that learns its total on the way says so by `isCounted`.
  package func show<R: Sendable>(
    _ subject: String, total: Int? = nil, isCounted: Bool = false, while body: () async throws -> R
  ) async rethrows -> R {
    guard let line = begin(subject, total: total, isCounted: isCounted) else {
      return try await aside(body)
    }
    let ticker = Task { [self] in
      while !Task.isCancelled {
        step()
        try? await environment.client.clock.sleep(.milliseconds(80))
      }
    }
    defer {
      ticker.cancel()
      line.finish()
      state.withLock { $0.line = nil }
    }
    return try await Self.$own.withValue(line) { try await body() }
  }

  /// Runs a part of the work whose steps are not those of what is shown, such as a command of a
  /// batch; what it shows itself it may count.
  package func aside<R: Sendable>(_ body: () async throws -> R) async rethrows -> R {
    try await Self.$own.withValue(nil) { try await body() }
  }

  /// Tells how many steps are done, and of how many where that is news. Only what is shown by the
  /// caller's own ``show(_:total:isCounted:while:)`` changes.
  package func update(done: Int, total: Int? = nil) {
    Self.own?.update(done: done, total: total)
  }

  /// Takes what is drawn off the screen; the next step draws it again.
  package func pause() {
    state.withLock { $0.line?.clear() }
  }

  /// Shows nothing while `body` runs, so that a question and its answer stay whole.
  package func hold<R>(while body: () async throws -> R) async rethrows -> R {
    hold()
    defer { release() }
    return try await body()
  }

  /// Shows nothing until ``release()``, since somebody else has the terminal.
  package func hold() {
    state.withLock { state in
      state.holds += 1
      state.line?.clear()
    }
  }

  package func release() {
    state.withLock { $0.holds -= 1 }
  }

  private func step() {
    state.withLock { state in
      if state.holds == 0 { state.line?.step(at: environment.uptime) }
    }
  }

  /// The line to draw; nil where nothing is to be shown.
  private func begin(_ subject: String, total: Int?, isCounted: Bool) -> ProgressLine? {
    guard total != nil || isCounted || environment.terminal.isInteractive(.error) else {
      return nil
    }
    return state.withLock { state in
      guard state.line == nil else { return nil }
      let error = environment.terminal.capabilities(
        of: .error, environment: environment.variables, color: state.color)
      let isLive = error.isTerminal && error.escapes && !state.usesScreenReader
      let progress = Progress(
        subject, total: total, at: environment.uptime,
        presentation: isLive ? .live(columns: error.size.columns) : .lines)
      let made = ProgressLine(progress, on: environment.terminal, ansi: error.ansi)
      state.line = made
      return made
    }
  }
}
