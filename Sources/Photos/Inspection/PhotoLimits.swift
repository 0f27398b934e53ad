/// Limits on the size and complexity of an image, checked before it is decoded.
public struct PhotoLimits: Equatable, Sendable {
  /// The maximum pixels of an image that is decoded row by row, that is, a baseline JPEG.
  public var streamedPixels = 250_000_000
  /// The maximum pixels of any other image. Decoders buffer it with 3 to 6 bytes per pixel.
  public var bufferedPixels = 50_000_000
  /// The maximum scans of a JPEG. Each costs a pass over all pixels; cameras write at most a dozen.
  public var scans = 64

  /// The limits for a seller's own photos. They admit the photos of the largest cameras.
  public static let standard = PhotoLimits()

  /// The limits of a market for uploaded photos: 50 megapixels for all of them (API 8.3).
  public static let market: PhotoLimits = {
    var limits = PhotoLimits()
    limits.streamedPixels = 50_000_000
    return limits
  }()

  /// Fails with `.tooManyPixels` if the header exceeds these limits.
  public func check(_ header: PhotoHeader) throws(PhotoError) {
    let limit = header.isFullyBuffered ? bufferedPixels : streamedPixels
    guard header.pixels <= limit else {
      throw .tooManyPixels(width: header.width, height: header.height, limit: limit)
    }
  }
}
