package import DiskCache
import Formatting
package import MarketWire
import TerminalKit

/// The images of listings in the disk cache, and their drawings in symbols.
package struct PictureCache: Sendable {
  /// An image in the cache.
  struct CachedImage: Sendable {
    let bytes: [UInt8]
    let tag: String?
    let digest: String
    /// When the market last confirmed the image.
    let validatedAt: WireDate
    /// Whether the image is used without asking the market.
    let isFresh: Bool
  }

  /// The time after which the market is asked whether an image has changed: seven days.
  static let lifetime = Duration.seconds(7 * 86_400)

  /// The first words of the keys in the disk cache.
  package static let kinds = ["picture", "drawn"]

  let disk: DiskCache
  let now: @Sendable () -> WireDate
  /// Images that were last validated before this time are not fresh.
  var minimumValidatedAt = WireDate(milliseconds: 0)

  package init(disk: DiskCache, now: @escaping @Sendable () -> WireDate) {
    self.disk = disk
    self.now = now
  }

  func image(_ url: String) -> CachedImage? {
    guard let entry = disk.entry(Self.key(url)) else { return nil }
    return CachedImage(
      bytes: entry.bytes, tag: entry.header.tag, digest: entry.header.digest,
      validatedAt: WireDate(milliseconds: entry.header.validatedAt),
      isFresh: isFresh(entry.header))
  }

  /// The range in which `validatedAt` is fresh, in milliseconds.
  ///
  /// It ends now, because a time in the future comes from a clock that was wrong.
  static func freshRange(at now: WireDate) -> ClosedRange<Int64> {
    now.milliseconds - lifetime.components.seconds * 1000 + 1...now.milliseconds
  }

  /// Stores an image that was just received or confirmed, and returns its digest.
  @discardableResult
  func store(_ bytes: [UInt8], tag: String?, of url: String) -> String {
    let entry = CacheEntry(
      key: Self.key(url), validatedAt: now().milliseconds, tag: tag, bytes: bytes)
    disk.store(entry)
    return entry.header.digest
  }

  /// Returns a cached drawing of an image that is fresh and unchanged, and when it was validated.
  func drawing(_ key: DrawnPictureCache.Key) -> (drawn: DrawnPicture, validatedAt: WireDate)? {
    guard let source = disk.header(Self.key(key.picture)), isFresh(source),
      let entry = disk.entry(Self.key(key)), entry.header.tag == source.digest
    else { return nil }
    let validatedAt = WireDate(milliseconds: source.validatedAt)
    return DrawnLines(bytes: entry.bytes).map { ($0.drawn, validatedAt) }
  }

  /// Stores the drawing of the image with this digest.
  func store(_ drawing: DrawnLines, as key: DrawnPictureCache.Key, of digest: String) {
    disk.store(
      CacheEntry(
        key: Self.key(key), validatedAt: now().milliseconds, tag: digest, bytes: drawing.bytes))
  }

  private func isFresh(_ header: CacheEntry.Header) -> Bool {
    Self.freshRange(at: now()).contains(header.validatedAt)
      && header.validatedAt >= minimumValidatedAt.milliseconds
  }

  private static func key(_ url: String) -> String { "picture " + url }

  private static func key(_ key: DrawnPictureCache.Key) -> String {
    let background: String
    switch key.background {
    case nil: background = "-"
    case .palette(let number): background = "\(number)"
    case .rgb(let color): background = "\(color.red),\(color.green),\(color.blue)"
    }
    return [
      "drawn", "\(key.box.columns)x\(key.box.rows)", "\(key.cell.width)x\(key.cell.height)",
      "\(key.color.rawValue)", background, key.picture,
    ].joined(separator: " ")
  }
}
