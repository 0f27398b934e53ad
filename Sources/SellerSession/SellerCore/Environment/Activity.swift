package import Messages
import OpenMarketClient
import Synchronization
package import TerminalKit

/// Shows the progress of a running command, one thing at a time: the bar of a batch stays, and its
/// commands show nothing of their own.
///
/// 1. The line is erased before anything else is written, and stays hidden while a question waits
///    for its answer.
/// 2. If stderr is not a terminal, only counted work is reported, by a line every few seconds.
/// 3. Lines that are printed while something else uses the terminal appear afterwards.
package final class Activity: Sendable {
  /// The progress line of the current task; nil if it has none, or an enclosing task shows one.
  @TaskLocal private static var own: ProgressLine?
  /// Whether the current task works in the background, next to a prompt.
  @TaskLocal private static var isInBackground = false

  private let environment: Environment
  private struct State {
    var line: ProgressLine?
    /// The number of callers that hide the line: open questions and other programs.
    var holds = 0
    /// What was printed meanwhile.
    var held: [String] = []
    /// Whether lines are not redrawn, for screen readers.
    var usesScreenReader = false
    var color = ColorChoice.auto
  }

  private let state = Mutex(State())

  package init(environment: Environment) {
    self.environment = environment
  }

  /// Sets how later work is shown.
  ///
  /// - Parameters:
  ///   - usesScreenReader: whether to write occasional sentences for a screen reader instead of a
  ///     changing line.
  ///   - color: when color is used on stderr.
  package func settle(usesScreenReader: Bool, color: ColorChoice) {
    state.withLock { state in
      state.usesScreenReader = usesScreenReader
      state.color = color
    }
  }

  /// Runs `body` while showing `subject`, and the completed steps of `total` if known. `isCounted`
  /// marks work that counts its steps but learns its total later; `done` are the steps that were
  /// completed before.
  package func show<R: Sendable>(
    _ subject: Message, total: Int? = nil, done: Int = 0, isCounted: Bool = false,
    while body: () async throws -> R
  ) async rethrows -> R {
    guard let line = begin(subject, total: total, done: done, isCounted: isCounted) else {
      return try await withoutCounting(body)
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

  /// Runs work whose steps do not count as those of the shown line, such as a command of a batch.
  /// If no line is shown, the work may show one of its own.
  package func withoutCounting<R: Sendable>(_ body: () async throws -> R) async rethrows -> R {
    try await Self.$own.withValue(nil) { try await body() }
  }

  /// Updates the completed steps, and their total and the numbers of problems if they have changed.
  /// Only affects the line of the caller's own ``show(_:total:done:isCounted:while:)``.
  package func update(done: Int, total: Int? = nil, problems: [Message]? = nil) {
    Self.own?.update(done: done, total: total, problems: problems)
  }

  /// Erases the line; the next step draws it again.
  package func pause() {
    state.withLock { $0.line?.clear() }
  }

  /// Hides the line while `body` runs, so that it does not mix with a question and its answer.
  package func hold<R>(while body: () async throws -> R) async rethrows -> R {
    hold()
    defer { release() }
    return try await body()
  }

  /// Hides the line until ``release()``, while another program uses the terminal.
  package func hold() {
    state.withLock { state in
      state.holds += 1
      state.line?.clear()
    }
  }

  package func release() {
    let held = state.withLock { state -> [String] in
      state.holds -= 1
      guard state.holds == 0 else { return [] }
      defer { state.held = [] }
      return state.held
    }
    for text in held { try? environment.terminal.write(text, to: .error) }
  }

  /// Writes text to stderr, once nothing else uses the terminal. Work in the background writes
  /// nothing.
  package func print(_ text: String) {
    guard !Self.isInBackground else { return }
    let isHeld = state.withLock { state in
      state.line?.clear()
      guard state.holds > 0, environment.terminal.isInteractive(.error) else { return false }
      state.held.append(text)
      return true
    }
    if !isHeld { try? environment.terminal.write(text, to: .error) }
  }

  /// Runs work that shows no progress and prints nothing, because a line is typed meanwhile.
  package func inBackground<R: Sendable>(_ body: () async throws -> R) async rethrows -> R {
    try await Self.$isInBackground.withValue(true) { try await body() }
  }

  private func step() {
    state.withLock { state in
      if state.holds == 0 { state.line?.step(at: environment.uptime) }
    }
  }

  /// The line to draw; nil if nothing is shown.
  private func begin(
    _ subject: Message, total: Int?, done: Int, isCounted: Bool
  ) -> ProgressLine? {
    guard !Self.isInBackground else { return nil }
    guard total != nil || isCounted || environment.terminal.isInteractive(.error) else {
      return nil
    }
    return state.withLock { state in
      guard state.line == nil else { return nil }
      let error = environment.terminal.capabilities(
        of: .error, environment: environment.variables, color: state.color)
      let isLive = error.isTerminal && error.escapes && !state.usesScreenReader
      let progress = Progress(
        subject, total: total, done: done, at: environment.uptime,
        presentation: isLive ? .live(columns: error.size.columns) : .lines,
        catalog: environment.catalog)
      let made = ProgressLine(progress, on: environment.terminal, ansi: error.ansi)
      state.line = made
      return made
    }
  }
}
