/// A check of untrusted bytes that runs before every decoder.
///
/// gdk-pixbuf decodes half a JPEG without an error and allocates whatever a header claims. This
/// check rejects both.
public enum PhotoCheck {
  /// Returns the header of a photo that is complete and within the limits.
  ///
  /// Takes one pass over the bytes and allocates no pixels. Fails with `.notAPhoto`,
  /// `.tooManyPixels`, `.truncated` or `.damaged`.
  public static func check(
    _ bytes: [UInt8], limits: PhotoLimits = .standard
  ) throws(PhotoError) -> PhotoHeader {
    try check(ByteView(bytes), limits)
  }

  static func check(_ view: ByteView, _ limits: PhotoLimits) throws(PhotoError) -> PhotoHeader {
    var header = try PhotoHeader.read(view)
    try limits.check(header)
    switch header.format {
    case .jpeg: try walkJPEG(view, limits)
    case .png: header.orientation = try walkPNG(view)
    case .heic, .avif: try walkBoxes(view, header.format)
    case .webp: break  // Reading the header has already walked over all chunks.
    }
    return header
  }

  /// Walks from the first marker to the end marker. There must be coded data for all pixels.
  private static func walkJPEG(_ view: ByteView, _ limits: PhotoLimits) throws(PhotoError) {
    var segments = JPEGSegments(view)
    var data = JPEGScanData()
    var scans = 0
    while true {
      let segment = try segments.next()
      if segment.isScan { scans += 1 }
      guard scans <= limits.scans else { throw .damaged(.jpeg, .tooManyParts) }
      try data.add(segment, view)
      if segment.isEnd { return try data.finish() }
    }
  }

  /// Walks from `IHDR` to `IEND` and verifies each checksum. Returns the orientation, which may
  /// follow the pixels.
  private static func walkPNG(_ view: ByteView) throws(PhotoError) -> PhotoOrientation {
    var orientation = PhotoOrientation.upright
    var chunks = PNGChunks(view)
    while true {
      let chunk = try chunks.next()
      // The checksum covers the name and the payload, not the length.
      let covered = chunk.payload.lowerBound - 4..<chunk.payload.upperBound
      guard CRC32.of(view.bytes, in: covered) == chunk.checksum else {
        throw .damaged(.png, .checksum)
      }
      if chunk.name == "eXIf" { orientation = EXIF(view, in: chunk.payload).orientation }
      if chunk.name == "IEND" { return orientation }
    }
  }

  /// Walks from `ftyp` to the last box. There must be a box with pixels.
  private static func walkBoxes(_ view: ByteView, _ format: PhotoFormat) throws(PhotoError) {
    var boxes = HEIFBoxes(view, in: 0..<view.count)
    var hasPixels = false
    while let box = try boxes.next(of: format) {
      if box.name == "mdat" || box.name == "idat" { hasPixels = true }
    }
    guard hasPixels else { throw .truncated(format, bytes: view.count) }
  }
}
