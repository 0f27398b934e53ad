import Digest

/// A cached value with the facts that identify and validate it; one file of the cache.
public struct CacheEntry: Hashable, Sendable {
  /// The lines that precede the bytes in the file.
  public struct Header: Hashable, Sendable {
    /// Identifies the cached value. The first word is its kind, in lowercase letters.
    public var key: String
    /// When the source last confirmed the content, in milliseconds since 1970.
    public var validatedAt: Int64
    /// The source's `ETag`, or another value that distinguishes versions of the content.
    public var tag: String?
    /// The SHA-256 digest of the bytes in hexadecimal.
    public var digest: String
    /// The number of bytes after the header.
    public var byteCount: Int
  }

  public var header: Header
  public var bytes: [UInt8]

  /// Creates an entry and computes its digest.
  ///
  /// - Parameters:
  ///   - key: One line, such as `picture https://market/1.png`. Entries with the same first word
  ///     are counted together.
  ///   - validatedAt: In milliseconds since 1970; without meaning for content that cannot change.
  public init(key: String, validatedAt: Int64 = 0, tag: String? = nil, bytes: [UInt8]) {
    header = Header(
      key: key, validatedAt: validatedAt, tag: tag, digest: Digest.hex(Digest.sha256(bytes)),
      byteCount: bytes.count)
    self.bytes = bytes
  }

  /// Reads a file of the cache; nil if it is truncated, damaged or not a cache file.
  init?(file: [UInt8]) {
    guard let (header, start) = Self.header(of: file), file.count - start == header.byteCount else {
      return nil
    }
    bytes = Array(file[start...])
    self.header = header
    guard Digest.hex(Digest.sha256(bytes)) == header.digest else { return nil }
  }

  /// The content of the file; nil if the key or tag has several lines or the header is too long.
  var file: [UInt8]? {
    let facts = [
      Self.title, "key " + header.key, "checked \(header.validatedAt)",
      "tag " + (header.tag ?? ""), "digest " + header.digest, "bytes \(header.byteCount)",
    ]
    // Count bytes, not characters: Swift treats CR LF as one character that differs from LF.
    let text = Array(facts.joined(separator: "\n").utf8) + Self.lineBreak
    let lines = text + Array("head \(Digest.hex(Digest.sha256(text)))\n\n".utf8)
    guard text.count(where: { $0 == Self.lineBreak[0] }) == facts.count,
      lines.count <= Self.headerLimit
    else { return nil }
    return lines + bytes
  }

  private static let title = "market cache 1"
  private static let lineBreak = Array("\n".utf8)
  /// The maximum length of a header in bytes; URLs and tags stay far below it.
  static let headerLimit = 8_192

  /// Parses the header, given at least the first `headerLimit` bytes of a file.
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
