/// The header of a BMP image.
enum BMPHeader {
  /// Reads the file header and the information header after it.
  static func read(_ view: ByteView) throws(PhotoError) -> PhotoHeader {
    guard let size = view.number(at: 14, width: 4, .little) else {
      throw .truncated(.bmp, bytes: view.count)
    }
    let side = size == 12 ? 2 : 4
    guard let width = view.number(at: 18, width: side, .little),
      let height = view.number(at: 18 + side, width: side, .little),
      let bits = view.number(at: 20 + 2 * side, width: 2, .little)
    else { throw .truncated(.bmp, bytes: view.count) }
    guard [1, 4, 8, 16, 24, 32].contains(bits) else { throw .damaged(.bmp, .invalidHeader) }
    // A negative height means that the rows are stored from top to bottom.
    let rows = side == 4 && height >= 1 << 31 ? (1 << 32) - height : height
    var header = PhotoHeader(format: .bmp, width: width, height: rows)
    header.color = bits <= 8 ? .palette : .rgb
    header.hasAlpha = bits == 32
    return header
  }

  /// Fails with `.truncated` if rows are missing.
  static func check(_ view: ByteView, _ header: PhotoHeader) throws(PhotoError) {
    guard let start = view.number(at: 10, width: 4, .little),
      let size = view.number(at: 14, width: 4, .little),
      let bits = view.number(at: size == 12 ? 24 : 28, width: 2, .little)
    else { throw .truncated(.bmp, bytes: view.count) }
    let compression = size == 12 ? 0 : view.number(at: 30, width: 4, .little) ?? 0
    // The length of compressed rows is unknown here; the decoder checks them.
    let isUncompressed = compression == 0 || compression == 3
    let rows = isUncompressed ? (header.width * bits + 31) / 32 * 4 * header.height : 1
    guard start + rows <= view.count else { throw .truncated(.bmp, bytes: view.count) }
  }
}
