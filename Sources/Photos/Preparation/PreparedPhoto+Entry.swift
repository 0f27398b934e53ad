import DiskCache
import Foundation

extension PreparedPhoto {
  /// The first line of an entry, in JSON: all properties of a prepared photo except its bytes.
  private struct Facts: Codable {
    let format: PhotoFormat
    let width: Int
    let height: Int
    let source: PhotoHeader
    let sourceBytes: Int
    let changes: [PhotoChange]
    let warnings: [PhotoWarning]
  }

  private static let lineBreak = UInt8(ascii: "\n")

  /// The first word of the cache keys of prepared photos.
  public static let cacheKind = "photo"

  /// The cache key for a result of ``Preparation/key(for:settings:)``.
  static func entryKey(_ key: String) -> String { "\(cacheKind) \(key)" }

  /// Reads a cache entry; nil if it does not contain a prepared photo.
  init?(_ entry: CacheEntry) {
    guard let end = entry.bytes.firstIndex(of: Self.lineBreak), end + 1 < entry.bytes.count,
      let facts = try? JSONDecoder().decode(Facts.self, from: Data(entry.bytes[..<end]))
    else { return nil }
    self.init(
      bytes: Array(entry.bytes[(end + 1)...]), format: facts.format, width: facts.width,
      height: facts.height, source: facts.source, sourceBytes: facts.sourceBytes,
      changes: facts.changes, warnings: facts.warnings)
  }

  /// The cache entry of the photo, or nil if encoding fails.
  func entry(for key: String) -> CacheEntry? {
    let facts = Facts(
      format: format, width: width, height: height, source: source, sourceBytes: sourceBytes,
      changes: changes, warnings: warnings)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let text = try? encoder.encode(facts) else { return nil }
    return CacheEntry(key: Self.entryKey(key), bytes: Array(text) + [Self.lineBreak] + bytes)
  }
}
