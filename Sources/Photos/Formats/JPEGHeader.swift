/// The header of a JPEG image: its frame, the kind of its first scan, and its EXIF orientation.
enum JPEGHeader {
  /// Reads the segments up to the first scan.
  static func read(_ view: ByteView) throws(PhotoError) -> PhotoHeader {
    var segments = JPEGSegments(view)
    var header: PhotoHeader?
    var exif: EXIF?
    while true {
      let segment = try segments.next(withinScan: false)
      if segment.isEnd { break }
      if segment.isFrame {
        header = try frame(view, segment)
      } else if exif == nil, let start = exifStart(view, segment) {
        exif = EXIF(view, at: start, end: segment.payload.upperBound)
      } else if segment.isScan {
        guard var header else { break }
        // If the components are in separate scans, the decoder buffers the whole image.
        let components = view.byte(at: segment.payload.lowerBound).map(Int.init) ?? 0
        if components < header.jpegComponents { header.isFullyBuffered = true }
        header.orientation = exif?.orientation ?? .upright
        return header
      }
    }
    throw .damaged(.jpeg, .missingHeader)
  }

  /// The offset of the TIFF data if the segment contains EXIF, or nil.
  static func exifStart(_ view: ByteView, _ segment: JPEGSegments.Segment) -> Int? {
    guard segment.marker == 0xE1, view.contains("Exif\0\0", at: segment.payload.lowerBound),
      segment.payload.count > 6
    else { return nil }
    return segment.payload.lowerBound + 6
  }

  private static func frame(
    _ view: ByteView, _ segment: JPEGSegments.Segment
  ) throws(PhotoError) -> PhotoHeader {
    let start = segment.payload.lowerBound
    guard segment.payload.count >= 6, let depth = view.byte(at: start),
      let height = view.number(at: start + 1, width: 2),
      let width = view.number(at: start + 3, width: 2), let components = view.byte(at: start + 5)
    else { throw .damaged(.jpeg, .invalidHeader) }
    guard segment.payload.count == 6 + 3 * Int(components) else {
      throw .damaged(.jpeg, .invalidHeader)
    }
    var header = PhotoHeader(format: .jpeg, width: width, height: height)
    header.bitDepth = Int(depth)
    switch components {
    case 1: header.color = .gray
    case 3: header.color = .rgb
    case 4: header.color = .cmyk
    default: throw .damaged(.jpeg, .invalidHeader)
    }
    // Baseline and extended sequential images are decoded row by row. For all other processes the
    // decoder buffers the coefficients of the whole image.
    header.isFullyBuffered = segment.marker != 0xC0 && segment.marker != 0xC1
    return header
  }
}

extension PhotoHeader {
  /// The number of components of a JPEG frame with these colors.
  fileprivate var jpegComponents: Int {
    switch color {
    case .gray: 1
    case .rgb, .palette: 3
    case .cmyk: 4
    }
  }
}
