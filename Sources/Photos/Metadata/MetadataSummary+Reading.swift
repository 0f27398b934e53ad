extension MetadataSummary {
  /// Summarizes the metadata of a photo that has passed `PhotoCheck`.
  static func read(_ view: ByteView, _ header: PhotoHeader) throws(PhotoError) -> MetadataSummary {
    switch header.format {
    case .jpeg: return try JPEGMetadata.read(view)
    case .png: return try PNGMetadata.read(view)
    case .webp: return try ofWebP(view)
    case .heic, .avif: return ofHEIF(view)
    }
  }

  private static func ofWebP(_ view: ByteView) throws(PhotoError) -> MetadataSummary {
    var summary = MetadataSummary()
    var chunks = try WebPChunks(view)
    while let chunk = try chunks.next() {
      guard chunk.name == "EXIF" || chunk.name == "XMP " else { continue }
      summary.hasMetadata = true
      let hasLatitude = view.firstIndex(of: "GPSLatitude", in: chunk.payload) != nil
      if hasLatitude || EXIF(view, in: chunk.payload).hasLocation { summary.hasLocation = true }
    }
    return summary
  }

  /// Searches the whole file for the prefix of EXIF data, which may be anywhere in the pixel box.
  ///
  /// That is simpler than following the four tables that lead there. A prefix that occurs by chance
  /// is not followed by a valid directory.
  private static func ofHEIF(_ view: ByteView) -> MetadataSummary {
    var summary = MetadataSummary()
    let whole = 0..<view.count
    if let prefix = view.firstIndex(of: "Exif\0\0", in: whole) {
      summary.hasMetadata = true
      summary.hasLocation = EXIF(view, at: prefix + 6, end: view.count).hasLocation
    }
    if view.firstIndex(of: "<x:xmpmeta", in: whole) != nil {
      summary.hasMetadata = true
      if view.firstIndex(of: "GPSLatitude", in: whole) != nil { summary.hasLocation = true }
    }
    return summary
  }
}
