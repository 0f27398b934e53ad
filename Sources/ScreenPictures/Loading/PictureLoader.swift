import Base
package import MarketWire
package import OpenMarketClient
import Synchronization
import TerminalKit

/// Fetches and draws pictures, for the lifetime of the session.
///
/// A picture comes from memory, from the disk cache, or from the market, in this order.
package final class PictureLoader: Sendable {
  private let drawings = DrawnPictureCache()
  /// The ids for kitty; nil before the first picture.
  private let identifiers = Mutex<KittyIdentifiers?>(nil)
  private let random: @Sendable () -> UInt64
  private let now: @Sendable () -> WireDate
  /// Images that were last validated before this time are validated again.
  private let minimumValidatedAt = Mutex(WireDate(milliseconds: 0))

  /// The maximum size of an image in bytes.
  private static let byteLimit = 32 << 20

  /// - Parameter random: Random bits. They keep programs in one terminal from replacing each other's
  ///   pictures.
  package init(random: @escaping @Sendable () -> UInt64, now: @escaping @Sendable () -> WireDate) {
    self.random = random
    self.now = now
  }

  /// Makes every picture be validated again before it is next shown.
  package func invalidateAll(at time: WireDate) {
    minimumValidatedAt.withLock { $0 = time }
    drawings.clear()
  }

  /// Returns the drawing of an image.
  ///
  /// - Parameters:
  ///   - url: An absolute URL.
  ///   - cache: The disk cache; nil stores nothing on disk.
  /// - Throws: ``PictureLoadError`` or `CancellationError`.
  package func picture(
    _ url: String, in box: CellBox, with renderer: PictureRenderer,
    from client: OpenMarketClient, cache: PictureCache?
  ) async throws -> DrawnPicture {
    let key = renderer.key(url, in: box)
    let freshRange = PictureCache.freshRange(at: now())
    if let drawn = drawings.drawn(key, checkedIn: freshRange) { return withNewIdentifier(drawn) }
    let cache = cache.map(requiringValidation)
    let draw = { @Sendable [self] (image: Image) in
      Result { () throws(PictureLoadError) in
        try self.draw(image, as: key, in: box, renderer, cache)
      }
    }
    // An image from the disk is drawn on the thread that reads it.
    let found = try await runOnNewThreadUntilCancelled { () -> CacheResult in
      let found = Self.lookUp(key, in: cache)
      guard case .image(let cached) = found, cached.isFresh else { return found }
      return .drawing(draw(Self.image(of: cached)), validatedAt: cached.validatedAt)
    }
    if case .drawing(let result, let validatedAt) = found {
      let picture = try result.get()
      drawings.keep(picture, as: key, checked: validatedAt.milliseconds)
      return picture
    }
    var staleImage: PictureCache.CachedImage?
    if case .image(let cached) = found { staleImage = cached }
    let image = try await image(url, from: client, stale: staleImage, cache)
    try Task.checkCancellation()
    let picture = try await runOnNewThreadUntilCancelled { draw(image) }.get()
    drawings.keep(picture, as: key, checked: image.validatedAt.milliseconds)
    return picture
  }
}

extension PictureLoader {
  /// An encoded image.
  private struct Image: Sendable {
    let bytes: [UInt8]
    let digest: String
    let validatedAt: WireDate

  }

  private static func image(of cached: PictureCache.CachedImage) -> Image {
    Image(bytes: cached.bytes, digest: cached.digest, validatedAt: cached.validatedAt)
  }

  private enum CacheResult: Sendable {
    case drawing(Result<DrawnPicture, PictureLoadError>, validatedAt: WireDate)
    case image(PictureCache.CachedImage)
    case nothing
  }

  private static func lookUp(_ key: DrawnPictureCache.Key, in cache: PictureCache?) -> CacheResult {
    guard let cache else { return .nothing }
    if key.method == .symbols, let known = cache.drawing(key) {
      return .drawing(.success(known.drawn), validatedAt: known.validatedAt)
    }
    return cache.image(key.picture).map { .image($0) } ?? .nothing
  }

  /// Fetches an image, or uses the stale one if the market confirms it or cannot be reached.
  private func image(
    _ url: String, from client: OpenMarketClient, stale: PictureCache.CachedImage?,
    _ cache: PictureCache?
  ) async throws -> Image {
    let fetched: FetchedImage?
    do throws(ClientError) {
      fetched = try await client.image(at: url, ifNoneMatch: stale?.tag)
    } catch {
      if error.code == .cancelled { throw CancellationError() }
      if let stale, error.code != .notFound { return Self.image(of: stale) }
      throw PictureLoadError(error)
    }
    let bytes = fetched?.bytes ?? stale?.bytes ?? []
    guard bytes.count <= Self.byteLimit else { throw PictureLoadError.tooLarge }
    let tag = fetched == nil ? stale?.tag : fetched?.eTag
    let digest = try await runOnNewThreadUntilCancelled { cache?.store(bytes, tag: tag, of: url) }
    return Image(bytes: bytes, digest: digest ?? "", validatedAt: now())
  }

  /// Draws an image and stores the drawing. Blocks.
  private func draw(
    _ image: Image, as key: DrawnPictureCache.Key, in box: CellBox, _ renderer: PictureRenderer,
    _ cache: PictureCache?
  ) throws(PictureLoadError) -> DrawnPicture {
    do {
      let id = renderer.method == .kitty ? nextIdentifier() : 1
      let picture = try renderer.draw(image.bytes, in: box, id: id)
      if case .lines(let lines, let columns) = picture {
        cache?.store(DrawnLines(lines: lines, columns: columns), as: key, of: image.digest)
      }
      return picture
    } catch {
      throw PictureLoadError(error)
    }
  }

  private func requiringValidation(_ cache: PictureCache) -> PictureCache {
    var cache = cache
    cache.minimumValidatedAt = minimumValidatedAt.withLock { $0 }
    return cache
  }

  /// A picture that is on the screen twice needs two ids.
  private func withNewIdentifier(_ picture: DrawnPicture) -> DrawnPicture {
    guard case .stream(let stream) = picture else { return picture }
    return .stream(stream.numbered(nextIdentifier()))
  }

  private func nextIdentifier() -> UInt32 {
    identifiers.withLock { identifiers in
      var next = identifiers ?? KittyIdentifiers(seed: UInt32(truncatingIfNeeded: random()))
      defer { identifiers = next }
      return next.next()
    }
  }
}
