import Foundation

/// A search for the highest JPEG quality that fits, with as few encodings as possible.
///
/// It narrows the range between a quality that fits and one that is too large. The logarithm of the
/// size is nearly linear in the quality, so interpolation is usually exact or off by one, and the
/// second step tries the neighbor. After three steps the search bisects the range.
struct QualitySearch {
  private typealias End = (quality: Int, bytes: Int)

  private let limit: Int
  private var fits: End
  private var tooLarge: End
  private var steps = 0
  private var didFit = false

  init(
    limit: Int, fits: (quality: Int, bytes: Int), tooLarge: (quality: Int, bytes: Int)
  ) {
    (self.limit, self.fits, self.tooLarge) = (limit, fits, tooLarge)
  }

  /// The quality to try next, or nil when the search is complete.
  var next: Int? {
    guard tooLarge.quality - fits.quality > 1 else { return nil }
    let guess =
      switch steps {
      case 1: didFit ? fits.quality + 1 : tooLarge.quality - 1
      case 0, 2: interpolated
      default: (fits.quality + tooLarge.quality) / 2
      }
    return min(max(guess, fits.quality + 1), tooLarge.quality - 1)
  }

  /// Records the size of the image at quality `next`, and returns whether it fits.
  mutating func record(_ bytes: Int) -> Bool {
    guard let quality = next else { return false }
    didFit = bytes <= limit
    if didFit { fits = (quality, bytes) } else { tooLarge = (quality, bytes) }
    steps += 1
    return didFit
  }

  /// The quality at which a line between both ends reaches the limit.
  private var interpolated: Int {
    let low = log(Double(max(1, fits.bytes)))
    let share = (log(Double(max(1, limit))) - low) / (log(Double(max(1, tooLarge.bytes))) - low)
    let width = Double(tooLarge.quality - fits.quality)
    return share.isFinite ? fits.quality + Int(min(max(share, 0), 1) * width) : fits.quality + 1
  }
}
