/// A summary of the metadata in a photo.
public struct MetadataSummary: Equatable, Sendable {
  /// Whether there is EXIF, XMP, IPTC, a comment, an embedded thumbnail or a second image.
  public var hasMetadata = false
  /// Whether the metadata contains a latitude or longitude.
  public var hasLocation = false
  /// The size in bytes of a color profile that is too large to keep, or 0.
  public var droppedProfileBytes = 0
}
