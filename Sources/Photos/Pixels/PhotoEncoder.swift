/// Finds the best quality that fits.

/// A written picture.
struct EncodedPhoto {
  let bytes: [UInt8]
  let format: PhotoFormat
  /// The quality of a JPEG.
  let quality: Int?
  let width: Int
  let height: Int
}

/// Writes an upright, opaque picture within a number of bytes.
struct PhotoEncoder {
  /// Copies, each smaller than the one before, until there is none that fits.
  static let maxRounds = 4

  let settings: PreparationSettings
  /// The color profile to store.
  let profile: [UInt8]?
  /// Whether to stay with PNG if that fits.
  let triesPNG: Bool

  /// The picture as PNG if it should be and fits, otherwise as the best JPEG that fits, made
  /// smaller only when the lowest quality is still too large.
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
      // Bytes go with the area; a little less than the root, so that one round mostly does.
      let factor = min(0.9, 0.95 * (Double(settings.byteLimit) / Double(smallest)).squareRoot())
      raster = try raster.fitted(longSide: max(1, Int(Double(raster.longSide) * factor)))
    }
    throw .cannotFit(bytes: smallest, limit: settings.byteLimit)
  }

  /// The JPEG of the highest quality that fits, or that of the lowest quality if none does.
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
