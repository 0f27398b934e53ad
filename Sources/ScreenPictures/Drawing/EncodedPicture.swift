/// A PNG file for a terminal that decodes pictures itself.
struct EncodedPicture {
  /// The largest file in bytes.
  ///
  /// A picture that fills a large window has about 2 MB.
  static let byteLimit = 8 << 20

  let bytes: [UInt8]
  /// The width in pixels, from the header.
  let width: Int
  let height: Int

  /// Reads the header; the terminal decodes the rest.
  ///
  /// Throws `.wrongFormat`, also for a truncated header, `.tooManyBytes`, `.noPixels` or
  /// `.tooManyPixels`.
  init(_ bytes: [UInt8]) throws(PictureError) {
    guard bytes.count <= Self.byteLimit else {
      throw .tooManyBytes(bytes.count, limit: Self.byteLimit)
    }
    guard let size = Self.pngSize(bytes) else { throw .wrongFormat }
    try PixelImage.check(width: size.width, height: size.height)
    self.bytes = bytes
    (width, height) = size
  }

  /// Reads the size from the IHDR chunk, which always comes first (PNG, third edition, 5.2 and
  /// 11.2.1).
  private static func pngSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    guard bytes.count >= 33, bytes.starts(with: start + Array("IHDR".utf8)) else { return nil }
    return (number(bytes[16..<20]), number(bytes[20..<24]))
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
