/// The report of what a photo tells beside its picture.

/// What a photo tells beside its pixels.
public struct MetadataSummary: Equatable, Sendable {
  /// EXIF, XMP, IPTC, comments, embedded thumbnails, or a second picture behind the first.
  public var hasMetadata = false
  /// A latitude or longitude among them.
  public var hasLocation = false
  /// The bytes of a color profile that is too large to keep, 0 for none.
  public var droppedProfileBytes = 0

  public init(hasMetadata: Bool = false, hasLocation: Bool = false, droppedProfileBytes: Int = 0) {
    self.hasMetadata = hasMetadata
    self.hasLocation = hasLocation
    self.droppedProfileBytes = droppedProfileBytes
  }
}
