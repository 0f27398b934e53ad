/// Collects the changes and warnings of one preparation and verifies its result.
struct PreparationReport {
  let source: PhotoHeader
  let sourceBytes: Int
  var changes: [PhotoChange] = []
  private var warnings: [PhotoWarning] = []

  /// Creates a report with the warnings that follow from the source alone.
  init(_ source: PhotoHeader, sourceBytes: Int) {
    (self.source, self.sourceBytes) = (source, sourceBytes)
    if source.isAnimated { warnings.append(.firstFrameOnly) }
    if source.color == .cmyk { warnings.append(.convertedFromCMYK) }
    if source.bitDepth > 8 { warnings.append(.roundedTo8Bits) }
  }

  mutating func add(removed metadata: MetadataSummary) {
    if metadata.hasLocation {
      changes.append(.locationRemoved)
    } else if metadata.hasMetadata {
      changes.append(.metadataRemoved)
    }
  }

  mutating func add(droppedProfile bytes: Int) {
    if bytes > 0 { warnings.append(.profileDropped(bytes: bytes)) }
  }

  mutating func add(size photo: EncodedPhoto) {
    let (width, height) = (source.uprightWidth, source.uprightHeight)
    if photo.width != width || photo.height != height {
      changes.append(.scaled(fromWidth: width, fromHeight: height))
    }
  }

  /// Returns the prepared photo after verifying its bytes.
  consuming func finished(
    _ photo: EncodedPhoto, _ settings: PreparationSettings
  ) throws(PhotoError) -> PreparedPhoto {
    let view = ByteView(photo.bytes)
    let header = try PhotoCheck.check(view, settings.limits)
    let metadata = try MetadataSummary.read(view, header)
    guard header.format == photo.format, header.width == photo.width,
      header.height == photo.height, header.orientation == .upright, metadata == MetadataSummary(),
      photo.bytes.count <= settings.byteLimit
    else { throw .unencodable(photo.format, reason: "the result does not match the settings") }
    return finished(photo, header, settings)
  }

  /// Returns the prepared photo, whose bytes are verified.
  consuming func finished(
    _ photo: EncodedPhoto, _ header: PhotoHeader, _ settings: PreparationSettings
  ) -> PreparedPhoto {
    if header.longSide < settings.smallLongSide {
      warnings.append(.small(longSide: header.longSide, below: settings.smallLongSide))
    }
    // Text on it, such as on a detail picture of a shop, cannot be read anymore.
    if header.longSide < max(source.width, source.height) {
      if header.width * 4 < header.height { warnings.append(.narrow(width: header.width)) }
      if header.height * 4 < header.width { warnings.append(.flat(height: header.height)) }
    }
    return PreparedPhoto(
      bytes: photo.bytes, format: photo.format, width: photo.width, height: photo.height,
      source: source, sourceBytes: sourceBytes, changes: changes, warnings: warnings)
  }
}
