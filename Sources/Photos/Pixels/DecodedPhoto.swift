/// Photos on their way to a screen: shrunk while they are decoded, never held whole where the format
/// allows it.

/// Decoded pixels for a terminal, upright, row by row from the top without gaps.
public struct DecodedPhoto: Hashable, Sendable {
  public let width: Int
  public let height: Int
  /// Whether each pixel has four bytes, with alpha as the last, and not three.
  public let hasAlpha: Bool
  public let bytes: [UInt8]

  /// Decodes a photo so that it fits into `width` by `height` pixels; it is never enlarged.
  ///
  /// Blocks, may be called from any thread. Fails with what `PhotoCheck` finds, `.noDecoder`,
  /// `.undecodable` or `.noMemory`.
  public init(
    _ bytes: [UInt8], within width: Int, _ height: Int, limits: PhotoLimits = .standard
  ) throws(PhotoError) {
    let raster = try Self.raster(bytes, within: width, height, limits)
    self.width = raster.width
    self.height = raster.height
    hasAlpha = raster.hasAlpha
    self.bytes = raster.packedBytes
  }

  /// The same as the bytes of a PNG file, for terminals that decode by themselves.
  public static func png(
    _ bytes: [UInt8], within width: Int, _ height: Int, limits: PhotoLimits = .standard
  ) throws(PhotoError) -> [UInt8] {
    try raster(bytes, within: width, height, limits).png(profile: nil)
  }

  private static func raster(
    _ bytes: [UInt8], within width: Int, _ height: Int, _ limits: PhotoLimits
  ) throws(PhotoError) -> Raster {
    let header = try PhotoCheck.check(ByteView(bytes), limits)
    let scale = min(
      1, Double(max(width, 1)) / Double(header.uprightWidth),
      Double(max(height, 1)) / Double(header.uprightHeight))
    let longSide = max(1, Int((Double(header.longSide) * scale).rounded()))
    let decoded = try Raster.decode(bytes, header.format, longSide: longSide)
    let turn = decoded.remainingOrientation(header)
    return try decoded.fitted(longSide: longSide).turned(turn)
  }
}
