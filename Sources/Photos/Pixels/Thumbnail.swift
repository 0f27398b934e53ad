/// A small upright copy of an image, without metadata.
public struct Thumbnail: Equatable, Sendable {
  public let bytes: [UInt8]
  /// JPEG, or PNG if pixels are transparent.
  public let format: PhotoFormat
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int

  /// The quality of a JPEG. A higher one makes no visible difference at this size.
  private static let quality = 85

  /// An upper bound for the memory in bytes that ``make(from:longSide:limits:)`` needs.
  ///
  /// It does not include the bytes of the image itself.
  public static func memory(for header: PhotoHeader, bytes: Int, longSide: Int = 320) -> Int {
    var settings = PreparationSettings()
    settings.longSide = longSide
    // The color profile of a PNG is compressed: 8 KB may become 8 MB, which exist three times.
    let profile = header.format == .png ? 32_000_000 : 0
    return Preparation.memory(for: header, bytes: bytes, settings: settings) + profile
  }

  /// Creates a thumbnail whose longer side has at most `longSide` pixels.
  ///
  /// This also verifies that the image can be decoded. A JPEG is scaled while it is decoded: one of
  /// 12 megapixels takes about 30 ms and 1 MB. Blocks; may be called from any thread. Fails with
  /// the errors of `PhotoCheck`, `.noDecoder`, `.undecodable` or `.noMemory`.
  public static func make(
    from bytes: [UInt8], longSide: Int = 320, limits: PhotoLimits = .standard
  ) throws(PhotoError) -> Thumbnail {
    let view = ByteView(bytes)
    let header = try PhotoCheck.check(view, limits)
    let decoded = try Raster.decode(
      try PNGMetadata.withoutTexts(view, header), header.format, longSide: longSide)
    let profile = try ColorProfile(of: decoded, view, header).kept
    let turn = decoded.remainingOrientation(header)
    let small = try decoded.fitted(longSide: max(1, longSide)).turned(turn)
    let isTransparent = small.isTransparent
    return Thumbnail(
      bytes: isTransparent
        ? try small.png(profile: profile)
        : try small.jpeg(quality: quality, profile: profile),
      format: isTransparent ? .png : .jpeg, width: small.width, height: small.height)
  }
}
