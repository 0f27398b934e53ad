import CQRCode
import Photos
package import TerminalKit

/// A QR code of a text (ISO/IEC 18004), with its quiet zone.
package struct QRCode: Sendable {
  /// The number of modules on a side, with the quiet zone.
  package let side: Int
  private let dark: Set<Int>

  /// The width of the quiet zone in modules.
  private static let margin = 4

  /// Makes a code that stays readable when up to 15% of it is damaged; nil for a text above about
  /// 2,300 bytes.
  package init?(_ text: String) {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    side = width + 2 * Self.margin
    var dark: Set<Int> = []
    for place in 0..<(width * width) where code.pointee.data[place] & 1 == 1 {
      let (row, column) = (place / width + Self.margin, place % width + Self.margin)
      dark.insert(row * side + column)
    }
    self.dark = dark
  }

  /// Whether a module is dark; those outside of the code are light.
  package func isDark(row: Int, column: Int) -> Bool {
    (0..<side).contains(column) && dark.contains(row * side + column)
  }

  /// The lines for a terminal: two rows of modules in each, dark on light whatever its colors are.
  package var lines: [StyledText] {
    let style = Style(foreground: .rgb(0, 0, 0), background: .rgb(255, 255, 255))
    return stride(from: 0, to: side, by: 2).map { row in
      let cells = (0..<side).map { column -> String in
        switch (isDark(row: row, column: column), isDark(row: row + 1, column: column)) {
        case (false, false): " "
        case (true, false): "▀"
        case (false, true): "▄"
        case (true, true): "█"
        }
      }
      return StyledText(cells.joined(), style)
    }
  }

  /// The code as a picture in SVG.
  package var svg: String {
    let parts = dark.sorted().map { "M\($0 % side) \($0 / side)h1v1h-1z" }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">
      <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/>
      <path d="\(parts.joined())"/>
      </svg>

      """
  }

  /// The code as a picture in PNG, of 8 pixels for each module (PNG 3rd edition).
  package var png: [UInt8] {
    let scale = 8
    let pixels = side * scale
    var rows: [UInt8] = []
    for row in 0..<pixels {
      // No filter, then a bit for each pixel, light as 1.
      rows.append(0)
      for start in stride(from: 0, to: pixels, by: scale) {
        rows.append(isDark(row: row / scale, column: start / scale) ? 0 : 0xFF)
      }
    }
    let header = Self.word(pixels) + Self.word(pixels) + [1, 0, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", header)
      + Self.chunk("IDAT", Self.stored(rows)) + Self.chunk("IEND", [])
  }

  private static func word(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + content
    return word(content.count) + named + word(Int(CRC32.of(named, in: 0..<named.count)))
  }

  /// The bytes in the format of zlib, without compression (RFC 1950, RFC 1951 section 3.2.4).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: bytes.count, by: 65_535) {
      let part = bytes[start..<min(start + 65_535, bytes.count)]
      let count = UInt16(part.count)
      output.append(part.endIndex == bytes.count ? 1 : 0)
      for number in [count, ~count] {
        output += [UInt8(number & 0xFF), UInt8(number >> 8)]
      }
      output += part
    }
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return output + word(Int(high << 16 | low))
  }
}
