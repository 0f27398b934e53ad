/// An error in a stream.
struct StreamError: Error, CustomStringConvertible {
  let description: String
}

/// A decoder for a sixel picture (VT340 programmer's reference, chapter 14).
///
/// Everything else is an error.
struct SixelReader {
  /// The width in the raster attributes.
  private(set) var width = 0
  private(set) var height = 0
  private(set) var rows: [[Pixel]] = []
  private var palette: [Int: Pixel] = [:]
  private var color = 0
  private var x = 0
  private var band = 0
  private var bytes: ArraySlice<UInt8>

  init(_ stream: String) throws {
    guard stream.hasPrefix("\u{1B}P0;1;0q"), stream.hasSuffix("\u{1B}\\") else {
      throw StreamError(description: "not in its sequence, or pixels of 0 are not transparent")
    }
    bytes = Array(stream.utf8)[8...].dropLast(2)
    while let byte = bytes.popFirst() { try take(byte) }
  }

  private mutating func take(_ byte: UInt8) throws {
    switch byte {
    case UInt8(ascii: "\""):
      let values = numbers()
      guard values.count == 4, values[..<2] == [1, 1], rows.isEmpty else { throw unexpected(byte) }
      (width, height) = (values[2], values[3])
      rows = Array(repeating: Array(repeating: .clear, count: width), count: height)
    case UInt8(ascii: "#"):
      try take(color: numbers())
    case UInt8(ascii: "!"):
      guard let count = numbers().first, let data = bytes.popFirst() else { throw unexpected(byte) }
      try draw(data, count: count)
    case UInt8(ascii: "$"):
      x = 0
    case UInt8(ascii: "-"):
      (x, band) = (0, band + 1)
    case 0x3F...0x7E:
      try draw(byte, count: 1)
    default:
      throw unexpected(byte)
    }
  }

  /// Processes a color command: `#n` selects a color, `#n;2;r;g;b` defines one in percent.
  private mutating func take(color values: [Int]) throws {
    guard let number = values.first, number < 256 else { throw unexpected(UInt8(ascii: "#")) }
    color = number
    guard values.count > 1 else { return }
    guard values.count == 5, values[1] == 2, values[2...].allSatisfy({ $0 <= 100 }) else {
      throw unexpected(UInt8(ascii: "#"))
    }
    let parts = values[2...].map { UInt8(($0 * 255 + 50) / 100) }
    palette[number] = Pixel(red: parts[0], green: parts[1], blue: parts[2])
  }

  private mutating func draw(_ data: UInt8, count: Int) throws {
    guard (0x3F...0x7E).contains(data), x + count <= width else { throw unexpected(data) }
    for bit in 0..<6 where (data - 0x3F) >> bit & 1 == 1 {
      guard let pixel = palette[color], band * 6 + bit < height else { throw unexpected(data) }
      for column in x..<x + count { rows[band * 6 + bit][column] = pixel }
    }
    x += count
  }

  private mutating func numbers() -> [Int] {
    var result = [0]
    while let byte = bytes.first, byte == UInt8(ascii: ";") || (48...57).contains(byte) {
      bytes.removeFirst()
      if byte == UInt8(ascii: ";") {
        result.append(0)
      } else {
        result[result.count - 1] = result[result.count - 1] * 10 + Int(byte) - 48
      }
    }
    return result
  }

  private func unexpected(_ byte: UInt8) -> StreamError {
    StreamError(description: "byte \(byte) at \(x), band \(band), does not belong there")
  }
}
