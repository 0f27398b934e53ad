/// A reason why a picture cannot be drawn.
///
/// Sizes are in pixels, counts in bytes.
enum PictureError: Error, Hashable, Sendable {
  /// Width or height is not positive.
  case noPixels(width: Int, height: Int)
  /// The picture exceeds the limits of `PixelImage`.
  case tooManyPixels(width: Int, height: Int)
  /// The number of bytes does not match width, height and layout.
  case wrongByteCount(Int, expected: Int)
  /// The file is not in the expected format.
  case wrongFormat
  /// The file is larger than what may be sent to a terminal.
  case tooManyBytes(Int, limit: Int)
  /// The box has no cells.
  case emptyBox
}
