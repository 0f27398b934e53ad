/// The encoded form of a drawing in symbols: the number of columns, then the rows, one per line.
struct DrawnLines: Hashable, Sendable {
  let lines: [String]
  let columns: Int
}

extension DrawnLines {
  /// Decodes a drawing. Returns nil if it contains anything but text and colors, because the rows
  /// are written to the terminal unchanged.
  init?(bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard Self.isHarmless(bytes), parts.count > 1, let columns = Int(parts[0]),
      (1...CellBox.limit).contains(columns), parts.count - 1 <= CellBox.limit
    else { return nil }
    self.init(lines: parts.dropFirst().map(String.init), columns: columns)
  }

  var bytes: [UInt8] { Array(([String(columns)] + lines).joined(separator: "\n").utf8) }

  var drawn: DrawnPicture { .lines(lines, columns: columns) }

  /// Whether each Escape starts a sequence `CSI digits ; digits m`, and line feed is the only other
  /// control character.
  private static func isHarmless(_ bytes: [UInt8]) -> Bool {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard byte == 0x1B else {
        // 0xC2 starts the UTF-8 encoding of C1 control characters.
        if byte < 0x20 && byte != 0x0A || byte == 0x7F || byte == 0xC2 { return false }
        continue
      }
      guard index < bytes.count, bytes[index] == UInt8(ascii: "[") else { return false }
      index += 1
      while index < bytes.count, (0x30...0x3B).contains(bytes[index]) { index += 1 }
      guard index < bytes.count, bytes[index] == UInt8(ascii: "m") else { return false }
      index += 1
    }
    return true
  }
}
