/// The picture formats this module reads, told by content and never by a file's name.

/// A picture format with its usual names.
public enum PhotoFormat: String, Sendable, CaseIterable, Codable {
  case jpeg, png, webp, heic, avif, gif, bmp, tiff

  /// The extension a file of this format usually has, without a dot: `jpg`, `png`, …
  public var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .tiff: "tif"
    default: rawValue
    }
  }

  /// The registered media type: `image/jpeg`, `image/png`, …
  public var mediaType: String { "image/\(rawValue)" }

  /// The name of the decoder. It is asked for by name, so a decoder never chooses itself: some of
  /// those installed (SVG, XPM, ANI) read what no photo is.
  var loaderName: String {
    switch self {
    case .heic, .avif: "heif/avif"
    default: rawValue
    }
  }
}

extension PhotoFormat {
  /// The format whose signature the bytes begin with, or nil when they begin like none.
  static func of(_ view: ByteView) -> PhotoFormat? {
    if view.begins([0xFF, 0xD8, 0xFF]) { return .jpeg }
    if view.begins(PNGChunks.signature) { return .png }
    if view.holds("RIFF", at: 0), view.holds("WEBP", at: 8) { return .webp }
    if view.holds("GIF87a", at: 0) || view.holds("GIF89a", at: 0) { return .gif }
    if view.begins([0x49, 0x49, 0x2A, 0]) || view.begins([0x4D, 0x4D, 0, 0x2A]) { return .tiff }
    // Two letters alone begin many a text; the size of the second header settles it.
    if view.holds("BM", at: 0), let size = view.number(at: 14, width: 4, .little),
      [12, 40, 52, 56, 64, 108, 124].contains(size)
    {
      return .bmp
    }
    return HEIFBoxes.format(view)
  }
}
