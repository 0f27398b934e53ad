/// Everything that can be wrong with a picture that is to be drawn, as facts without words.

/// Why a picture cannot be drawn. Sizes are in pixels, counts in bytes.
public enum PictureError: Error, Hashable, Sendable {
  /// Width or height is not positive.
  case noPixels(width: Int, height: Int)
  /// A side is longer, or the whole is more, than a terminal can show; `PixelImage` has the limits.
  case tooManyPixels(width: Int, height: Int)
  /// The bytes are not as many as width, height and layout say.
  case wrongByteCount(Int, expected: Int)
  /// The bytes are in no format that this way of drawing takes.
  case wrongFormat
  /// The file is larger than what is sent to a terminal.
  case tooManyBytes(Int, limit: Int)
  /// The box has no cells.
  case emptyBox
}
