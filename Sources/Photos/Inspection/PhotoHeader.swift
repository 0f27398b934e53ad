/// The format, size and pixel layout of an image, read without a decoder.
///
/// The width and height are in pixels as stored, before the orientation is applied.
public struct PhotoHeader: Equatable, Sendable, Codable {
  public let format: PhotoFormat
  /// The pixels in a stored row, at least 1.
  public let width: Int
  /// The number of stored rows, at least 1.
  public let height: Int
  /// The rotation or mirroring that shows the stored pixels upright.
  public var orientation: PhotoOrientation = .upright
  /// The bits per color component: 1, 2, 4, 8, 10, 12 or 16.
  public var bitDepth = 8
  public var color: Color = .rgb
  /// Whether pixels may be transparent.
  public var hasAlpha = false
  /// Whether the file contains several frames or pages.
  public var isAnimated = false
  /// Whether the decoder holds all pixels in memory. It decodes a baseline JPEG row by row.
  public var isFullyBuffered = true

  /// The meaning of the components of a pixel.
  public enum Color: String, Sendable, Codable {
    case gray, rgb, palette, cmyk
  }

  /// Width times height.
  public var pixels: Int { width * height }

  /// The width after the orientation is applied.
  public var uprightWidth: Int { orientation.swapsSides ? height : width }

  /// The height after the orientation is applied.
  public var uprightHeight: Int { orientation.swapsSides ? width : height }

  /// The longer side in pixels.
  public var longSide: Int { max(width, height) }

  /// The file extension for the content, without a dot.
  public var fileExtension: String { format.fileExtension }

  /// The media type for the content.
  public var mediaType: String { format.mediaType }
}

extension PhotoHeader {
  /// Reads the header of untrusted bytes.
  ///
  /// Takes little time and memory. Fails with `.notAPhoto`, `.truncated` or `.damaged`. A valid
  /// header does not mean that the rest is valid; see `PhotoCheck`.
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
      }
    guard header.width > 0, header.height > 0 else { throw .damaged(format, .noPixels) }
    // No real image is that large, and width × height cannot overflow below the limit.
    guard header.width < 1 << 30, header.height < 1 << 30 else {
      throw .damaged(format, .invalidHeader)
    }
    return header
  }
}
