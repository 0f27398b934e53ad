package import MarketRender
package import ScreenPictures
import TerminalKit

/// Writes the pieces of an output with their pictures.
package struct IllustratedOutput {
  private let screen: PictureScreen
  /// The source of the pictures; nil after a key press, when the rest is written without pictures.
  private var source: PictureSource?

  package init(on screen: PictureScreen, from source: PictureSource) {
    self.screen = screen
    self.source = source
  }

  /// Writes a piece, and waits for its pictures until a key is pressed.
  package mutating func write(_ piece: RenderedOutput) async throws {
    screen.progress.pause()
    guard case .styled(let text) = piece.output, !piece.pictures.isEmpty else {
      return try piece.write(
        to: screen.terminal, output: screen.output.ansi, error: screen.errorANSI)
    }
    let illustrated = IllustratedText(text, piece.pictures)
    guard let source else {
      return try screen.write(illustrated.withoutSlots.encoded(by: screen.output.ansi))
    }
    var page = IllustratedPage(illustrated, on: screen)
    let driver = PictureDriver<IllustratedPage>(
      screen: screen, source: source, client: try await source.client(), subject: nil)
    if try await !driver.run(&page, readsKeys: screen.readsKeys) { self.source = nil }
  }
}
