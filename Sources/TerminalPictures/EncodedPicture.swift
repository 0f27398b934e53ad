/// The bytes of a PNG or JPEG file that a terminal decodes by itself.

/// A picture file, judged by its first bytes and not by any name.
public struct EncodedPicture: Hashable, Sendable {
  public enum Format: Hashable, Sendable {
    case png
    case jpeg
  }

  /// The largest file that is sent. A picture of a whole large window has some 2 MB.
  public static let byteLimit = 8 << 20

  public let bytes: [UInt8]
  public let format: Format
  /// Pixels, as the file's header says.
  public let width: Int
  public let height: Int

  /// Reads the header; the rest is the terminal's to decode.
  ///
  /// Fails with `.wrongFormat`, also for a header that is cut off, `.tooManyBytes`, `.noPixels` or
  /// `.tooManyPixels`.
  public init(_ bytes: [UInt8]) throws(PictureError) {
    guard bytes.count <= Self.byteLimit else {
      throw .tooManyBytes(bytes.count, limit: Self.byteLimit)
    }
    let found: (format: Format, width: Int, height: Int)
    if let size = Self.pngSize(bytes) {
      found = (.png, size.width, size.height)
    } else if let size = Self.jpegSize(bytes) {
      found = (.jpeg, size.width, size.height)
    } else {
      throw .wrongFormat
    }
    try PixelImage.check(width: found.width, height: found.height)
    self.bytes = bytes
    (format, width, height) = found
  }

  /// The signature and IHDR, which is always the first chunk (PNG, third edition, 5.2 and 11.2.1).
  private static func pngSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    guard bytes.count >= 33, bytes.starts(with: start + Array("IHDR".utf8)) else { return nil }
    return (number(bytes[16..<20]), number(bytes[20..<24]))
  }

  /// The first frame header (ITU-T T.81, B.2.2), found by a walk over the segments before it.
  private static func jpegSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
    var place = 2
    while place + 9 <= bytes.count, bytes[place] == 0xFF {
      let marker = bytes[place + 1]
      if marker == 0xFF {
        place += 1
        continue
      }
      // C4, C8 and CC are tables; a scan or the end before any frame is no picture.
      if (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker) {
        return (number(bytes[place + 7..<place + 9]), number(bytes[place + 5..<place + 7]))
      }
      let length = number(bytes[place + 2..<place + 4])
      guard marker != 0xDA, marker != 0xD9, length >= 2 else { return nil }
      place += 2 + length
    }
    return nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
