/// An image format that this module reads. It is detected by content, never by file name.
public enum PhotoFormat: String, Sendable, CaseIterable, Codable {
  case jpeg, png, webp, heic, avif

  /// The usual file extension without a dot: `jpg`, `png`, …
  public var fileExtension: String {
    self == .jpeg ? "jpg" : rawValue
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
    return HEIFBoxes.format(view)
  }
}
