package import FullScreen
import MarketRender
package import Messages
package import ScreenPictures
package import SellerSession
package import TerminalKit

extension CommandContext {
  /// The screen on which the pictures of an output are drawn.
  ///
  /// - Parameter readsKeys: Whether the user can press keys while pictures are shown.
  package func pictureScreen(_ output: Capabilities, readsKeys: Bool) -> PictureScreen {
    PictureScreen(
      terminal: environment.terminal, output: output,
      errorANSI: console.capabilities(of: .error).ansi,
      windowSize: { [console] in console.capabilities(of: .output).size },
      theme: settings.theme, catalog: environment.catalog, progress: activity,
      readsKeys: readsKeys)
  }

  /// The renderer of pictures in the whole window; nil if the terminal cannot draw.
  func windowRenderer() async -> PictureRenderer? {
    await session.learnBackground(for: console.capabilities(of: .output))
    return await PictureDrawing(market: market).renderer(for: .automatic)
  }

  /// The viewport of the window as it is now.
  func viewport(drawing renderer: PictureRenderer?) -> Viewport {
    let size = console.capabilities(of: .output).size
    return presenter(pictures: renderer.map { PictureSpace($0.cell, in: size) }).viewport
  }

  /// The source of the pictures of an output.
  package func pictureSource(_ renderer: PictureRenderer) -> PictureSource {
    PictureSource(
      loader: session.caches.pictures, cache: session.caches.pictureCache, renderer: renderer,
      client: { [market] in try await market.pictureClient() })
  }
}
