/// How much a photo may ask of the machine that decodes it.

/// Limits judged by header and structure, before a decoder sees a byte.
public struct PhotoLimits: Equatable, Sendable {
  /// Pixels of a picture that is decoded row by row and scaled: a baseline JPEG.
  public var streamedPixels = 250_000_000
  /// Pixels of any other picture, which is held whole at 3 to 6 bytes a pixel.
  public var bufferedPixels = 50_000_000
  /// Scans of a JPEG; each costs a pass over all pixels, and cameras write at most a dozen.
  public var scans = 64

  /// The limits of the market: what the largest cameras make passes, bombs do not.
  public static let standard = PhotoLimits()

  public init() {}

  /// Fails with `.tooManyPixels` when the header asks for more than these limits.
  public func check(_ header: PhotoHeader) throws(PhotoError) {
    let limit = header.isFullyBuffered ? bufferedPixels : streamedPixels
    guard header.pixels <= limit else {
      throw .tooManyPixels(width: header.width, height: header.height, limit: limit)
    }
  }
}
