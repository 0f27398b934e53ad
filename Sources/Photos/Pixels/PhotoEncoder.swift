/// An encoded image.
struct EncodedPhoto {
  let bytes: [UInt8]
  let format: PhotoFormat
  /// The quality of a JPEG, or nil.
  let quality: Int?
  let width: Int
  let height: Int
}

/// Encodes an upright, opaque image at the best quality that fits into a number of bytes.
struct PhotoEncoder {
  /// The maximum number of attempts, each with fewer pixels than the previous one.
  static let maxRounds = 4

  let settings: PreparationSettings
  /// The color profile to store, or nil.
  let profile: [UInt8]?
  /// Whether to use PNG if that fits.
  let triesPNG: Bool

  /// Encodes the image as a PNG if requested and possible, otherwise as the best JPEG that fits.
  ///
  /// The image is scaled down only if the lowest quality is too large. Fails with `.cannotFit` or
  /// `.unencodable`.
  func encode(_ raster: consuming Raster) throws(PhotoError) -> EncodedPhoto {
    if triesPNG {
      let bytes = try raster.png(profile: profile)
      if bytes.count <= settings.byteLimit {
        return EncodedPhoto(
          bytes: bytes, format: .png, quality: nil, width: raster.width, height: raster.height)
      }
    }
    var smallest = Int.max
    for round in 1...Self.maxRounds {
      let attempt = try bestJPEG(raster)
      if attempt.bytes.count <= settings.byteLimit { return attempt }
      smallest = attempt.bytes.count
      guard round < Self.maxRounds, raster.longSide > 1 else { break }
      // The size grows with the area. Slightly less than the square root usually fits at once.
      let factor = min(0.9, 0.95 * (Double(settings.byteLimit) / Double(smallest)).squareRoot())
      raster = try raster.fitted(longSide: max(1, Int(Double(raster.longSide) * factor)))
    }
    throw .cannotFit(bytes: smallest, limit: settings.byteLimit)
  }

  /// Returns the JPEG with the highest quality that fits, or with the lowest quality if none fits.
  private func bestJPEG(_ raster: borrowing Raster) throws(PhotoError) -> EncodedPhoto {
    let (low, high) = (settings.qualities.lowerBound, settings.qualities.upperBound)
    let best = try jpeg(raster, high)
    if best.bytes.count <= settings.byteLimit || low == high { return best }
    var fitting = try jpeg(raster, low)
    guard fitting.bytes.count <= settings.byteLimit else { return fitting }
    var search = QualitySearch(
      limit: settings.byteLimit, fits: (low, fitting.bytes.count),
      tooLarge: (high, best.bytes.count))
    while let quality = search.next {
      let attempt = try jpeg(raster, quality)
      if search.record(attempt.bytes.count) { fitting = attempt }
    }
    return fitting
  }

  private func jpeg(_ raster: borrowing Raster, _ quality: Int) throws(PhotoError) -> EncodedPhoto {
    EncodedPhoto(
      bytes: try raster.jpeg(quality: quality, profile: profile), format: .jpeg, quality: quality,
      width: raster.width, height: raster.height)
  }
}
