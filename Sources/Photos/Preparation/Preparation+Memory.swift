/// How much memory a preparation takes, so that several can run side by side within a budget.

extension Preparation {
  /// What preparing a photo with this header allocates at most at one time, in bytes, those of the
  /// file among them.
  ///
  /// Measured on photos of 12 megapixels, in MB, each alone: a baseline JPEG took 19 of the 20 told
  /// here, a progressive one 49 (85 where colors are not halved) of 88, a PNG 65 of 69 and one with
  /// alpha 78 of 82, a WebP 43 of 90 and a lossless one 122 of 126, a HEIC 120 of 143, a TIFF 123 of
  /// 124, a BMP 77 of 81, a GIF 87 of 130.
  public static func memory(
    for header: PhotoHeader, bytes: Int, settings: PreparationSettings = .standard
  ) -> Int {
    let size = Raster.fittedSize(
      width: header.width, height: header.height, longSide: settings.longSide)
    let result = size.width * size.height
    let pixel = pixelBytes(header)
    let decoded = pixel * header.pixels / share(header, max(size.width, size.height))
    // A photo that may keep its pixels has its notes cut out of a copy.
    let isCopied = isGathered(header.format) || header.longSide <= settings.longSide
    let decoding = (isCopied ? bytes : 0) + decoderBytes(header) * header.pixels + decoded
    let shrinking = decoded + pixel * result
    // Mirrored along a diagonal it is turned first, and then flipped.
    let isTurnedTwice = [.transposed, .transversed].contains(header.orientation)
    let turning = (isTurnedTwice ? 3 : 2) * pixel * result
    // The last is for what is written.
    return bytes + max(decoding, shrinking, turning) + 2_000_000
  }

  /// Bytes of a decoded pixel.
  private static func pixelBytes(_ header: PhotoHeader) -> Int {
    switch header.format {
    // These decoders write alpha always.
    case .gif, .tiff: 4
    case .jpeg, .png, .webp, .heic, .avif, .bmp: header.hasAlpha ? 4 : 3
    }
  }

  /// What the decoder holds for each pixel beside the picture that it fills.
  private static func decoderBytes(_ header: PhotoHeader) -> Int {
    switch header.format {
    // Coefficients of two bytes for each component, unless it goes row by row.
    case .jpeg where header.isFullyBuffered: 2 * (header.color == .cmyk ? 4 : 3)
    case .jpeg, .png, .bmp, .tiff: 0
    // A lossless one is decoded into four bytes, a moving one onto a canvas as well.
    case .webp: header.isAnimated ? 12 : 4
    // Colors and their predecessors, of two bytes where they are finer than 8 bits.
    case .heic, .avif: header.bitDepth > 8 ? 14 : 8
    case .gif: 5
    }
  }

  /// Whether the decoder keeps a copy of all that it is given until it has it whole.
  private static func isGathered(_ format: PhotoFormat) -> Bool {
    switch format {
    case .webp, .heic, .avif, .tiff, .gif: true
    case .jpeg, .png, .bmp: false
    }
  }

  /// The square of the divisor that a JPEG is decoded with, 1 for all else.
  private static func share(_ header: PhotoHeader, _ wanted: Int) -> Int {
    guard header.format == .jpeg else { return 1 }
    let divisor = Raster.divisor(of: header.longSide, wanted: wanted)
    return divisor * divisor
  }
}
