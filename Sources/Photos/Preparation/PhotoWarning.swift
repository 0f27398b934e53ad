/// The surprises of a preparation, as facts.

/// Something that the seller may not expect of the result.
public enum PhotoWarning: Equatable, Sendable, Codable {
  /// The longer side has fewer pixels than looks good.
  case small(longSide: Int, below: Int)
  /// The file held several pictures; the first was taken.
  case firstFrameOnly
  /// Colors for print were turned into colors for screens, which may look different.
  case convertedFromCMYK
  /// The color profile could not be kept; colors may look different.
  case profileDropped(bytes: Int)
  /// Finer colors than 8 bits a component were rounded.
  case roundedTo8Bits
}
