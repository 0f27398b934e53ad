import Foundation

/// The icon of the pages: a shop with an awning.
enum WindowIcon {
  /// An ICO with an image of 16 by 16 pixels and two colors.
  static let bytes: [UInt8] =
    // The file has one image: its size, 2 colors, 1 plane, 1 bit, its length and its place.
    numbers(0, 1, 1) + [16, 16, 2, 0] + numbers(1, 1) + wide(176, 22)
    // The header of a bitmap, which counts the rows of its mask, too.
    + wide(40, 16, 32) + numbers(1, 1) + wide(0, 128, 0, 0, 2, 0)
    // Blue, green, red.
    + [0x4B, 0x5C, 0x0B, 0, 0xFF, 0xFF, 0xFF, 0]
    // From the lowest row, each filled up to four bytes; a mask of zeros shows all pixels.
    + rows.reversed().flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF), 0, 0] }
    + [UInt8](repeating: 0, count: 64)

  /// The same as a PNG of 180 by 180 pixels, each pixel 11 by 11 large, with a margin of two.
  static let png = Data(base64Encoded: base64).map(Array.init) ?? []

  private static let base64 = """
    iVBORw0KGgoAAAANSUhEUgAAALQAAAC0AQMAAAAHA5RxAAAABlBMVEULXEv///9+6JLoAAAAWklEQVR42u3WIRKAMA\
    xE0e0gkD0SR+PKlRUdQogpIEHmr2g6z+8kEvkae6XhiX3135BqkLT4e+B4dr/64q5i1hU+e5TLCfvi6SPm1mPsOI7f\
    +oLj7Avuhx85ATcwqk0W8fSdAAAAAElFTkSuQmCC
    """

  private static let rows: [UInt16] = [
    0b0000_0000_0000_0000,
    0b0011_1111_1111_1100,
    0b0011_1111_1111_1100,
    0b0111_0011_1100_1110,
    0b0111_0011_1100_1110,
    0b0111_0011_1100_1110,
    0b0011_0001_1000_1100,
    0b0000_0000_0000_0000,
    0b0011_1111_1111_1100,
    0b0011_0000_1000_0100,
    0b0011_0000_1000_0100,
    0b0011_0000_1000_0100,
    0b0011_1111_1000_0100,
    0b0011_1111_1000_0100,
    0b0011_1111_1111_1100,
    0b0000_0000_0000_0000,
  ]

  private static func numbers(_ values: UInt16...) -> [UInt8] {
    values.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  private static func wide(_ values: UInt32...) -> [UInt8] {
    values.flatMap { value in (0..<4).map { UInt8(value >> ($0 * 8) & 0xFF) } }
  }
}
