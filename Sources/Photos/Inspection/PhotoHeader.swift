/// What a photo says of itself in its header, read by us before any library sees a byte.

/// Format, size and shape of a photo. Width and height are in pixels as stored, before any turn.
public struct PhotoHeader: Equatable, Sendable, Codable {
  public let format: PhotoFormat
  /// Pixels a stored row, at least 1.
  public let width: Int
  /// Stored rows, at least 1.
  public let height: Int
  /// How the stored pixels must be turned to be seen upright.
  public var orientation: PhotoOrientation = .upright
  /// Bits of one color component of one pixel: 1, 2, 4, 8, 10, 12 or 16.
  public var bitDepth = 8
  /// The colors of a pixel.
  public var color: Color = .rgb
  /// Whether pixels may be transparent.
  public var hasAlpha = false
  /// Whether more than one picture is stored to be shown one after another.
  public var isAnimated = false
  /// Whether decoding holds all pixels at once; a baseline JPEG is decoded row by row and scaled.
  public var isFullyBuffered = true

  /// What the components of a pixel stand for.
  public enum Color: String, Sendable, Codable {
    case gray, rgb, palette, cmyk
  }

  /// Width times height.
  public var pixels: Int { width * height }

  /// The width as seen, after the turn.
  public var uprightWidth: Int { orientation.swapsSides ? height : width }

  /// The height as seen, after the turn.
  public var uprightHeight: Int { orientation.swapsSides ? width : height }

  /// The longer side, in pixels.
  public var longSide: Int { max(width, height) }

  /// The extension a stored file should have, without a dot; it follows the content.
  public var fileExtension: String { format.fileExtension }

  /// The media type to serve the bytes with.
  public var mediaType: String { format.mediaType }
}

extension PhotoHeader {
  /// Reads the header of the bytes, whatever they are.
  ///
  /// Costs little and allocates next to nothing, so it comes before every other look at a photo.
  /// Fails with `.notAPhoto`, `.truncated` or `.damaged`; a sound header does not mean that the
  /// rest is sound (see `PhotoCheck`).
  public static func read(_ bytes: [UInt8]) throws(PhotoError) -> PhotoHeader {
    try read(ByteView(bytes))
  }

  static func read(_ view: ByteView) throws(PhotoError) -> PhotoHeader {
    guard let format = PhotoFormat.of(view) else {
      throw .notAPhoto(UnexpectedContent.of(view))
    }
    let header =
      switch format {
      case .jpeg: try JPEGHeader.read(view)
      case .png: try PNGHeader.read(view)
      case .webp: try WebPHeader.read(view)
      case .heic, .avif: try HEIFHeader.read(view, as: format)
      case .gif: try GIFBlocks.header(view)
      case .bmp: try BMPHeader.read(view)
      case .tiff: try TIFFHeader.read(view)
      }
    guard header.width > 0, header.height > 0 else { throw .damaged(format, .noPixels) }
    // Larger than any format's real use; keeps width × height far from overflow.
    guard header.width < 1 << 30, header.height < 1 << 30 else {
      throw .damaged(format, .invalidHeader)
    }
    return header
  }
}
