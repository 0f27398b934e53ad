/// The two facts of EXIF that matter here: how the picture lies and whether it tells a place.

/// What an EXIF block says. It is a TIFF file without a picture, inside the photo.
struct EXIF: Equatable {
  var orientation: PhotoOrientation = .upright
  var hasLocation = false

  /// Reads the block that begins at `start`, the offset of its `II` or `MM`.
  ///
  /// Anything wrong in it means "says nothing": a photo is not refused for its notes.
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

  /// Reads a block that may begin with the mark that JPEG puts before it.
  init(_ view: ByteView, in payload: Range<Int>) {
    let mark = view.holds("Exif\0\0", at: payload.lowerBound) ? 6 : 0
    self.init(view, at: payload.lowerBound + mark, end: payload.upperBound)
  }

  /// Whether the GPS directory holds a latitude or longitude; an empty one tells nothing.
  private static func hasPosition(
    _ view: ByteView, _ start: Int, _ end: Int, _ order: ByteOrder, offset: Int?
  ) -> Bool {
    guard let offset,
      let gps = TIFFDirectory(view, base: start, offset: offset, end: end, order: order)
    else { return false }
    return gps.entries().contains { $0.tag == 2 || $0.tag == 4 }
  }
}
