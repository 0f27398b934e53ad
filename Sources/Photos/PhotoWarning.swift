/// The surprises of a preparation, as facts.

/// Something that the seller may not expect of the result.
public enum PhotoWarning: Equatable, Sendable, Codable {
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
