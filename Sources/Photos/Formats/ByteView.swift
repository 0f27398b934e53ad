import Foundation

enum ByteOrder { case big, little }

/// Reads numbers and names from untrusted bytes; every read outside them returns nil.
struct ByteView: Sendable {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  /// The byte at the offset.
  func byte(at offset: Int) -> UInt8? {
    bytes.indices.contains(offset) ? bytes[offset] : nil
  }

  /// An unsigned number of 1 to 7 bytes, which always fits into an `Int`.
  func number(at offset: Int, width: Int, _ order: ByteOrder = .big) -> Int? {
    guard offset >= 0, (1...7).contains(width), offset <= count - width else { return nil }
    var value = 0
    for index in 0..<width {
      let position = order == .big ? offset + index : offset + width - 1 - index
      value = value << 8 | Int(bytes[position])
    }
    return value
  }

  /// Whether the ASCII text is at the offset.
  func contains(_ text: String, at offset: Int) -> Bool {
    guard offset >= 0, offset <= count - text.utf8.count else { return false }
    return bytes[offset..<offset + text.utf8.count].elementsEqual(text.utf8)
  }

  func starts(with prefix: [UInt8]) -> Bool { bytes.starts(with: prefix) }

  /// The offset of the first occurrence of the byte in the range, or nil.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    let range = range.clamped(to: bytes.indices)
    // memchr compares 32 bytes at once; this loop passes over megabytes of image data.
    return bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress,
        let found = memchr(base + range.lowerBound, Int32(byte), range.count)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  /// The offset of the first occurrence of the text in the range, or nil.
  func firstIndex(of text: String, in range: Range<Int>) -> Int? {
    let letters = Array(text.utf8)
    guard let first = letters.first else { return nil }
    var position = range.lowerBound
    while let candidate = firstIndex(of: first, in: position..<max(position, range.upperBound)),
      candidate + letters.count <= min(range.upperBound, count)
    {
      if bytes[candidate..<candidate + letters.count].elementsEqual(letters) { return candidate }
      position = candidate + 1
    }
    return nil
  }
}
