/// The color profile of a PNG image.
enum PNGProfile {
  /// The gamma of sRGB times 100,000 (PNG 3rd edition, section 11.3.2.2).
  private static let standardGamma = 45_455

  /// The size in bytes of the chunks that state other colors than those of sRGB, without a profile.
  static func colorBytes(_ view: ByteView) throws(PhotoError) -> Int {
    var (bytes, gammaBytes, isStandard) = (0, 0, false)
    var chunks = PNGChunks(view)
    while true {
      let chunk = try chunks.next(withinPixels: false)
      switch chunk.name {
      // The first two bytes are the primaries and the curve of sRGB.
      case "cICP" where !view.bytes[chunk.payload].starts(with: [1, 13]):
        bytes += chunk.payload.count
      case "gAMA" where view.number(at: chunk.payload.lowerBound, width: 4) != standardGamma:
        gammaBytes = chunk.payload.count
      case "sRGB": isStandard = true
      case "IDAT", "IEND": return bytes + (isStandard ? 0 : gammaBytes)
      default: break
      }
    }
  }

  /// Inserts an `iCCP` chunk after the header (PNG 3rd edition, section 11.3.2.3).
  ///
  /// The profile is stored uncompressed, because a few hundred bytes do not justify a dependency on
  /// zlib. If it has more than 65,535 bytes, the image is returned unchanged.
  static func insert(_ profile: [UInt8], into png: [UInt8]) -> [UInt8] {
    // The signature has 8 bytes, the header chunk 25.
    let header = 33
    guard png.count >= header, let length = UInt16(exactly: profile.count) else { return png }
    let payload = Array("ICC profile".utf8) + [0, 0] + zlibStream(of: profile, length)
    return png[..<header] + PNGChunks.chunk("iCCP", payload) + png[header...]
  }

  /// A zlib stream with one uncompressed block (RFC 1950, RFC 1951 section 3.2.4).
  private static func zlibStream(of content: [UInt8], _ length: UInt16) -> [UInt8] {
    let sizes = [length, ~length].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    return [0x78, 0x01, 0x01] + sizes + content + PNGChunks.bytes(of: adler32(content))
  }

  private static func adler32(_ content: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in content {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }
}
