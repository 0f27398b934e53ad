/// The decoded, upright pixels of a photo, scaled down for a terminal.
///
/// Rows are stored from top to bottom without padding.
public struct DecodedPhoto: Hashable, Sendable {
  public let width: Int
  public let height: Int
  /// Whether each pixel has four bytes, alpha being the last, instead of three.
  public let hasAlpha: Bool
  public let bytes: [UInt8]

  /// Decodes a photo and scales it down to fit into `width` by `height` pixels.
  ///
  /// Blocks; may be called from any thread. Fails with the errors of `PhotoCheck`, `.noDecoder`,
  /// `.undecodable` or `.noMemory`.
  public init(
    _ bytes: [UInt8], within width: Int, _ height: Int
  ) throws(PhotoError) {
    let raster = try Self.raster(bytes, within: width, height)
    self.width = raster.width
    self.height = raster.height
    hasAlpha = raster.hasAlpha
    self.bytes = raster.packedBytes
  }

  /// Decodes and scales a photo and encodes it as a PNG, for terminals that decode images.
  public static func png(
    _ bytes: [UInt8], within width: Int, _ height: Int
  ) throws(PhotoError) -> [UInt8] {
    try raster(bytes, within: width, height).png(profile: nil)
  }

  private static func raster(
    _ bytes: [UInt8], within width: Int, _ height: Int
  ) throws(PhotoError) -> Raster {
    let view = ByteView(bytes)
    let header = try PhotoCheck.check(view, .standard)
    let scale = min(
      1, Double(max(width, 1)) / Double(header.uprightWidth),
      Double(max(height, 1)) / Double(header.uprightHeight))
    let longSide = max(1, Int((Double(header.longSide) * scale).rounded()))
    let decoded = try Raster.decode(
      try PNGMetadata.withoutTexts(view, header), header.format, longSide: longSide)
    let turn = decoded.remainingOrientation(header)
    return try decoded.fitted(longSide: longSide).turned(turn)
  }
}
