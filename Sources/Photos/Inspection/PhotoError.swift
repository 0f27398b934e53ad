/// The reason why bytes cannot be used as a photo. Sizes are in bytes, dimensions in pixels.
public enum PhotoError: Error, Equatable, Sendable {
  /// The bytes are not an image, regardless of the file name.
  case notAPhoto(UnexpectedContent)
  /// An image for whose format no decoder is installed.
  case noDecoder(PhotoFormat)
  /// The end is missing, for example after an incomplete download.
  case truncated(PhotoFormat, bytes: Int)
  /// The structure violates the format's specification.
  case damaged(PhotoFormat, PhotoDamage)
  /// More pixels than `limit`, according to the header. Nothing was decoded.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// The structure is valid but decoding failed; `reason` is the decoder's message.
  case undecodable(PhotoFormat, reason: String)
  /// There is not enough memory for an image of this size.
  case noMemory(width: Int, height: Int)
  /// Encoding the pixels as `format` failed; `reason` is the encoder's message.
  case unencodable(PhotoFormat, reason: String)
  /// No copy fits into `limit`, at any size tried; `bytes` is the size of the smallest.
  case cannotFit(bytes: Int, limit: Int)
}

/// A violation of an image format's specification.
public enum PhotoDamage: String, Sendable, CaseIterable {
  /// A mandatory header, frame or image is missing.
  case missingHeader
  /// A header is too short or contains impossible values.
  case invalidHeader
  /// The width or height is zero.
  case noPixels
  /// A segment, chunk or box does not start where the previous one ends.
  case structure
  /// A JPEG has less coded data than its number of pixels needs.
  case missingData
  /// A checksum does not match.
  case checksum
  /// More parts than any camera writes; such files keep decoders busy on purpose.
  case tooManyParts
}
