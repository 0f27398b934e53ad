/// The orientation and the location in EXIF data.
///
/// EXIF data is a TIFF file without an image that is embedded in a photo.
struct EXIF: Equatable {
  var orientation: PhotoOrientation = .upright
  var hasLocation = false

  /// Reads the EXIF data at `start`, the offset of its `II` or `MM`.
  ///
  /// Invalid data is ignored, because a photo is not rejected for its metadata.
  init(_ view: ByteView, at start: Int, end: Int) {
    guard let file = TIFFDirectory.order(view, at: start),
      let first = view.number(at: start + 4, width: 4, file),
      let directory = TIFFDirectory(view, base: start, offset: first, end: end, order: file)
    else { return }
    for entry in directory.entries() {
      switch entry.tag {
      case 0x0112:
        orientation = entry.number.flatMap(PhotoOrientation.init(rawValue:)) ?? .upright
      case 0x8825:
        hasLocation = Self.hasPosition(view, start, end, file, offset: entry.number)
      default: break
      }
    }
  }

  /// EXIF data that states only an orientation: a TIFF header and a directory with one entry.
  static func bytes(_ orientation: PhotoOrientation) -> [UInt8] {
    Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1]
      + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0]
  }

  /// Reads EXIF data that may start with the prefix `Exif` that JPEG uses.
  init(_ view: ByteView, in payload: Range<Int>) {
    let prefixLength = view.contains("Exif\0\0", at: payload.lowerBound) ? 6 : 0
    self.init(view, at: payload.lowerBound + prefixLength, end: payload.upperBound)
  }

  /// Whether the GPS directory contains a latitude or longitude.
  private static func hasPosition(
    _ view: ByteView, _ start: Int, _ end: Int, _ order: ByteOrder, offset: Int?
  ) -> Bool {
    guard let offset,
      let gps = TIFFDirectory(view, base: start, offset: offset, end: end, order: order)
    else { return false }
    return gps.entries().contains { $0.tag == 2 || $0.tag == 4 }
  }
}
