/// The styles of the screens, by what they mean.
public import TerminalKit

/// Which style means what. Color never carries meaning alone: every style has a word or a sign
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
  public var success: Style
  public var failure: Style
  public var highlight: Style
  /// In a line being typed: an option, a quoted text, a variable, a comment.
  public var option: Style
  public var quoted: Style
  public var variable: Style
  public var comment: Style
  /// A command, code or variable that there is not; slanted, so that color is not all that tells.
  public var unknown: Style
  /// A quote that is still open.
  public var open: Style
  /// A file that is there.
  public var file: Style

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

  /// For light letters on a dark ground: the terminal's own colors, as its user likes them.
  public static let dark = Theme(
    quiet: .dim, rule: .dim, accent: .cyan, positive: .green, negative: .red, highlight: .yellow)

  /// For dark letters on a light ground, where the sixteen's yellow, green and cyan are too pale
  /// and dimmed letters fade: every color stands out from white by 4.5 to 1 and more.
  public static let light = Theme(
    quiet: Style(foreground: .rgb(95, 95, 95)), rule: Style(foreground: .rgb(175, 175, 175)),
    accent: .rgb(0, 95, 175), positive: .rgb(0, 110, 40), negative: .rgb(175, 0, 30),
    highlight: .rgb(135, 95, 0))

  private init(
    quiet: Style, rule: Style, accent: Color, positive: Color, negative: Color, highlight: Color
  ) {
    title = .bold
    header = .bold
    self.rule = rule
    self.quiet = quiet
    own = Style(.bold, foreground: accent)
    oldPrice = quiet.with(Style(.strikethrough))
    discount = Style(foreground: positive)
    soldOut = Style(foreground: negative)
    link = Style(.underline, foreground: accent)
    command = Style(foreground: accent)
    success = Style(foreground: positive)
    failure = Style(foreground: negative)
    self.highlight = Style(foreground: highlight)
    option = Style(foreground: accent)
    quoted = Style(foreground: positive)
    variable = Style(.bold, foreground: highlight)
    comment = quiet.with(Style(.italic))
    unknown = Style(.italic, foreground: negative)
    open = Style(.italic, foreground: positive)
    file = Style(.underline)
  }
}
