/// One kept thing as a file: what it is, when it was last known to be right, and its bytes.
import Digest

/// What a file of the cache holds.
public struct CacheEntry: Hashable, Sendable {
  /// The lines above the bytes.
  public struct Header: Hashable, Sendable {
    /// What it is the copy of. Its first word is its kind, in small letters.
    public var key: String
    /// When its source last confirmed the content, in milliseconds since 1970.
    public var validatedAt: Int64
    /// The source's `ETag`, or what else tells it from later ones.
    public var tag: String?
    /// SHA-256 of the bytes, hexadecimal.
    public var digest: String
    public var byteCount: Int
  }

  public var header: Header
  public var bytes: [UInt8]

  /// - Parameters:
  ///   - key: such as `picture https://market/1.png`, on one line. What begins with the same word is
  ///     counted together.
  ///   - validatedAt: In milliseconds since 1970; without meaning for content that cannot change.
  public init(
    key: String, validatedAt: Int64 = 0, tag: String? = nil, bytes: [UInt8]
  ) {
    header = Header(
      key: key, validatedAt: validatedAt, tag: tag, digest: Digest.hex(Digest.sha256(bytes)),
      byteCount: bytes.count)
    self.bytes = bytes
  }

  /// nil for a file that is not one of ours, was cut off, or was changed anywhere.
  init?(file: [UInt8]) {
    guard let (header, start) = Self.header(of: file), file.count - start == header.byteCount else {
      return nil
    }
    bytes = Array(file[start...])
    self.header = header
    guard Digest.hex(Digest.sha256(bytes)) == header.digest else { return nil }
  }

  /// nil where its key or tag would not be found again: of several lines, or too long.
  var file: [UInt8]? {
    let facts = [
      Self.title, "key " + header.key, "checked \(header.validatedAt)",
      "tag " + (header.tag ?? ""), "digest " + header.digest, "bytes \(header.byteCount)",
    ]
    // Not asked of the texts themselves: to them CR and LF together are another letter than LF.
    let text = Array(facts.joined(separator: "\n").utf8) + Self.lineBreak
    let lines = text + Array("head \(Digest.hex(Digest.sha256(text)))\n\n".utf8)
    guard text.count(where: { $0 == Self.lineBreak[0] }) == facts.count,
      lines.count <= Self.headerLimit
    else { return nil }
    return lines + bytes
  }

  private static let title = "market cache 1"
  private static let lineBreak = Array("\n".utf8)
  /// Longer heads than URLs and tags make are none of ours.
  static let headerLimit = 8_192

  /// Reads the header of a file of which at least the first `headerLimit` bytes are there.
  static func header(of file: [UInt8]) -> (header: Header, start: Int)? {
    var values: [String] = []
    var start = 0
    for name in ["", "key ", "checked ", "tag ", "digest ", "bytes ", "head ", ""] {
      guard let end = file[start...].prefix(headerLimit).firstIndex(of: lineBreak[0]),
        file[start..<end].starts(with: name.utf8)
      else { return nil }
      let value = String(decoding: file[start..<end].dropFirst(name.utf8.count), as: UTF8.self)
      if name == "head ", value != Digest.hex(Digest.sha256(file[..<start])) { return nil }
      values.append(value)
      start = end + 1
      guard values[0] == title, start <= headerLimit else { return nil }
    }
    guard values[7].isEmpty, let validatedAt = Int64(values[2]), let count = Int(values[5]) else {
      return nil
    }
    let header = Header(
      key: values[1], validatedAt: validatedAt,
      tag: values[3].isEmpty ? nil : values[3], digest: values[4], byteCount: count)
    return (header, start)
  }
}
