/// The styles of the screens, by what they mean.
public import TerminalKit

/// Which style means what. Colour never carries meaning alone: every style has a word or a sign
/// beside it.
public struct Theme: Hashable, Sendable {
  public var title: Style
  public var header: Style
  public var rule: Style
  /// What is there to be found, not to be read first.
  public var quiet: Style
  public var own: Style
  public var oldPrice: Style
  public var discount: Style
  public var soldOut: Style
  public var link: Style
  /// A command to type.
  public var command: Style
  public var good: Style
  public var bad: Style
  public var news: Style

  /// The themes by the names that a user knows them by.
  public enum Name: String, CaseIterable, Hashable, Sendable {
    case dark
    case light
  }

  /// The theme for a background.
  public static func named(_ name: Name) -> Theme {
    switch name {
    case .dark: dark
    case .light: light
    }
  }

  /// For light letters on a dark ground.
  public static let dark = Theme(
    accent: .cyan, positive: .green, negative: .red, highlight: .yellow)

  /// For dark letters on a light ground, where the sixteen's yellow and cyan are too pale.
  public static let light = Theme(
    accent: .blue, positive: .rgb(0, 110, 40), negative: .rgb(180, 20, 30),
    highlight: .rgb(150, 105, 0))

  private init(accent: Color, positive: Color, negative: Color, highlight: Color) {
    title = .bold
    header = .bold
    rule = .dim
    quiet = .dim
    own = Style(.bold, foreground: accent)
    oldPrice = Style([.dim, .strikethrough])
    discount = Style(foreground: positive)
    soldOut = Style(foreground: negative)
    link = Style(.underline, foreground: accent)
    command = Style(foreground: accent)
    good = Style(foreground: positive)
    bad = Style(foreground: negative)
    news = Style(foreground: highlight)
  }
}
