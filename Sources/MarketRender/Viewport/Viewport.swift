public import Formatting
public import Foundation
public import MarketWire
public import Messages
public import TerminalKit

/// The properties of the reader's terminal, with the theme, money format and clock to use.
public struct Viewport: Sendable {
  /// The columns of the terminal; nil if the output is not a terminal, where nothing is cut.
  public var window: Int?
  /// The rows of the terminal; nil if unknown.
  public var rows: Int?
  /// Whether stdout is a terminal.
  public var isTerminal: Bool
  /// Whether the terminal has clickable links, so that URLs need not be shown.
  public var hyperlinks: Bool
  /// The address of the pages of listings without the id; nil if there are none.
  public var listingPages: String?
  /// Whether lists are `label: value` lines instead of columns.
  public var usesScreenReader: Bool
  public var theme: Theme
  public var money: MoneyText
  public var timeZone: TimeZone
  public var now: WireDate
  /// Whether the market could not be reached last time.
  public var isMarketUnreachable = true
  /// The cells that pictures are drawn into; nil if pictures are named.
  public var pictures: PictureSpace?
  /// Writes a suggested command for where it will be typed.
  public var typedCommand: @Sendable (String) -> String = { $0 }
  /// The language of the texts.
  public var catalog = MessageCatalog.english

  /// - Parameter columns: the columns of the whole window.
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

  /// A viewport for stdout with these capabilities.
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

  /// The columns that lines may use; nil if the output is not a terminal.
  ///
  /// The last column of the window stays free: a terminal may draw a joined emoji wider than it is
  /// counted here, and would then wrap the line.
  public var columns: Int? { window.map { max($0 - 1, 1) } }

  var dates: DateText { DateText(now: now, timeZone: timeZone) }

  /// The separator of short parts: a dot, or a comma for screen readers, which read dots out.
  var separator: StyledText {
    usesScreenReader ? StyledText(", ") : StyledText(" · ", theme.quiet)
  }

  /// Whether listings are `label: value` lines: in a window below 40 columns, and for screen
  /// readers.
  var prefersLabels: Bool { usesScreenReader || (window ?? .max) < 40 }

  /// `The market cannot be reached; this is from 14:05, 3 hours ago.`
  ///
  /// The first half is left out if the market can be reached again.
  func cacheNotice(_ date: WireDate?) -> Message? {
    guard let date else { return nil }
    let time = dates.timeAndAge(date)
    return isMarketUnreachable
      ? "\("The market cannot be reached", .failure); this is from \(time)."
      : "\("This is from \(time).", .failure)"
  }

  /// The lines of `cacheNotice`, wrapped to the window.
  func cacheNoticeLines(_ date: WireDate?) -> [StyledText] {
    cacheNotice(date).map { Wrapping(width: columns ?? .max / 2).lines(text($0)) } ?? []
  }

  /// A message in the language of the reader.
  ///
  /// Commands have their own color, emphasized parts their own style, and the rest `style`.
  public func text(_ message: Message, _ style: Style = .plain) -> StyledText {
    message.pieces(in: catalog).reduce(into: StyledText()) { text, piece in
      let own = piece.emphasis.map(theme.style) ?? (piece.kind == .command ? theme.command : style)
      text.append(piece.text, own)
    }
  }

  /// A suggested command in the names of the reader's language, as it will be typed.
  func suggestion(_ command: String) -> StyledText { text("\(command: typedCommand(command))") }
}
