/// An opaque sRGB color with 8 bits per component.
public struct RGBColor: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public static let white = RGBColor(hex: 0xFFFFFF)
  public static let black = RGBColor(hex: 0)

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a color from `0xRRGGBB`; higher bits are ignored.
  public init(hex: UInt32) {
    self.init(red: UInt8(hex >> 16 & 0xFF), green: UInt8(hex >> 8 & 0xFF), blue: UInt8(hex & 0xFF))
  }

  /// The color as `0xRRGGBB`.
  public var hex: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

  /// Whether dark text is readable on the color: its luma (ITU-R BT.601) is above one half.
  public var isLight: Bool { 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) > 127_500 }
}

extension RGBColor: CustomStringConvertible {
  /// The CSS notation, `#rrggbb`.
  public var description: String {
    let digits = String(hex, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
