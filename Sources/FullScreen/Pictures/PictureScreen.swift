import MarketRender
import Messages
package import SellerSession
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
  var catalog = MessageCatalog.english
  let progress: any ProgressDisplay
  /// Whether the user can press keys while pictures are shown.
  let readsKeys: Bool

  var isResized: Bool { windowSize() != output.size }

  /// A message in the user's language; commands and keys have their own color.
  func text(_ message: Message) -> StyledText {
    message.pieces(in: catalog).reduce(into: StyledText()) { text, piece in
      text.append(piece.text, piece.kind == .command ? theme.command : theme.quiet)
    }
  }

  func write(_ text: String) throws(TerminalError) { try terminal.write(text, to: .output) }
}

extension PictureScreen {
  /// The screen on which the pictures of an output are drawn.
  package init(_ output: Capabilities, readsKeys: Bool, in context: CommandContext) {
    self.init(
      terminal: context.environment.terminal, output: output,
      errorANSI: context.console.capabilities(of: .error).ansi,
      windowSize: { context.console.capabilities(of: .output).size },
      theme: context.settings.theme, catalog: context.environment.catalog,
      progress: context.activity, readsKeys: readsKeys)
  }
}
