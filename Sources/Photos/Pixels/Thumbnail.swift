/// Small copies of pictures for lists.

/// A small upright copy of a picture, without notes.
public struct Thumbnail: Equatable, Sendable {
  public let bytes: [UInt8]
  /// JPEG, or PNG where pixels are transparent. A stored file takes its extension from here.
  public let format: PhotoFormat
  /// Pixels, as seen.
  public let width: Int
  public let height: Int

  /// The quality of a JPEG thumbnail; at this size nothing finer shows.
  private static let quality = 85

  /// Makes the thumbnail of a picture, which proves at the same time that it can be decoded.
  ///
  /// The longer side is at most `longSide` pixels and never enlarged. A JPEG is decoded scaled, so
  /// that one of 12 megapixels takes some 30 ms and 1 MB. Blocks, may be called from any thread.
  /// Fails with what `PhotoCheck` finds, `.noDecoder`, `.undecodable` or `.noMemory`.
  public static func make(
    from bytes: [UInt8], longSide: Int = 320, limits: PhotoLimits = .standard
  ) throws(PhotoError) -> Thumbnail {
    let view = ByteView(bytes)
    let header = try PhotoCheck.check(view, limits)
    let decoded = try Raster.decode(bytes, header.format, longSide: longSide)
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
