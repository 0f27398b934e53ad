/// The color that transparent parts of a photo are laid on.

/// An opaque color, 8 bits a component.
public struct PhotoColor: Equatable, Sendable {
  public let red: UInt8
  public let green: UInt8
  public let blue: UInt8

  public static let white = PhotoColor(red: 255, green: 255, blue: 255)

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// As gdk-pixbuf wants it: red first, opaque.
  var rgba: UInt32 { UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | 0xFF }
}
