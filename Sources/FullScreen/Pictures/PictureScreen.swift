package import MarketRender
package import Messages
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
  let catalog: MessageCatalog
  let progress: any ProgressDisplay
  /// Whether the user can press keys while pictures are shown.
  let readsKeys: Bool

  package init(
    terminal: any Terminal, output: Capabilities, errorANSI: ANSI,
    windowSize: @escaping @Sendable () -> TerminalSize, theme: Theme,
    catalog: MessageCatalog = .english, progress: any ProgressDisplay, readsKeys: Bool
  ) {
    self.terminal = terminal
    self.output = output
    self.errorANSI = errorANSI
    self.windowSize = windowSize
    self.theme = theme
    self.catalog = catalog
    self.progress = progress
    self.readsKeys = readsKeys
  }

  var isResized: Bool { windowSize() != output.size }

  /// A message in the user's language; commands and keys have their own color.
  func text(_ message: Message) -> StyledText {
    message.pieces(in: catalog).reduce(into: StyledText()) { text, piece in
      text.append(piece.text, piece.kind == .command ? theme.command : theme.quiet)
    }
  }

  func write(_ text: String) throws(TerminalError) { try terminal.write(text, to: .output) }
}
