import MarketRender
import Messages
package import ScreenPictures
package import SellerSession
import TerminalKit

/// What each window needs: the running command, and how pictures are drawn.
package struct WindowContext: Sendable {
  let command: CommandContext
  /// nil if the terminal shows no pictures.
  let renderer: PictureRenderer?

  package init(_ command: CommandContext) {
    self.command = command
    renderer = nil
  }

  /// For a window with pictures: asks the terminal for its background and how it draws them.
  package init(withPictures command: CommandContext) async {
    self.command = command
    await command.core.learnBackground(for: command.console.capabilities(of: .output))
    renderer = await PictureDrawing(command.core, on: command.console).renderer(for: .automatic)
  }

  var size: TerminalSize { command.console.capabilities(of: .output).size }

  /// The viewport for the current size of the window.
  var viewport: Viewport {
    let space = renderer.map { PictureSpace($0.cell, in: size) }
    return command.presenter(pictures: space).viewport
  }

  /// Loads and draws a picture of the market; nil if that fails.
  func picture(_ key: WindowPictures.Key) async -> DrawnPicture? {
    guard let source = renderer.map(command.pictureSource) else { return nil }
    return try? await source.picture(key.url, in: key.box, from: source.client()).get()
  }

  /// The result of loading something.
  func result<T: Sendable>(_ body: () async throws -> T) async -> Result<T, WindowFailure> {
    do {
      return .success(try await body())
    } catch {
      let report = ErrorReport(error, at: try? command.market.profile())
      return .failure(WindowFailure(report.message))
    }
  }
}

/// An error, in words for the last line of a window.
struct WindowFailure: Error, Hashable, Sendable {
  let text: Message

  init(_ text: Message) {
    self.text = text
  }
}

extension CommandContext {
  /// The source of the pictures of an output.
  package func pictureSource(_ renderer: PictureRenderer) -> PictureSource {
    PictureSource(
      loader: market.caches.pictures, cache: market.caches.pictureCache, renderer: renderer,
      client: { [market] in try await market.pictureClient() })
  }
}
