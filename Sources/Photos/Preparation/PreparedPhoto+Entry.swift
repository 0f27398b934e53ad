/// What a prepared photo looks like in the cache on disk.
import DiskCache
import Foundation

extension PreparedPhoto {
  /// What stands before the bytes, on a line: all of a prepared photo but them.
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

  /// The first word of keys of prepared photos.
  public static let cacheKind = "photo"

  /// The key of the photo of a name; see ``Preparation/key(for:settings:)``.
  static func entryKey(_ name: String) -> String { "\(cacheKind) \(name)" }

  /// nil where there is something else in it.
  init?(_ entry: CacheEntry) {
    guard let end = entry.bytes.firstIndex(of: Self.lineBreak), end + 1 < entry.bytes.count,
      let facts = try? JSONDecoder().decode(Facts.self, from: Data(entry.bytes[..<end]))
    else { return nil }
    self.init(
      bytes: Array(entry.bytes[(end + 1)...]), format: facts.format, width: facts.width,
      height: facts.height, source: facts.source, sourceBytes: facts.sourceBytes,
      changes: facts.changes, warnings: facts.warnings)
  }

  /// nil where its facts cannot be written down.
  func entry(named name: String) -> CacheEntry? {
    let facts = Facts(
      format: format, width: width, height: height, source: source, sourceBytes: sourceBytes,
      changes: changes, warnings: warnings)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let text = try? encoder.encode(facts) else { return nil }
    return CacheEntry(key: Self.entryKey(name), bytes: Array(text) + [Self.lineBreak] + bytes)
  }
}
