/// The search for the highest quality that fits, with as few encodings as possible.
import Foundation

/// Narrows the qualities between one that fits and one that does not.
///
/// Bytes rise evenly on a logarithmic scale, so a guess along the line between both ends is mostly
/// right or one off; its neighbor then settles it. What is stranger is halved.
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

  /// The quality to try; nil where the last one that fitted is the highest.
  var next: Int? {
    guard tooLarge.quality - fits.quality > 1 else { return nil }
    let guess =
      switch steps {
      case 1: didFit ? fits.quality + 1 : tooLarge.quality - 1
      case 0, 2: along
      default: (fits.quality + tooLarge.quality) / 2
      }
    return min(max(guess, fits.quality + 1), tooLarge.quality - 1)
  }

  /// Takes the bytes of the quality that was tried; answers whether they fit.
  mutating func record(_ bytes: Int) -> Bool {
    guard let quality = next else { return false }
    didFit = bytes <= limit
    if didFit { fits = (quality, bytes) } else { tooLarge = (quality, bytes) }
    steps += 1
    return didFit
  }

  /// Where the line between both ends meets the limit.
  private var along: Int {
    let low = log(Double(max(1, fits.bytes)))
    let share = (log(Double(max(1, limit))) - low) / (log(Double(max(1, tooLarge.bytes))) - low)
    let width = Double(tooLarge.quality - fits.quality)
    return share.isFinite ? fits.quality + Int(min(max(share, 0), 1) * width) : fits.quality + 1
  }
}
