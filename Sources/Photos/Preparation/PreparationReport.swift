/// The report of one preparation while it runs, and the check at its end.

/// Gathers what was done to a photo and closes with a look at the result.
struct PreparationReport {
  let source: PhotoHeader
  let sourceBytes: Int
  var changes: [PhotoChange] = []
  private var warnings: [PhotoWarning] = []

  /// Begins with what the source alone gives reason to warn of.
  init(_ source: PhotoHeader, sourceBytes: Int) {
    (self.source, self.sourceBytes) = (source, sourceBytes)
    if source.isAnimated { warnings.append(.firstFrameOnly) }
    if source.color == .cmyk { warnings.append(.convertedFromCMYK) }
    if source.bitDepth > 8 { warnings.append(.roundedTo8Bits) }
  }

  mutating func note(removed notes: MetadataSummary) {
    if notes.hasLocation {
      changes.append(.locationRemoved)
    } else if notes.hasMetadata {
      changes.append(.metadataRemoved)
    }
  }

  mutating func note(droppedProfile bytes: Int) {
    if bytes > 0 { warnings.append(.profileDropped(bytes: bytes)) }
  }

  mutating func note(size photo: EncodedPhoto) {
    let (width, height) = (source.uprightWidth, source.uprightHeight)
    if photo.width != width || photo.height != height {
      changes.append(.scaled(fromWidth: width, fromHeight: height))
    }
  }

  /// The prepared photo, once its bytes have been read again and are what they should be.
  consuming func finished(
    _ photo: EncodedPhoto, _ settings: PreparationSettings
  ) throws(PhotoError) -> PreparedPhoto {
    let view = ByteView(photo.bytes)
    let header = try PhotoCheck.check(view, settings.limits)
    let notes = try MetadataSummary.read(view, header)
    guard header.format == photo.format, header.width == photo.width,
      header.height == photo.height, header.orientation == .upright, notes == MetadataSummary(),
      photo.bytes.count <= settings.byteLimit
    else { throw .unencodable(photo.format, reason: "the result is not what was asked for") }
    if header.longSide < settings.smallLongSide {
      warnings.append(.small(longSide: header.longSide, below: settings.smallLongSide))
    }
    return PreparedPhoto(
      bytes: photo.bytes, format: photo.format, width: photo.width, height: photo.height,
      source: source, sourceBytes: sourceBytes, changes: changes, warnings: warnings)
  }
}
