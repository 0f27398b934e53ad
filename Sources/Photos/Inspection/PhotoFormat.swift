/// An image format that this module reads. It is detected by content, never by file name.
public enum PhotoFormat: String, Sendable, CaseIterable, Codable {
  case jpeg, png, webp, heic, avif, gif, bmp, tiff

  /// The usual file extension without a dot: `jpg`, `png`, …
  public var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .tiff: "tif"
    default: rawValue
    }
  }

  /// The registered media type: `image/jpeg`, `image/png`, …
  public var mediaType: String { "image/\(rawValue)" }

  /// The name of gdk-pixbuf's decoder.
  ///
  /// Decoders are selected by name instead of by content, because some installed ones (SVG, XPM,
  /// ANI) read formats that are not photos.
  var loaderName: String {
    switch self {
    case .heic, .avif: "heif/avif"
    default: rawValue
    }
  }
}

extension PhotoFormat {
  /// The format whose signature the bytes start with, or nil.
  static func of(_ view: ByteView) -> PhotoFormat? {
    if view.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if view.starts(with: PNGChunks.signature) { return .png }
    if view.contains("RIFF", at: 0), view.contains("WEBP", at: 8) { return .webp }
    if view.contains("GIF87a", at: 0) || view.contains("GIF89a", at: 0) { return .gif }
    if view.starts(with: [0x49, 0x49, 0x2A, 0]) || view.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
      return .tiff
    }
    // Texts may start with "BM", too, so also check the size of the second header.
    if view.contains("BM", at: 0), let size = view.number(at: 14, width: 4, .little),
      [12, 40, 52, 56, 64, 108, 124].contains(size)
    {
      return .bmp
    }
    return HEIFBoxes.format(view)
  }
}
