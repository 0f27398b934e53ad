package import MarketRender
package import TerminalKit

/// What drawing on the screen needs from the running command.
package struct PictureScreen: Sendable {
  let terminal: any Terminal
  /// The capabilities of standard output when the command finished.
  let output: Capabilities
  let errorANSI: ANSI
  /// The current size of the window, which may have been resized while pictures were loading.
  let windowSize: @Sendable () -> TerminalSize
  let theme: Theme
  let progress: any ProgressDisplay
  /// Whether the user can press keys while pictures are shown.
  let readsKeys: Bool

  package init(
    terminal: any Terminal, output: Capabilities, errorANSI: ANSI,
    windowSize: @escaping @Sendable () -> TerminalSize, theme: Theme,
    progress: any ProgressDisplay, readsKeys: Bool
  ) {
    self.terminal = terminal
    self.output = output
    self.errorANSI = errorANSI
    self.windowSize = windowSize
    self.theme = theme
    self.progress = progress
    self.readsKeys = readsKeys
  }

  var isResized: Bool { windowSize() != output.size }

  func write(_ text: String) throws(TerminalError) { try terminal.write(text, to: .output) }
}

/// The progress display of the running command, which shares the terminal with pictures.
package protocol ProgressDisplay: Sendable {
  /// Removes the display from the screen until it changes.
  func pause()
  /// Removes the display from the screen until ``release()``.
  func hold()
  func release()
  /// Shows `subject` while `body` runs.
  func show<R: Sendable>(
    _ subject: String, while body: () async throws -> R
  ) async rethrows -> R
}
