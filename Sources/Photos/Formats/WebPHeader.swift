/// The header of a WebP image.
enum WebPHeader {
  /// Reads all chunks, because EXIF data follows the pixels.
  static func read(_ view: ByteView) throws(PhotoError) -> PhotoHeader {
    var chunks = try WebPChunks(view)
    var header: PhotoHeader?
    var orientation = PhotoOrientation.upright
    while let chunk = try chunks.next() {
      switch chunk.name {
      case "VP8X": header = try extended(view, chunk.payload)
      case "VP8 " where header == nil: header = try lossy(view, chunk.payload)
      case "VP8L" where header == nil: header = try lossless(view, chunk.payload)
      case "EXIF": orientation = EXIF(view, in: chunk.payload).orientation
      default: break
      }
    }
    guard var header else { throw .damaged(.webp, .missingHeader) }
    header.orientation = orientation
    return header
  }

  private static func extended(
    _ view: ByteView, _ payload: Range<Int>
  ) throws(PhotoError) -> PhotoHeader {
    guard payload.count >= 10, let flags = view.byte(at: payload.lowerBound),
      let width = view.number(at: payload.lowerBound + 4, width: 3, .little),
      let height = view.number(at: payload.lowerBound + 7, width: 3, .little)
    else { throw .damaged(.webp, .invalidHeader) }
    var header = PhotoHeader(format: .webp, width: width + 1, height: height + 1)
    header.hasAlpha = flags & 0x10 != 0
    header.isAnimated = flags & 0x02 != 0
    return header
  }

  private static func lossy(
    _ view: ByteView, _ payload: Range<Int>
  ) throws(PhotoError) -> PhotoHeader {
    let start = payload.lowerBound
    guard payload.count >= 10, view.number(at: start + 3, width: 3) == 0x9D012A,
      let width = view.number(at: start + 6, width: 2, .little),
      let height = view.number(at: start + 8, width: 2, .little)
    else { throw .damaged(.webp, .invalidHeader) }
    // The upper two bits are a hint for upscaling.
    return PhotoHeader(format: .webp, width: width & 0x3FFF, height: height & 0x3FFF)
  }

  private static func lossless(
    _ view: ByteView, _ payload: Range<Int>
  ) throws(PhotoError) -> PhotoHeader {
    let start = payload.lowerBound
    guard payload.count >= 5, view.byte(at: start) == 0x2F,
      let bits = view.number(at: start + 1, width: 4, .little)
    else { throw .damaged(.webp, .invalidHeader) }
    var header = PhotoHeader(
      format: .webp, width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
    header.hasAlpha = bits >> 28 & 1 == 1
    return header
  }
}
