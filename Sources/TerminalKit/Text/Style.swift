public import Formatting

/// A color. `ANSI` converts it to the nearest one that the terminal can show.
public enum Color: Hashable, Sendable {
  /// An entry of the terminal's palette; 0 to 15 are the colors that the user has configured.
  case palette(UInt8)
  case rgb(RGBColor)

  public static let red = Color.palette(1)
  public static let green = Color.palette(2)
  public static let yellow = Color.palette(3)
  public static let blue = Color.palette(4)
  public static let cyan = Color.palette(6)
  /// "Bright black", the gray among the first 16 colors.
  public static let gray = Color.palette(8)

  public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Color {
    .rgb(RGBColor(red: red, green: green, blue: blue))
  }
}

/// The style of a text fragment.
public struct Style: Hashable, Sendable {
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let bold = Attributes(rawValue: 1)
    public static let dim = Attributes(rawValue: 2)
    public static let italic = Attributes(rawValue: 4)
    public static let underline = Attributes(rawValue: 8)
    public static let inverse = Attributes(rawValue: 16)
    public static let strikethrough = Attributes(rawValue: 32)
  }

  public var attributes: Attributes
  public var foreground: Color?
  public var background: Color?
  /// The web address to open on a click.
  public var link: String?

  public init(
    _ attributes: Attributes = [], foreground: Color? = nil, background: Color? = nil,
    link: String? = nil
  ) {
    self.attributes = attributes
    self.foreground = foreground
    self.background = background
    self.link = link
  }

  public static let plain = Style()
  public static let bold = Style(.bold)
  public static let dim = Style(.dim)

  /// Returns this style combined with `other`, whose colors and link take precedence.
  public func with(_ other: Style) -> Style {
    Style(
      attributes.union(other.attributes), foreground: other.foreground ?? foreground,
      background: other.background ?? background, link: other.link ?? link)
  }
}
