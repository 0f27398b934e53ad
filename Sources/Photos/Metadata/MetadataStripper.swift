/// A photo without its metadata.
public struct StrippedPhoto: Equatable, Sendable {
  public let bytes: [UInt8]
  /// A summary of the removed metadata.
  public let removed: MetadataSummary
}

/// Removes metadata from JPEG and PNG files without changing a pixel.
///
/// Only known image data is kept; everything unknown is removed.
public enum MetadataStripper {
  /// The maximum size in bytes of a color profile that is kept, as stored in the file.
  ///
  /// Profiles of cameras have about 600 bytes, those of printers up to a million.
  public static let profileByteLimit = 8_192

  /// Removes EXIF, XMP, IPTC, comments, thumbnails and all data after the end of the image.
  ///
  /// The bytes must have passed `PhotoCheck`. Formats other than JPEG and PNG do not change.
  ///
  /// - Parameters:
  ///   - orientation: the orientation that the result states, as EXIF data of its own; none is
  ///     needed for `.upright`.
  ///   - profileByteLimit: the size of a color profile above which it is removed.
  public static func strip(
    _ bytes: [UInt8], stating orientation: PhotoOrientation = .upright,
    profileByteLimit: Int = profileByteLimit
  ) throws(PhotoError) -> StrippedPhoto {
    let view = ByteView(bytes)
    switch PhotoFormat.of(view) {
    case .jpeg: return try JPEGMetadata.strip(view, orientation, profileByteLimit)
    case .png: return try PNGMetadata.strip(view, orientation, profileByteLimit)
    default: return StrippedPhoto(bytes: bytes, removed: MetadataSummary())
    }
  }
}
