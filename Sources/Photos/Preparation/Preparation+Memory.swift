extension Preparation {
  /// An upper bound for the memory that preparing a photo needs, in bytes, including the file.
  ///
  /// Measured peaks and this estimate in MB for photos of 12 megapixels: baseline JPEG 19 of 20,
  /// progressive JPEG 49 (85 without chroma subsampling) of 88, PNG 65 of 69, PNG with alpha 78 of
  /// 82, lossy WebP 43 of 90, lossless WebP 122 of 126, HEIC 120 of 143.
  public static func memory(
    for header: PhotoHeader, bytes: Int, settings: PreparationSettings = .standard
  ) -> Int {
    let size = Raster.fittedSize(
      width: header.width, height: header.height, longSide: settings.longSide)
    let result = size.width * size.height
    let pixel = header.hasAlpha ? 4 : 3
    let decoded = pixel * header.pixels / reduction(header, max(size.width, size.height))
    // A photo that keeps its pixels is copied to strip its metadata.
    let isCopied = decoderCopiesFile(header.format) || header.longSide <= settings.longSide
    let decoding = (isCopied ? bytes : 0) + decoderBytes(header) * header.pixels + decoded
    let scaling = decoded + pixel * result
    // An image that is mirrored along a diagonal is first rotated and then flipped.
    let isTurnedTwice = [.transposed, .transversed].contains(header.orientation)
    let turning = (isTurnedTwice ? 3 : 2) * pixel * result
    // The constant is for the encoded result.
    return bytes + max(decoding, scaling, turning) + 2_000_000
  }

  /// The bytes per pixel that the decoder needs in addition to the decoded image.
  private static func decoderBytes(_ header: PhotoHeader) -> Int {
    switch header.format {
    // Two bytes of coefficients for each component, unless it is decoded row by row.
    case .jpeg where header.isFullyBuffered: 2 * (header.color == .cmyk ? 4 : 3)
    case .jpeg, .png: 0
    // Lossless images are decoded to four bytes per pixel, animations also need a canvas.
    case .webp: header.isAnimated ? 12 : 4
    // YUV and RGB planes, with two bytes per component for more than 8 bits.
    case .heic, .avif: header.bitDepth > 8 ? 14 : 8
    }
  }

  /// Whether the decoder collects a copy of the whole file before it starts.
  private static func decoderCopiesFile(_ format: PhotoFormat) -> Bool {
    switch format {
    case .webp, .heic, .avif: true
    case .jpeg, .png: false
    }
  }

  /// The factor by which decoding reduces the number of pixels: the square of the divisor for a
  /// JPEG, otherwise 1.
  private static func reduction(_ header: PhotoHeader, _ wanted: Int) -> Int {
    guard header.format == .jpeg else { return 1 }
    let divisor = Raster.divisor(of: header.longSide, wanted: wanted)
    return divisor * divisor
  }
}
