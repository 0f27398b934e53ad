/// The header of a PNG image: `IHDR` and the chunks before the pixels that affect its appearance.
enum PNGHeader {
  /// Reads the chunks up to the first `IDAT`.
  static func read(_ view: ByteView) throws(PhotoError) -> PhotoHeader {
    var chunks = PNGChunks(view)
    let first = try chunks.next()
    guard first.name == "IHDR" else { throw .damaged(.png, .missingHeader) }
    var header = try imageHeader(view, first.payload)
    while true {
      let chunk = try chunks.next(withinPixels: false)
      switch chunk.name {
      case "tRNS": header.hasAlpha = true
      case "acTL":
        header.isAnimated = (view.number(at: chunk.payload.lowerBound, width: 4) ?? 0) > 1
      case "eXIf":
        header.orientation = EXIF(view, in: chunk.payload).orientation
      case "IDAT": return header
      case "IEND": throw .damaged(.png, .missingHeader)
      default: break
      }
    }
  }

  private static func imageHeader(
    _ view: ByteView, _ payload: Range<Int>
  ) throws(PhotoError) -> PhotoHeader {
    let start = payload.lowerBound
    guard payload.count == 13, let width = view.number(at: start, width: 4),
      let height = view.number(at: start + 4, width: 4), let depth = view.byte(at: start + 8),
      let kind = view.byte(at: start + 9), [1, 2, 4, 8, 16].contains(depth)
    else { throw .damaged(.png, .invalidHeader) }
    var header = PhotoHeader(format: .png, width: width, height: height)
    header.bitDepth = Int(depth)
    header.hasAlpha = kind == 4 || kind == 6
    switch kind {
    case 0, 4: header.color = .gray
    case 2, 6: header.color = .rgb
    case 3: header.color = .palette
    default: throw .damaged(.png, .invalidHeader)
    }
    return header
  }
}
