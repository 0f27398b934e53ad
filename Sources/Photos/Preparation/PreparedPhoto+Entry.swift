import DiskCache
import Foundation

extension PreparedPhoto {
  private static let lineBreak = UInt8(ascii: "\n")

  /// The first word of the cache keys of prepared photos.
  public static let cacheKind = "photo"

  /// The cache key for a result of ``Preparation/key(for:settings:)``.
  static func entryKey(_ key: String) -> String { "\(cacheKind) \(key)" }

  /// Reads a cache entry, a line of JSON and the bytes; nil if it does not contain a prepared photo.
  init?(_ entry: CacheEntry) {
    guard let end = entry.bytes.firstIndex(of: Self.lineBreak), end + 1 < entry.bytes.count,
      let photo = try? JSONDecoder().decode(PreparedPhoto.self, from: Data(entry.bytes[..<end]))
    else { return nil }
    self = photo
    bytes = Array(entry.bytes[(end + 1)...])
  }

  /// The cache entry of the photo, or nil if encoding fails.
  func entry(for key: String) -> CacheEntry? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let text = try? encoder.encode(self) else { return nil }
    return CacheEntry(key: Self.entryKey(key), bytes: Array(text) + [Self.lineBreak] + bytes)
  }
}
