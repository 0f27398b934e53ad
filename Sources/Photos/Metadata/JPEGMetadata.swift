/// Separates the image data of a JPEG from its metadata.
enum JPEGMetadata {
  /// Removes all segments that are not needed to show the image.
  static func strip(
    _ view: ByteView, _ orientation: PhotoOrientation, _ profileByteLimit: Int
  ) throws(PhotoError) -> StrippedPhoto {
    var bytes: [UInt8] = [0xFF, 0xD8]
    bytes.reserveCapacity(view.count)
    if orientation != .upright {
      let exif = Array("Exif\0\0".utf8) + EXIF.bytes(orientation)
      bytes += [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
    }
    let removed = try read(view, profileByteLimit: profileByteLimit) { bytes += $0 }
    return StrippedPhoto(bytes: bytes, removed: removed)
  }

  /// Summarizes the metadata and calls `keep` with each segment that is needed to show the image.
  ///
  /// A photo that is encoded again needs only the summary, so this method makes no copy.
  static func read(
    _ view: ByteView, profileByteLimit: Int = MetadataStripper.profileByteLimit,
    keeping keep: (ArraySlice<UInt8>) -> Void = { _ in }
  ) throws(PhotoError) -> MetadataSummary {
    let profile = try profileLength(view)
    var summary = MetadataSummary()
    if profile > profileByteLimit { summary.droppedProfileBytes = profile }
    var segments = JPEGSegments(view)
    while true {
      let segment = try segments.next()
      switch role(view, segment) {
      case .image:
        keep(view.bytes[segment.range])
      case .density:
        // Keep the version, units and densities, but not the thumbnail after them.
        keep([0xFF, 0xE0, 0, 16] + view.bytes[segment.payload.prefix(12)] + [0, 0])
        if segment.payload.count > 14 { summary.hasMetadata = true }
      case .profile:
        if summary.droppedProfileBytes == 0 { keep(view.bytes[segment.range]) }
      case .metadata:
        summary.hasMetadata = true
        if hasPosition(view, segment) { summary.hasLocation = true }
      }
      if segment.isEnd {
        if segment.range.upperBound < view.count { summary.hasMetadata = true }
        return summary
      }
    }
  }

  private enum Role { case image, density, profile, metadata }

  private static func role(_ view: ByteView, _ segment: JPEGSegments.Segment) -> Role {
    let start = segment.payload.lowerBound
    switch segment.marker {
    case 0xE0 where view.contains("JFIF\0", at: start) && segment.payload.count >= 14:
      return .density
    case 0xE2 where isProfile(view, segment):
      return .profile
    // This segment states the color encoding of CMYK and RGB files.
    case 0xEE where view.contains("Adobe", at: start):
      return .image
    case 0xE0...0xEF, 0xFE, 0xF0...0xFD, 0x01:
      return .metadata
    default:
      return .image
    }
  }

  private static func isProfile(_ view: ByteView, _ segment: JPEGSegments.Segment) -> Bool {
    segment.marker == 0xE2 && view.contains("ICC_PROFILE\0", at: segment.payload.lowerBound)
  }

  /// The length of the color profile in bytes, which may be spread over several segments.
  private static func profileLength(_ view: ByteView) throws(PhotoError) -> Int {
    var segments = JPEGSegments(view)
    var length = 0
    while true {
      let segment = try segments.next(withinScan: false)
      // The name has 12 bytes, the index and the count of the part one byte each.
      if isProfile(view, segment) { length += max(0, segment.payload.count - 14) }
      if segment.isScan || segment.isEnd { return length }
    }
  }

  private static func hasPosition(_ view: ByteView, _ segment: JPEGSegments.Segment) -> Bool {
    guard segment.marker == 0xE1 else { return false }
    if let start = JPEGHeader.exifStart(view, segment) {
      return EXIF(view, at: start, end: segment.payload.upperBound).hasLocation
    }
    return view.firstIndex(of: "GPSLatitude", in: segment.payload) != nil
  }
}
