package import OpenMarketClient

/// What fetching and drawing pictures needs from the session.
package struct PictureSource: Sendable {
  let loader: PictureLoader
  let cache: PictureCache?
  let renderer: PictureRenderer
  /// Returns the client for images. It is called only when there is a picture to fetch.
  package let client: @Sendable () async throws -> OpenMarketClient

  /// - Parameter cache: The disk cache; nil stores nothing on disk.
  package init(
    loader: PictureLoader, cache: PictureCache?, renderer: PictureRenderer,
    client: @escaping @Sendable () async throws -> OpenMarketClient
  ) {
    self.loader = loader
    self.cache = cache
    self.renderer = renderer
    self.client = client
  }

  /// Fetches and draws an image.
  ///
  /// - Throws: `CancellationError`.
  package func picture(
    _ url: String, in box: CellBox, from client: OpenMarketClient
  ) async throws -> Result<DrawnPicture, PictureLoadError> {
    do {
      return .success(
        try await loader.picture(
          client.absoluteURL(of: url), in: box, with: renderer, from: client, cache: cache))
    } catch let error as PictureLoadError {
      try Task.checkCancellation()
      return .failure(error)
    }
  }
}
