import Messages
public import TerminalKit

/// The styles of the screens by meaning.
///
/// Color never carries a meaning alone: each style comes with a word or a sign.
public struct Theme: Hashable, Sendable {
  public var title: Style
  public var header: Style
  public var rule: Style
  /// Secondary text, such as labels, ids and dates.
  public var quiet: Style
  /// The seller's own listings and codes.
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
  /// The rest of a line that the prompt suggests; italic as well, so that it differs from typed text
  /// on every background.
  public var hint: Style
  /// An option in a line being typed; the styles below are for such lines as well.
  public var option: Style
  public var quoted: Style
  public var variable: Style
  public var comment: Style
  /// An unknown command, code or variable; italic as well, so that color is not the only sign.
  public var unknown: Style
  /// A quotation without its closing quote.
  public var open: Style
  /// A file that exists.
  public var file: Style

  func style(of emphasis: Message.Emphasis) -> Style {
    switch emphasis {
    case .strong: .bold
    case .plain: .plain
    case .quiet: quiet
    case .own: own
    case .old: oldPrice
    case .failure: failure
    }
  }

  /// The name of a theme in the settings.
  public enum Name: String, CaseIterable, Hashable, Sendable {
    case dark
    case light
  }

  public static func named(_ name: Name) -> Theme {
    switch name {
    case .dark: dark
    case .light: light
    }
  }

  /// For a dark background: the colors of the terminal's palette, which its user has chosen.
  public static let dark = Theme(
    quiet: .dim, rule: .dim, accent: .cyan, positive: .green, negative: .red, highlight: .yellow)

  /// For a light background: colors with a contrast of at least 4.5 to 1 on white.
  ///
  /// Yellow, green and cyan of the palette and dim text are often too pale there.
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
    hint = quiet.with(Style(.italic))
    option = Style(foreground: accent)
    quoted = Style(foreground: positive)
    variable = Style(.bold, foreground: highlight)
    comment = quiet.with(Style(.italic))
    unknown = Style(.italic, foreground: negative)
    open = Style(.italic, foreground: positive)
    file = Style(.underline)
  }
}
