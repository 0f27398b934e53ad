/// A photo that is good enough to send, with an account of what was done to it.

/// Something that was done to a photo.
public enum PhotoChange: Equatable, Sendable {
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

/// Something that the seller may not expect of the result.
public enum PhotoWarning: Equatable, Sendable {
  /// The longer side has fewer pixels than looks good.
  case small(longSide: Int, below: Int)
  /// The file held several pictures; the first was taken.
  case firstFrameOnly
  /// Colours for print were turned into colours for screens, which may look different.
  case convertedFromCMYK
  /// The colour profile could not be kept; colours may look different.
  case profileDropped(bytes: Int)
  /// Finer colours than 8 bits a component were rounded.
  case roundedTo8Bits
}

/// The bytes to send and what they are.
public struct PreparedPhoto: Equatable, Sendable {
  public let bytes: [UInt8]
  public let format: PhotoFormat
  /// Pixels as seen: a prepared photo is always upright.
  public let width: Int
  public let height: Int
  /// The header of the photo that it was made from.
  public let source: PhotoHeader
  /// The bytes of that photo.
  public let sourceBytes: Int
  /// What was done, in the order done; empty when the bytes are the given ones.
  public let changes: [PhotoChange]
  public let warnings: [PhotoWarning]

  /// Whether pixels are those of the source, byte for byte.
  public var keepsPixels: Bool {
    !changes.contains { if case .reencoded = $0 { true } else { false } }
  }
}
