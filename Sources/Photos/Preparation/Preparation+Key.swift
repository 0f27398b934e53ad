/// The name under which a prepared photo can be kept.
import Digest

extension Preparation {
  /// A name for the result of preparing these bytes with these settings: 64 hexadecimal digits.
  ///
  /// The same bytes and settings have the same name; it changes with the rules (`version`).
  public static func key(
    for bytes: [UInt8], settings: PreparationSettings = .standard
  ) -> String {
    let background = settings.background
    let goals = [
      version, settings.byteLimit, settings.longSide, settings.qualities.lowerBound,
      settings.qualities.upperBound, Int(background.red), Int(background.green),
      Int(background.blue), settings.smallLongSide, settings.limits.streamedPixels,
      settings.limits.bufferedPixels, settings.limits.scans,
    ]
    var hash = SHA256()
    hash.update(goals.map(String.init).joined(separator: " ").utf8)
    hash.update([0])
    hash.update(bytes)
    return Digest.hex(hash.finish())
  }
}
