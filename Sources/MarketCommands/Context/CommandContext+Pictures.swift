package import FullScreen
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

  /// The source of the pictures of an output.
  package func pictureSource(_ renderer: PictureRenderer) -> PictureSource {
    PictureSource(
      loader: session.caches.pictures, cache: session.caches.pictureCache, renderer: renderer,
      client: { [market] in try await market.pictureClient() })
  }
}
