/// The eight ways in which a camera stores a picture.

/// How stored pixels lie, by the number of EXIF tag 0x0112 (EXIF 2.32, section 4.6.4).
public enum PhotoOrientation: Int, Sendable, CaseIterable, Codable {
  case upright = 1
  case mirrored = 2
  case upsideDown = 3
  case upsideDownMirrored = 4
  /// Mirrored along the falling diagonal.
  case transposed = 5
  /// To be turned a quarter clockwise.
  case quarterClockwise = 6
  /// Mirrored along the rising diagonal.
  case transversed = 7
  /// To be turned a quarter counterclockwise.
  case quarterCounterclockwise = 8

  /// Whether width and height change places when the picture is turned upright.
  public var swapsSides: Bool { rawValue >= 5 }
}
