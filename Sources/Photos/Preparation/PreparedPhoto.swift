/// A photo that is good enough to send, with an report of what was done to it.

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

  /// Whether the bytes are the given ones.
  public var isUntouched: Bool { changes.isEmpty && bytes.count == sourceBytes }

  /// The quality of a JPEG that was written anew; nil where pixels were kept, or it is a PNG.
  public var quality: Int? {
    changes.lazy.compactMap { if case .reencoded(let quality) = $0 { quality } else { nil } }.first
  }

  /// Whether pixels are those of the source, byte for byte.
  public var keepsPixels: Bool {
    !changes.contains { if case .reencoded = $0 { true } else { false } }
  }
}
