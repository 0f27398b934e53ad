/// A photo that is ready to upload, with the changes that were made to it.
public struct PreparedPhoto: Equatable, Sendable, Codable {
  public internal(set) var bytes: [UInt8] = []
  public let format: PhotoFormat
  /// The width in pixels; a prepared photo is always upright.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// The header of the original photo.
  public let source: PhotoHeader
  /// The size of the original photo in bytes.
  public let sourceBytes: Int
  /// The changes in the order they were made; empty if the bytes are unchanged.
  public let changes: [PhotoChange]
  public let warnings: [PhotoWarning]

  /// All properties except the bytes, which follow the others in a cache entry.
  enum CodingKeys: CodingKey {
    case format, width, height, source, sourceBytes, changes, warnings
  }

  /// Whether the bytes are those of the original photo.
  public var isUntouched: Bool { changes.isEmpty && bytes.count == sourceBytes }

  /// The quality of a JPEG that was encoded again; nil for unchanged pixels or a PNG.
  public var quality: Int? {
    changes.lazy.compactMap { if case .reencoded(let quality) = $0 { quality } else { nil } }.first
  }

  /// Whether the pixels are those of the original photo.
  public var keepsPixels: Bool {
    !changes.contains { if case .reencoded = $0 { true } else { false } }
  }
}
