/// A change that the preparation made to a photo.
public enum PhotoChange: Equatable, Sendable, Codable {
  /// Rotated or mirrored to be upright.
  case turned
  /// Scaled down from this upright size in pixels.
  case scaled(fromWidth: Int, fromHeight: Int)
  /// Encoded again, as a JPEG with a quality or as a PNG with nil.
  case reencoded(quality: Int?)
  /// Drawn on the background color because parts were transparent.
  case flattened
  /// EXIF, XMP, comments or other metadata without a location was removed.
  case metadataRemoved
  /// Metadata with a location was removed.
  case locationRemoved
}
