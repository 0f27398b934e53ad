/// Whether a photo is whole and small enough to decode, found without decoding it.

/// The check that stands before every decoder. gdk-pixbuf decodes half a JPEG without a word and
/// allocates whatever a header claims; neither gets past this.
public enum PhotoCheck {
  /// The header of a photo that is within the limits and has its end.
  ///
  /// Costs one pass over the bytes and allocates nothing of the picture's size. Fails with
  /// `.notAPhoto`, `.tooManyPixels`, `.truncated` or `.damaged`.
  public static func check(
    _ bytes: [UInt8], limits: PhotoLimits = .standard
  ) throws(PhotoError) -> PhotoHeader {
    try check(ByteView(bytes), limits)
  }

  static func check(_ view: ByteView, _ limits: PhotoLimits) throws(PhotoError) -> PhotoHeader {
    let header = try PhotoHeader.read(view)
    try limits.check(header)
    switch header.format {
    case .jpeg: try walkJPEG(view, limits)
    case .png: try walkPNG(view)
    case .heic, .avif: try walkBoxes(view, header.format)
    case .gif: try GIFBlocks.check(view)
    case .bmp: try BMPHeader.check(view, header)
    case .tiff: try TIFFHeader.check(view)
    case .webp: break  // Its header is read by walking all chunks.
    }
    return header
  }

  /// From the first marker to the end marker.
  private static func walkJPEG(_ view: ByteView, _ limits: PhotoLimits) throws(PhotoError) {
    var segments = JPEGSegments(view)
    var scans = 0
    while true {
      let segment = try segments.next()
      if segment.isScan { scans += 1 }
      guard scans <= limits.scans else { throw .damaged(.jpeg, .tooManyParts) }
      if segment.isEnd { return }
    }
  }

  /// From `IHDR` to `IEND`, each checksum recomputed.
  private static func walkPNG(_ view: ByteView) throws(PhotoError) {
    var chunks = PNGChunks(view)
    while true {
      let chunk = try chunks.next()
      // The checksum covers the name and the payload, not the length.
      let covered = chunk.payload.lowerBound - 4..<chunk.payload.upperBound
      guard CRC32.of(view.bytes, in: covered) == chunk.checksum else {
        throw .damaged(.png, .checksum)
      }
      if chunk.name == "IEND" { return }
    }
  }

  /// From `ftyp` to the last box, the one with the pixels among them.
  private static func walkBoxes(_ view: ByteView, _ format: PhotoFormat) throws(PhotoError) {
    var boxes = HEIFBoxes(view, in: 0..<view.count)
    var hasPixels = false
    while let box = try boxes.next(of: format) {
      if box.name == "mdat" || box.name == "idat" { hasPixels = true }
    }
    guard hasPixels else { throw .truncated(format, bytes: view.count) }
  }
}
