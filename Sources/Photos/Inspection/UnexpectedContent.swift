/// The kind of content in a file that is not a supported image.
public enum UnexpectedContent: String, Sendable, CaseIterable {
  case empty, text, html, xml, svg, json, pdf, zip, gzip, video, audio, program, unknown
  /// An image format that hardly any photo has.
  case gif, bmp
  /// TIFF, or raw camera data, which usually begins like it.
  case tiff
  /// Another image format: Photoshop, JPEG XL, JPEG 2000, icon or raw camera data.
  case otherImage

  /// Whether another program can save it as a photo.
  package var isImage: Bool {
    switch self {
    case .svg, .gif, .bmp, .tiff, .otherImage: true
    default: false
    }
  }
}

extension UnexpectedContent {
  private static let signatures: [([UInt8], UnexpectedContent)] = [
    (Array("GIF87a".utf8), .gif), (Array("GIF89a".utf8), .gif),
    ([0x49, 0x49, 0x2A, 0], .tiff), ([0x4D, 0x4D, 0, 0x2A], .tiff),
    (Array("8BPS".utf8), .otherImage), ([0xFF, 0x0A], .otherImage),
    ([0, 0, 0, 12] + Array("JXL ".utf8), .otherImage),
    ([0, 0, 0, 12] + Array("jP  ".utf8), .otherImage), ([0, 0, 1, 0], .otherImage),
    (Array("IIU".utf8) + [0], .otherImage), (Array("FUJIFILM".utf8), .otherImage),
    (Array("%PDF-".utf8), .pdf), (Array("PK".utf8) + [3, 4], .zip),
    (Array("PK".utf8) + [5, 6], .zip), ([0x1F, 0x8B], .gzip), ([0x7F, 0x45, 0x4C, 0x46], .program),
    ([0x1A, 0x45, 0xDF, 0xA3], .video), (Array("OggS".utf8), .audio),
    (Array("fLaC".utf8), .audio), (Array("ID3".utf8), .audio),
  ]

  /// Detects the kind of content in the first 4,096 bytes.
  static func of(_ view: ByteView) -> UnexpectedContent {
    guard view.count > 0 else { return .empty }
    for (signature, content) in signatures where view.starts(with: signature) { return content }
    if view.contains("ftyp", at: 4) { return view.contains("crx ", at: 8) ? .otherImage : .video }
    // Texts may start with "BM", too, so also check the size of the second header.
    if view.contains("BM", at: 0), let size = view.number(at: 14, width: 4, .little),
      [12, 40, 52, 56, 64, 108, 124].contains(size)
    {
      return .bmp
    }
    if view.contains("RIFF", at: 0) { return view.contains("WAVE", at: 8) ? .audio : .video }
    return textKind(of: view.bytes.prefix(4_096)) ?? .unknown
  }

  /// The kind of text, or nil if control characters show that it is not a text.
  private static func textKind(of start: ArraySlice<UInt8>) -> UnexpectedContent? {
    // UTF-16 text contains zero bytes, so recognize it by its byte order mark.
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return .text }
    let isText = start.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x07...0x0D).contains($0) }
    guard isText else { return nil }
    // The prefix may end in the middle of a character, so decode without validation.
    let head = String(decoding: start, as: UTF8.self).lowercased()
    let word = head.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if word.hasPrefix("<!doctype html") || word.hasPrefix("<html") { return .html }
    if word.hasPrefix("<svg") { return .svg }
    if word.hasPrefix("<?xml") || word.hasPrefix("<!--") {
      return word.contains("<svg") ? .svg : word.contains("<html") ? .html : .xml
    }
    return word.hasPrefix("{") || word.hasPrefix("[") ? .json : .text
  }
}
