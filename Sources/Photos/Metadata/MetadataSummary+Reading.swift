/// What photos tell beside their pixels.

extension MetadataSummary {
  /// The notes of a photo that passed `PhotoCheck`.
  static func read(_ view: ByteView, _ header: PhotoHeader) throws(PhotoError) -> MetadataSummary {
    switch header.format {
    case .jpeg: return try JPEGMetadata.read(view)
    case .png: return try PNGMetadata.read(view)
    case .webp: return try ofWebP(view)
    case .heic, .avif: return ofHEIF(view)
    case .tiff: return try ofTIFF(view)
    case .gif, .bmp: return MetadataSummary()
    }
  }

  private static func ofWebP(_ view: ByteView) throws(PhotoError) -> MetadataSummary {
    var notes = MetadataSummary()
    var chunks = try WebPChunks(view)
    while let chunk = try chunks.next() {
      guard chunk.name == "EXIF" || chunk.name == "XMP " else { continue }
      notes.hasMetadata = true
      let isNamed = view.firstIndex(of: "GPSLatitude", in: chunk.payload) != nil
      if isNamed || EXIF(view, in: chunk.payload).hasLocation { notes.hasLocation = true }
    }
    return notes
  }

  /// EXIF lies anywhere in the pixel box; its mark is looked for instead of the four tables that
  /// lead there, since a mark found by chance holds no valid directory.
  private static func ofHEIF(_ view: ByteView) -> MetadataSummary {
    var notes = MetadataSummary()
    let whole = 0..<view.count
    if let mark = view.firstIndex(of: "Exif\0\0", in: whole) {
      notes.hasMetadata = true
      notes.hasLocation = EXIF(view, at: mark + 6, end: view.count).hasLocation
    }
    if view.firstIndex(of: "<x:xmpmeta", in: whole) != nil {
      notes.hasMetadata = true
      if view.firstIndex(of: "GPSLatitude", in: whole) != nil { notes.hasLocation = true }
    }
    return notes
  }

  private static func ofTIFF(_ view: ByteView) throws(PhotoError) -> MetadataSummary {
    var notes = MetadataSummary()
    // Description, maker, model, software, date, artist, XMP, IPTC, copyright, EXIF.
    let tags: Set = [270, 271, 272, 305, 306, 315, 700, 33_723, 33_432, 34_665]
    notes.hasMetadata = try TIFFHeader.directory(view).entries().contains { tags.contains($0.tag) }
    notes.hasLocation = EXIF(view, at: 0, end: view.count).hasLocation
    if notes.hasLocation { notes.hasMetadata = true }
    return notes
  }
}
