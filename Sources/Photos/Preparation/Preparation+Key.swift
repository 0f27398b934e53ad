import Digest
import Formatting

extension Preparation {
  /// The cache key of a prepared photo: 64 hexadecimal digits.
  ///
  /// It depends on the bytes, the settings and `version`.
  public static func key(
    for bytes: [UInt8], settings: PreparationSettings = .standard
  ) -> String {
    key(forDigest: Digest.hex(Digest.sha256(bytes)), settings: settings)
  }

  /// The same for the SHA-256 of the bytes in hexadecimal digits.
  static func key(forDigest digest: String, settings: PreparationSettings) -> String {
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
    hash.update(digest.utf8)
    return Digest.hex(hash.finish())
  }
}
