/// An effect of the preparation that the seller may not expect.
public enum PhotoWarning: Equatable, Sendable, Codable {
  /// The longer side has fewer pixels than recommended.
  case small(longSide: Int, below: Int)
  /// A very tall picture was scaled down until this many pixels of its width were left.
  case narrow(width: Int)
  /// A very wide picture was scaled down until this many pixels of its height were left.
  case flat(height: Int)
  /// The file contains several frames or pages; the first one was used.
  case firstFrameOnly
  /// CMYK colors were converted to RGB, which may look different.
  case convertedFromCMYK
  /// The color profile was not kept, so colors may look different.
  case profileDropped(bytes: Int)
  /// Components of more than 8 bits were rounded.
  case roundedTo8Bits
}
