/// How much memory a preparation takes, so that several can run side by side within a budget.

extension Preparation {
  /// An upper bound, in bytes, of what preparing a photo with this header allocates, the given
  /// bytes of the file apart.
  ///
  /// Measured on photos of 12 megapixels: a baseline JPEG took 19 MB of the 45 told here, a
  /// progressive one 85 of 137, a PNG of 19 MB 74 of 130, a HEIC 106 of 144.
  public static func memory(
    for header: PhotoHeader, bytes: Int, settings: PreparationSettings = .standard
  ) -> Int {
    let result = Raster.fit(
      width: header.width, height: header.height, longSide: settings.longSide)
    // Shrunk, turned, flattened and written copies at up to 4 bytes a pixel.
    let copies = 16 * result.width * result.height
    // Decoders gather what they are given, and notes are cut out of a copy.
    return 2 * bytes + copies + decodedBytesPerPixel(header) * header.pixels / share(header, result)
  }

  /// What the decoder holds for each pixel that it decodes.
  private static func decodedBytesPerPixel(_ header: PhotoHeader) -> Int {
    switch header.format {
    case .jpeg: header.isHeldWhole ? 8 : 3
    case .png, .webp, .bmp: 5
    case .heic, .avif, .gif, .tiff: 9
    }
  }

  /// The square of the divisor that a baseline JPEG is decoded with, 1 for all else.
  private static func share(_ header: PhotoHeader, _ result: (width: Int, height: Int)) -> Int {
    guard !header.isHeldWhole else { return 1 }
    let divisor = Raster.divisor(of: header.longSide, wanted: max(result.width, result.height))
    return divisor * divisor
  }
}
