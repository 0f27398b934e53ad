/// The steps of a preparation, as facts.

/// Something that was done to a photo.
public enum PhotoChange: Equatable, Sendable, Codable {
  /// Pixels were turned or mirrored to stand upright.
  case turned
  /// The picture was made smaller; the upright size before, in pixels.
  case scaled(fromWidth: Int, fromHeight: Int)
  /// Written anew: a JPEG with its quality, a PNG with nil.
  case reencoded(quality: Int?)
  /// Transparent parts were laid on the background.
  case flattened
  /// EXIF, XMP, comments and the like are gone; told where no location was among them.
  case metadataRemoved
  /// As `metadataRemoved`, and a location was among them.
  case locationRemoved
}
