/// The orientation of stored pixels; raw values are those of EXIF tag 0x0112 (EXIF 2.32, 4.6.4).
public enum PhotoOrientation: Int, Sendable, CaseIterable, Codable {
  case upright = 1
  case mirrored = 2
  case upsideDown = 3
  case upsideDownMirrored = 4
  /// Mirrored along the diagonal from the upper left to the lower right.
  case transposed = 5
  /// Upright after a clockwise quarter turn.
  case quarterClockwise = 6
  /// Mirrored along the diagonal from the lower left to the upper right.
  case transversed = 7
  /// Upright after a counterclockwise quarter turn.
  case quarterCounterclockwise = 8

  /// Whether making the image upright swaps its width and height.
  public var swapsSides: Bool { rawValue >= 5 }
}
