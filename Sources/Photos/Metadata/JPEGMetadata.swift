/// What of a JPEG is picture and what is notes.

enum JPEGMetadata {
  /// The pieces that make the picture, in order, and what the others tell.
  static func strip(_ view: ByteView) throws(PhotoError) -> StrippedPhoto {
    var kept: [UInt8] = [0xFF, 0xD8]
    kept.reserveCapacity(view.count)
    let notes = try read(view) { kept += $0 }
    return StrippedPhoto(bytes: kept, removed: notes)
  }

  /// What the other pieces tell, with those that make the picture handed on in their order: a photo
  /// that is written anew is not copied for the sake of its notes.
  static func read(
    _ view: ByteView, keeping keep: (ArraySlice<UInt8>) -> Void = { _ in }
  ) throws(PhotoError) -> MetadataSummary {
    let profile = try profileLength(view)
    var notes = MetadataSummary()
    if profile > MetadataStripper.profileByteLimit { notes.droppedProfileBytes = profile }
    var segments = JPEGSegments(view)
    while true {
      let segment = try segments.next()
      switch role(view, segment) {
      case .picture:
        keep(view.bytes[segment.range])
      case .density:
        // Version, units and densities; the thumbnail behind them is left out.
        keep([0xFF, 0xE0, 0, 16] + view.bytes[segment.payload.prefix(12)] + [0, 0])
        if segment.payload.count > 14 { notes.hasMetadata = true }
      case .profile:
        if notes.droppedProfileBytes == 0 { keep(view.bytes[segment.range]) }
      case .notes:
        notes.hasMetadata = true
        if hasPosition(view, segment) { notes.hasLocation = true }
      }
      if segment.isEnd {
        if segment.range.upperBound < view.count { notes.hasMetadata = true }
        return notes
      }
    }
  }

  private enum Role { case picture, density, profile, notes }

  private static func role(_ view: ByteView, _ segment: JPEGSegments.Segment) -> Role {
    let start = segment.payload.lowerBound
    switch segment.marker {
    case 0xE0 where view.holds("JFIF\0", at: start) && segment.payload.count >= 14:
      return .density
    case 0xE2 where isProfile(view, segment):
      return .profile
    // How the colors are coded; without it CMYK and RGB files change color.
    case 0xEE where view.holds("Adobe", at: start):
      return .picture
    case 0xE0...0xEF, 0xFE, 0xF0...0xFD, 0x01:
      return .notes
    default:
      return .picture
    }
  }

  private static func isProfile(_ view: ByteView, _ segment: JPEGSegments.Segment) -> Bool {
    segment.marker == 0xE2 && view.holds("ICC_PROFILE\0", at: segment.payload.lowerBound)
  }

  /// The length of the color profile, which may be spread over several segments.
  private static func profileLength(_ view: ByteView) throws(PhotoError) -> Int {
    var segments = JPEGSegments(view)
    var length = 0
    while true {
      let segment = try segments.next(withinScan: false)
      // The name takes 12 bytes, number and count of the piece one each.
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
