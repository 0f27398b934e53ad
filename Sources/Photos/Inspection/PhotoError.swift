/// Everything that can be wrong with a photo, as facts without words.

/// Why bytes are refused as a photo. Sizes are in bytes, widths and heights in pixels.
public enum PhotoError: Error, Equatable, Sendable {
  /// The bytes are something else, whatever the file is named.
  case notAPhoto(UnexpectedContent)
  /// A photo, but this machine has no decoder for its format.
  case noDecoder(PhotoFormat)
  /// The end is missing: a copy or a download that stopped.
  case truncated(PhotoFormat, bytes: Int)
  /// The structure contradicts the format's rules.
  case damaged(PhotoFormat, PhotoDamage)
  /// More pixels than `limit`; found in the header, before anything was decoded.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// The structure is sound and the decoder still refuses; `reason` is the decoder's own words.
  case undecodable(PhotoFormat, reason: String)
  /// There was no memory for a picture of this size.
  case noMemory(width: Int, height: Int)
  /// The pixels could not be written as `format`; `reason` is the encoder's own words.
  case unencodable(PhotoFormat, reason: String)
  /// Smaller and smaller copies were all above `limit`; `bytes` is the smallest.
  case cannotFit(bytes: Int, limit: Int)
}

/// Where a photo's structure breaks its format's rules.
public enum PhotoDamage: String, Sendable, CaseIterable {
  /// No frame, header or picture where the format demands one.
  case missingHeader
  /// A header that is too short or holds impossible values.
  case invalidHeader
  /// Width or height is zero.
  case noPixels
  /// A segment, chunk or box does not begin where the one before ends.
  case structure
  /// A checksum does not match.
  case checksum
  /// More parts than any camera writes: made to keep a decoder busy.
  case tooManyParts
}
