/// One kept thing as a file: what it is, when it was last known to be right, and its bytes.
import Digest
import Foundation
import MarketWire

/// What a file of the cache holds.
struct CacheEntry: Hashable, Sendable {
  /// The lines above the bytes.
  struct Head: Hashable, Sendable {
    /// What it is the copy of.
    var key: String
    /// When its source last said that it is like this.
    var checked: WireDate
    /// The source's `ETag`, or what else tells it from later ones.
    var tag: String?
    /// SHA-256 of the bytes, hexadecimal.
    var digest: String
    var byteCount: Int
  }

  var head: Head
  var bytes: [UInt8]

  init(key: String, checked: WireDate, tag: String?, bytes: [UInt8]) {
    head = Head(
      key: key, checked: checked, tag: tag, digest: Digest.hex(Digest.sha256(bytes)),
      byteCount: bytes.count)
    self.bytes = bytes
  }

  /// nil for a file that is not one of ours, was cut off, or whose bytes were changed.
  init?(file: [UInt8]) {
    guard let (head, start) = Self.head(of: file), file.count - start == head.byteCount else {
      return nil
    }
    bytes = Array(file[start...])
    self.head = head
    guard Digest.hex(Digest.sha256(bytes)) == head.digest else { return nil }
  }

  var file: [UInt8] {
    let lines = [
      Self.title, "key " + head.key, "checked \(head.checked.milliseconds)",
      "tag " + (head.tag ?? ""), "digest " + head.digest, "bytes \(head.byteCount)", "", "",
    ]
    return Array(lines.joined(separator: "\n").utf8) + bytes
  }

  private static let title = "market cache 1"
  /// Longer lines than URLs and tags make are none of ours.
  static let headLimit = 8_192

  /// Reads the head of a file of which at least the first `headLimit` bytes are there.
  static func head(of file: [UInt8]) -> (head: Head, start: Int)? {
    var lines: [String] = []
    var start = 0
    while lines.count < 7 {
      guard let end = file[start...].prefix(headLimit).firstIndex(of: UInt8(ascii: "\n")) else {
        return nil
      }
      lines.append(String(decoding: file[start..<end], as: UTF8.self))
      start = end + 1
      guard lines[0] == title, start <= headLimit else { return nil }
    }
    func value(_ index: Int, _ name: String) -> String? {
      lines[index].hasPrefix(name + " ") ? String(lines[index].dropFirst(name.count + 1)) : nil
    }
    guard let key = value(1, "key"), let checked = value(2, "checked").flatMap({ Int64($0) }),
      let tag = value(3, "tag"), let digest = value(4, "digest"),
      let count = value(5, "bytes").flatMap({ Int($0) }), lines[6].isEmpty
    else { return nil }
    let head = Head(
      key: key, checked: WireDate(milliseconds: checked), tag: tag.isEmpty ? nil : tag,
      digest: digest, byteCount: count)
    return (head, start)
  }
}
