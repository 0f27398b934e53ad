import Digest
import TerminalKit

extension Preparation {
  /// The cache key of a prepared photo: 64 hexadecimal digits.
  ///
  /// It depends on the bytes, the settings and `version`.
  public static func key(
    for bytes: [UInt8], settings: PreparationSettings = .standard
  ) -> String {
    let background = settings.background
    let values = [
      version, settings.byteLimit, settings.longSide, settings.qualities.lowerBound,
      settings.qualities.upperBound, Int(background.red), Int(background.green),
      Int(background.blue), settings.smallLongSide, settings.limits.streamedPixels,
      settings.limits.bufferedPixels, settings.limits.scans,
    ]
    var hash = SHA256()
    hash.update(values.map(String.init).joined(separator: " ").utf8)
    hash.update([0])
    hash.update(bytes)
    return Digest.hex(hash.finish())
  }
}
