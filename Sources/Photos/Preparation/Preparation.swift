/// Makes any photo a seller has good enough to send: upright, small enough, and private.

/// The preparation of photos. The same bytes with the same settings give the same bytes.
public enum Preparation {
  /// The version of the rules here, for keys of stored results: it rises when they change.
  public static let version = 1

  /// Prepares one photo.
  ///
  /// A JPEG or PNG that is fine already only loses its notes; its pixels are not touched. Anything
  /// else is decoded, shrunk, turned, laid on the background and written at the best quality that
  /// fits. Blocks, for a tenth of a second to a few; may be called from any thread. Memory: see
  /// `PhotoLimits`. Fails with what `PhotoCheck` finds, `.noDecoder`, `.undecodable`, `.noMemory`,
  /// `.unencodable` or `.cannotFit`.
  public static func prepare(
    _ bytes: [UInt8], settings: PreparationSettings = .standard
  ) throws(PhotoError) -> PreparedPhoto {
    let view = ByteView(bytes)
    let header = try PhotoCheck.check(view, settings.limits)
    if isFine(header, settings) {
      let cut = try MetadataStripper.strip(bytes)
      if cut.bytes.count <= settings.byteLimit {
        return try keepingPixels(cut, header, sourceBytes: bytes.count, settings)
      }
    }
    return try reencoding(view, header, settings)
  }

  /// Whether the pixels may be sent as they are, by the header alone.
  private static func isFine(_ header: PhotoHeader, _ settings: PreparationSettings) -> Bool {
    (header.format == .jpeg || header.format == .png) && header.bitDepth <= 8
      && header.color != .cmyk && header.orientation == .upright
      && header.longSide <= settings.longSide
  }

  /// The same pixels without notes, tried on the decoder to know that it takes them.
  private static func keepingPixels(
    _ cut: StrippedPhoto, _ header: PhotoHeader, sourceBytes: Int, _ settings: PreparationSettings
  ) throws(PhotoError) -> PreparedPhoto {
    if header.format == .jpeg {
      try Raster.checkBeginning(ofJPEG: cut.bytes)
    } else {
      _ = try Raster.decode(cut.bytes, header.format, longSide: 1)
    }
    var report = PreparationReport(header, sourceBytes: sourceBytes)
    report.note(removed: cut.removed)
    report.note(droppedProfile: cut.removed.droppedProfileBytes)
    let kept = EncodedPhoto(
      bytes: cut.bytes, format: header.format, quality: nil, width: header.width,
      height: header.height)
    return try report.finished(kept, settings)
  }

  private static func reencoding(
    _ view: ByteView, _ header: PhotoHeader, _ settings: PreparationSettings
  ) throws(PhotoError) -> PreparedPhoto {
    var report = PreparationReport(header, sourceBytes: view.count)
    let notes = try MetadataSummary.read(view, header)
    let decoded = try Raster.decode(view.bytes, header.format, longSide: settings.longSide)
    let profile = try ColorProfile(of: decoded, view, header)
    let turn = decoded.remainingOrientation(header)
    let upright = try decoded.fitted(longSide: settings.longSide).turned(turn)
    let isTransparent = upright.isTransparent
    let flat = try upright.flattened(on: settings.background)
    let encoder = PhotoEncoder(
      settings: settings, profile: profile.kept, triesPNG: staysSmall(view, header, settings))
    let encoded = try encoder.encode(flat)
    // What is sent is known to come up at the other end; its bytes are looked at below.
    _ = try Raster.decode(encoded.bytes, encoded.format, longSide: 1)
    if header.orientation != .upright { report.changes.append(.turned) }
    report.note(size: encoded)
    if isTransparent { report.changes.append(.flattened) }
    report.changes.append(.reencoded(quality: encoded.quality))
    report.note(removed: notes)
    report.note(droppedProfile: profile.droppedBytes)
    return try report.finished(encoded, settings)
  }

  /// Whether writing a PNG is worth a try: a graphic that should come near the limit when it
  /// shrinks with its pixels. Photos stored as PNG are ten times too large and slow to pack.
  private static func staysSmall(
    _ view: ByteView, _ header: PhotoHeader, _ settings: PreparationSettings
  ) -> Bool {
    guard header.format == .png || header.format == .gif else { return false }
    let size = Raster.fittedSize(
      width: header.width, height: header.height, longSide: settings.longSide)
    let share = Double(size.width * size.height) / Double(header.pixels)
    return Double(view.count) * share <= 2 * Double(settings.byteLimit)
  }
}
