/// What the presenter knows about where its text will be read.
public import Foundation
public import MarketWire
public import TerminalKit

/// The reader's window, language, clock and taste.
public struct Viewport: Sendable {
  /// Columns of the terminal; nil off one, where nothing is cut or dropped.
  public var window: Int?
  /// Rows of the terminal; nil where they are not known.
  public var rows: Int?
  /// Whether stdout is a terminal.
  public var isTerminal: Bool
  /// Whether links can be clicked, so that addresses need not be spelt out.
  public var hyperlinks: Bool
  /// `label: value` lines instead of columns, for screen readers.
  public var usesScreenReader: Bool
  public var theme: Theme
  public var money: MoneyText
  public var timeZone: TimeZone
  public var now: WireDate
  /// Whether the market could not be reached the last time.
  public var isMarketUnreachable = true
  /// Where pictures are drawn, the cells to draw them in; nil where they are named.
  public var pictures: PictureSpace?

  /// - Parameter columns: those of the whole window.
  public init(
    columns: Int?, isTerminal: Bool, hyperlinks: Bool = false, usesScreenReader: Bool = false,
    theme: Theme = .dark, money: MoneyText, timeZone: TimeZone, now: WireDate
  ) {
    window = columns
    self.isTerminal = isTerminal
    self.hyperlinks = hyperlinks
    self.usesScreenReader = usesScreenReader
    self.theme = theme
    self.money = money
    self.timeZone = timeZone
    self.now = now
  }

  /// The viewport of stdout with `capabilities`.
  public init(
    _ capabilities: Capabilities, usesScreenReader: Bool = false, theme: Theme = .dark,
    money: MoneyText,
    timeZone: TimeZone, now: WireDate
  ) {
    self.init(
      columns: capabilities.isTerminal ? capabilities.size.columns : nil,
      isTerminal: capabilities.isTerminal, hyperlinks: capabilities.hyperlinks,
      usesScreenReader: usesScreenReader, theme: theme, money: money, timeZone: timeZone, now: now)
    rows = capabilities.isTerminal ? capabilities.size.rows : nil
  }

  /// Columns that lines must fit into; nil off a terminal. The window's last one stays free: a
  /// joined emoji that the terminal draws wider than it counts here would wrap the line there.
  public var columns: Int? { window.map { max($0 - 1, 1) } }

  var age: DateText { DateText(now: now, timeZone: timeZone) }

  /// What stands between short facts: a dot, or a comma where every dot would be read out.
  var separator: StyledText { usesScreenReader ? StyledText(", ") : StyledText(" · ", theme.quiet) }

  /// Whether a listing becomes `label: value` lines: in a window below 40 columns, or for a screen
  /// reader.
  var prefersLabels: Bool { usesScreenReader || (window ?? .max) < 40 }
}
