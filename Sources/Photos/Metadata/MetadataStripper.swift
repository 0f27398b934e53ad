/// Takes everything out of a photo that is no picture, without touching a pixel.

/// A photo without its notes.
public struct StrippedPhoto: Equatable, Sendable {
  public let bytes: [UInt8]
  /// What was cut out.
  public let removed: MetadataSummary
}

/// Cuts notes out of JPEG and PNG files. What is kept is listed, what is unknown is cut.
public enum MetadataStripper {
  /// The largest color profile that is kept, in bytes as stored in the file. Profiles of cameras
  /// have about 600; those of printers, up to a million.
  public static let profileByteLimit = 8_192

  /// The photo without EXIF, XMP, IPTC, comments, thumbnails and whatever stands behind its end.
  ///
  /// Pixels stay byte for byte. The bytes must have passed `PhotoCheck`; a format other than JPEG
  /// and PNG comes back as it is.
  public static func strip(_ bytes: [UInt8]) throws(PhotoError) -> StrippedPhoto {
    let view = ByteView(bytes)
    switch PhotoFormat.of(view) {
    case .jpeg: return try JPEGMetadata.strip(view)
    case .png: return try PNGMetadata.strip(view)
    default: return StrippedPhoto(bytes: bytes, removed: MetadataSummary())
    }
  }
}
