/// The header of a TIFF image: its first directory.
enum TIFFHeader {
  private enum Tag {
    static let width = 256, height = 257, bits = 258, colors = 262, orientation = 274
    static let stripOffsets = 273, stripLengths = 279, tileOffsets = 324, tileLengths = 325
    static let extraSamples = 338
  }

  /// Reads the first directory. Further directories are further pages.
  static func read(_ view: ByteView) throws(PhotoError) -> PhotoHeader {
    let directory = try directory(view)
    guard let width = directory.entry(Tag.width)?.number,
      let height = directory.entry(Tag.height)?.number
    else { throw .damaged(.tiff, .missingHeader) }
    var header = PhotoHeader(format: .tiff, width: width, height: height)
    header.bitDepth = directory.entry(Tag.bits)?.number ?? 1
    header.orientation =
      directory.entry(Tag.orientation)?.number.flatMap(PhotoOrientation.init(rawValue:))
      ?? .upright
    switch directory.entry(Tag.colors)?.number {
    case 0, 1: header.color = .gray
    case 3: header.color = .palette
    case 5: header.color = .cmyk
    default: header.color = .rgb
    }
    header.hasAlpha = directory.entry(Tag.extraSamples) != nil
    header.isAnimated = directory.next != 0
    return header
  }

  /// Fails with `.truncated` if a strip or tile of the first page exceeds the bytes.
  static func check(_ view: ByteView) throws(PhotoError) {
    let directory = try directory(view)
    let tiles = directory.entry(Tag.tileOffsets)
    guard let offsets = tiles ?? directory.entry(Tag.stripOffsets) else {
      throw .damaged(.tiff, .missingHeader)
    }
    // Old programs omit the lengths if there is a single strip, which extends to the end.
    let lengths = directory.entry(tiles == nil ? Tag.stripLengths : Tag.tileLengths)
    guard offsets.count <= view.count else { throw .damaged(.tiff, .invalidHeader) }
    for index in 0..<offsets.count {
      guard let offset = offsets.value(index), offset + (lengths?.value(index) ?? 1) <= view.count
      else { throw .truncated(.tiff, bytes: view.count) }
    }
  }

  /// The first directory.
  static func directory(_ view: ByteView) throws(PhotoError) -> TIFFDirectory {
    guard let order = TIFFDirectory.order(view, at: 0),
      let first = view.number(at: 4, width: 4, order),
      let directory = TIFFDirectory(view, base: 0, offset: first, end: view.count, order: order)
    else { throw .truncated(.tiff, bytes: view.count) }
    return directory
  }
}
