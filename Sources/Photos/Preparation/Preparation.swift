/// Makes a photo ready to upload: upright, small enough and without private metadata.
///
/// The same bytes and settings always give the same result.
public enum Preparation {
  /// The version of the rules here, a part of cache keys. Increase it when the rules change.
  public static let version = 4

  /// Prepares one photo.
  ///
  /// If a JPEG or PNG already meets the settings, only its metadata is removed and its pixels are
  /// unchanged. Any other photo is decoded, scaled down, rotated, drawn on the background color and
  /// encoded at the best quality that fits.
  ///
  /// Blocks for a tenth of a second up to a few seconds; may be called from any thread. Fails with
  /// the errors of `PhotoCheck`, `.noDecoder`, `.undecodable`, `.noMemory`, `.unencodable` or
  /// `.cannotFit`.
  public static func prepare(
    _ bytes: [UInt8], settings: PreparationSettings = .standard
  ) throws(PhotoError) -> PreparedPhoto {
    let view = ByteView(bytes)
    let header = try PhotoCheck.check(view, settings.limits)
    if canKeepPixels(header, settings) {
      let stripped = try MetadataStripper.strip(bytes)
      if stripped.bytes.count <= settings.byteLimit {
        return try keepPixels(stripped, header, sourceBytes: bytes.count, settings)
      }
    }
    return try reencode(view, header, settings)
  }

  /// Whether the pixels meet the settings unchanged, according to the header.
  private static func canKeepPixels(_ header: PhotoHeader, _ settings: PreparationSettings) -> Bool
  {
    (header.format == .jpeg || header.format == .png) && header.bitDepth <= 8
      && header.color != .cmyk && header.orientation == .upright
      && header.longSide <= settings.longSide
  }

  /// Returns the photo with unchanged pixels after verifying that the decoder accepts it.
  private static func keepPixels(
    _ stripped: StrippedPhoto, _ header: PhotoHeader, sourceBytes: Int,
    _ settings: PreparationSettings
  ) throws(PhotoError) -> PreparedPhoto {
    if header.format == .jpeg {
      try Raster.checkStart(ofJPEG: stripped.bytes)
    } else {
      _ = try Raster.decode(stripped.bytes, header.format, longSide: 1)
    }
    var report = PreparationReport(header, sourceBytes: sourceBytes)
    report.add(removed: stripped.removed)
    report.add(droppedProfile: stripped.removed.droppedProfileBytes)
    let unchanged = EncodedPhoto(
      bytes: stripped.bytes, format: header.format, quality: nil, width: header.width,
      height: header.height)
    let isVerified = report.changes.isEmpty && stripped.bytes.count == sourceBytes
    return try isVerified
      ? report.finished(unchanged, header, settings) : report.finished(unchanged, settings)
  }

  private static func reencode(
    _ view: ByteView, _ header: PhotoHeader, _ settings: PreparationSettings
  ) throws(PhotoError) -> PreparedPhoto {
    var report = PreparationReport(header, sourceBytes: view.count)
    let metadata = try MetadataSummary.read(view, header)
    let decoded = try Raster.decode(view.bytes, header.format, longSide: settings.longSide)
    let profile = try ColorProfile(of: decoded, view, header)
    let turn = decoded.remainingOrientation(header)
    let upright = try decoded.fitted(longSide: settings.longSide).turned(turn)
    let isTransparent = upright.isTransparent
    let flat = try upright.flattened(on: settings.background)
    let encoder = PhotoEncoder(
      settings: settings, profile: profile.kept,
      triesPNG: isLikelySmallAsPNG(view, header, settings))
    let encoded = try encoder.encode(flat)
    // Verify that the result can be decoded.
    _ = try Raster.decode(encoded.bytes, encoded.format, longSide: 1)
    if header.orientation != .upright { report.changes.append(.turned) }
    report.add(size: encoded)
    if isTransparent { report.changes.append(.flattened) }
    report.changes.append(.reencoded(quality: encoded.quality))
    report.add(removed: metadata)
    report.add(droppedProfile: profile.droppedBytes)
    return try report.finished(encoded, settings)
  }

  /// Whether to try PNG: for graphics that, scaled with their pixels, have at most twice the limit.
  ///
  /// Photos stored as PNG are ten times too large, and compressing them is slow.
  private static func isLikelySmallAsPNG(
    _ view: ByteView, _ header: PhotoHeader, _ settings: PreparationSettings
  ) -> Bool {
    guard header.format == .png else { return false }
    let size = Raster.fittedSize(
      width: header.width, height: header.height, longSide: settings.longSide)
    let share = Double(size.width * size.height) / Double(header.pixels)
    return Double(view.count) * share <= 2 * Double(settings.byteLimit)
  }
}
