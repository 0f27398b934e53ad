/// Where pictures come from: memory, disk, the market.
import MarketWire
import OpenMarketClient
import Photos
import Synchronization
import TerminalKit
import TerminalPictures
import Threads

/// Why there is no picture where one should be.
enum PictureFault: Error, Hashable, Sendable {
  /// The market has none at this address.
  case gone
  case notReached
  /// It was not there when the text had to go on.
  case tooSlow
  /// What came is no picture, or a damaged one.
  case broken
  /// It is too large for this machine or this window.
  case tooLarge

  /// What stands in its place.
  var words: String {
    switch self {
    case .gone: "picture gone"
    case .notReached: "not reached"
    case .tooSlow: "too slow"
    case .broken: "broken picture"
    case .tooLarge: "too large"
    }
  }
}

/// Fetches and draws pictures. It lives as long as the session.
final class PictureLoader: Sendable {
  private let drawn = DrawnPictureCache()
  /// For kitty; begun by the first picture.
  private let identifiers = Mutex<KittyIdentifiers?>(nil)
  private let chance: @Sendable () -> UInt64
  private let now: @Sendable () -> WireDate
  /// What was known before this moment counts as old.
  private let checkedSince = Mutex(WireDate(milliseconds: 0))

  /// The longest picture that is fetched, in bytes.
  private static let byteLimit = 32 << 20

  /// - Parameter chance: random bits, so that programs in one terminal do not take each other's
  ///   pictures away.
  init(chance: @escaping @Sendable () -> UInt64, now: @escaping @Sendable () -> WireDate) {
    self.chance = chance
    self.now = now
  }

  /// Has every picture be asked for anew the next time: those that were not changed do not come
  /// again.
  func doubt(at moment: WireDate) {
    checkedSince.withLock { $0 = moment }
    drawn.clear()
  }

  /// A picture of a market, drawn.
  ///
  /// - Parameters:
  ///   - url: absolute.
  ///   - cache: nil keeps nothing on disk.
  /// - Throws: ``PictureFault``, or `CancellationError`.
  func picture(
    _ url: String, in box: CellBox, with pen: PicturePen, from client: OpenMarketClient,
    cache: PictureCache?
  ) async throws -> DrawnPicture {
    let key = pen.key(url, in: box)
    let fresh = PictureCache.fresh(at: now())
    if let known = drawn.drawn(key, checkedIn: fresh) { return numbered(known) }
    let kept = cache.map(doubted)
    let draw = { @Sendable [self] (source: Source) in
      Result { () throws(PictureFault) in try self.draw(source, as: key, in: box, pen, kept) }
    }
    // What is on the disk is drawn on the same thread.
    let found = try await runOnNewThreadUntilCancelled { () -> Found in
      let found = Self.look(for: key, in: kept)
      guard case .kept(let file) = found, file.isFresh else { return found }
      return .drawn(draw(Source(file)), checked: file.checked)
    }
    if case .drawn(let result, let checked) = found {
      let picture = try result.get()
      drawn.keep(picture, as: key, checked: checked.milliseconds)
      return picture
    }
    let source = try await source(url, found, client, kept)
    try Task.checkCancellation()
    let picture = try await runOnNewThreadUntilCancelled { draw(source) }.get()
    drawn.keep(picture, as: key, checked: source.checked.milliseconds)
    return picture
  }

  /// Blocks.
  private func draw(
    _ source: Source, as key: DrawnPictureCache.Key, in box: CellBox, _ pen: PicturePen,
    _ cache: PictureCache?
  ) throws(PictureFault) -> DrawnPicture {
    do {
      let id = pen.method == .kitty ? nextIdentifier() : 1
      let picture = try pen.draw(source.bytes, in: box, id: id)
      if case .lines(let lines, let columns) = picture {
        cache?.keep(lines, columns: columns, as: key, of: source.digest)
      }
      return picture
    } catch {
      throw Self.fault(error)
    }
  }

  private func doubted(_ cache: PictureCache) -> PictureCache {
    var cache = cache
    cache.checkedSince = checkedSince.withLock { $0 }
    return cache
  }

  /// A picture that is on the screen a second time needs an id of its own.
  private func numbered(_ picture: DrawnPicture) -> DrawnPicture {
    guard case .stream(let stream) = picture else { return picture }
    return .stream(stream.numbered(nextIdentifier()))
  }

  private func nextIdentifier() -> UInt32 {
    identifiers.withLock { identifiers in
      var next = identifiers ?? KittyIdentifiers(seed: UInt32(truncatingIfNeeded: chance()))
      defer { identifiers = next }
      return next.next()
    }
  }
}

extension PictureLoader {
  private enum Found: Sendable {
    case drawn(Result<DrawnPicture, PictureFault>, checked: WireDate)
    case kept(PictureCache.Kept)
    case nothing
  }

  /// A picture as it came.
  struct Source: Sendable {
    let bytes: [UInt8]
    let digest: String
    let checked: WireDate

    init(_ bytes: [UInt8], digest: String, checked: WireDate) {
      self.bytes = bytes
      self.digest = digest
      self.checked = checked
    }

    init(_ kept: PictureCache.Kept) {
      self.init(kept.bytes, digest: kept.digest, checked: kept.checked)
    }
  }

  private static func look(for key: DrawnPictureCache.Key, in cache: PictureCache?) -> Found {
    guard let cache else { return .nothing }
    if key.method == .symbols, let known = cache.lines(key) {
      return .drawn(.success(known.drawn), checked: known.checked)
    }
    return cache.picture(key.picture).map { .kept($0) } ?? .nothing
  }

  /// The bytes of a picture: those that were kept while they are fresh, else what the market says.
  /// Where it cannot be reached, what was kept is better than nothing.
  private func source(
    _ url: String, _ found: Found, _ client: OpenMarketClient, _ cache: PictureCache?
  ) async throws -> Source {
    var known: PictureCache.Kept?
    if case .kept(let kept) = found { known = kept }
    if let known, known.isFresh { return Source(known) }
    let answer: FetchedImage?
    do throws(ClientError) {
      answer = try await client.image(at: url, ifNoneMatch: known?.tag)
    } catch {
      if error.code == .cancelled { throw CancellationError() }
      if let known, error.code != .notFound { return Source(known) }
      throw Self.fault(error)
    }
    let bytes = answer?.bytes ?? known?.bytes ?? []
    guard bytes.count <= Self.byteLimit else { throw PictureFault.tooLarge }
    let tag = answer == nil ? known?.tag : answer?.eTag
    let digest = try await runOnNewThreadUntilCancelled { cache?.keep(bytes, tag: tag, of: url) }
    return Source(bytes, digest: digest ?? "", checked: now())
  }

  private static func fault(_ error: any Error) -> PictureFault {
    switch error {
    case let error as ClientError:
      switch error.code {
      case .notFound, .forbidden, .notAuthorized, .invalid, .badRequest: .gone
      case .responseTooLarge: .tooLarge
      default: .notReached
      }
    case PictureError.tooManyPixels, PictureError.tooManyBytes, PhotoError.tooManyPixels,
      PhotoError.noMemory:
      .tooLarge
    default: .broken
    }
  }
}
