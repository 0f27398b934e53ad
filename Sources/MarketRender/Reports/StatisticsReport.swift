import Formatting
import Foundation
public import MarketWire
public import Messages
public import TerminalKit

/// Statistics about listings: stock, prices for each currency, new listings a week.
public struct StatisticsReport: ReportScreen {
  /// Whose listings these are, such as `your listings`.
  public var title: Message
  public var facets: [Message]
  public var summary: MarketSummary
  /// The number of listings that are in stock, but below ``lowStock``.
  public var runningLow: Int
  public var lowStock: Int
  /// What to say instead of numbers that are all zero.
  public var emptyState: EmptyState
  /// The latest week, so that weeks without listings are shown, too.
  public var now: WireDate

  /// The most weeks that are drawn.
  static let weekLimit = 26

  public init(
    title: Message, facets: [Message], summary: MarketSummary, runningLow: Int, lowStock: Int,
    emptyState: EmptyState, now: WireDate
  ) {
    self.title = title
    self.facets = facets
    self.summary = summary
    self.runningLow = runningLow
    self.lowStock = lowStock
    self.emptyState = emptyState
    self.now = now
  }

  /// The keys for programs.
  public static let keys = [
    "count", "in_stock", "running_low", "low_stock", "sold_out", "discounted", "stock", "prices",
    "weeks",
  ]

  public var data: ReportData {
    .object([
      "count": .integer(summary.count), "in_stock": .integer(summary.inStock),
      "running_low": .integer(runningLow), "low_stock": .integer(lowStock),
      "sold_out": .integer(summary.soldOut), "discounted": .integer(summary.discounted),
      "stock": .integer(summary.stock), "prices": .array(summary.prices.map(Self.json)),
      "weeks": .array(
        summary.weeks.map {
          .object(["start": .string($0.start.dayText), "count": .integer($0.count)])
        }),
    ])
  }

  private static func json(_ prices: MarketSummary.Prices) -> JSON {
    .object([
      "currency": .string(prices.currency.rawValue), "count": .integer(prices.count),
      "value": .decimal(prices.value), "lowest": .decimal(prices.lowest),
      "lower_quartile": .decimal(prices.lowerQuartile), "median": .decimal(prices.median),
      "upper_quartile": .decimal(prices.upperQuartile), "highest": .decimal(prices.highest),
      "histogram": .array(
        prices.histogram.map { bin in
          .object([
            "from": .decimal(bin.from), "to": .decimal(bin.to), "count": .integer(bin.count),
          ])
        }),
    ])
  }

  public func lines(_ viewport: Viewport) -> [StyledText] {
    let count = Message(
      count: summary.count, one: "1 listing", other: "\(grouped: summary.count) listings")
    let parts =
      [viewport.text(title, viewport.theme.title), viewport.text(count)]
      + facets.map { viewport.text($0) }
    let head = FlowLayout(viewport: viewport).lines(parts) + [""]
    guard summary.count > 0 else {
      return head + MessageLines(viewport: viewport).lines(emptyState)
    }
    let sections = [stockLines(viewport)] + summary.prices.map { priceLines($0, viewport) }
    let all = sections + [weekLines(viewport)]
    return head + Array(all.filter { !$0.isEmpty }.joined(separator: [""]))
  }
}

// The sections of the screen.
extension StatisticsReport {
  /// A labeled number with its bar.
  private struct Bar {
    var label: StyledText
    var count: Int
    var style: Style
    var note: StyledText = ""
  }

  private func stockLines(_ viewport: Viewport) -> [StyledText] {
    let theme = viewport.theme
    let fewer = viewport.text("fewer than \(lowStock) left", theme.quiet)
    let bars = [
      Bar(label: viewport.text("in stock"), count: summary.inStock, style: theme.success),
      Bar(
        label: viewport.text("running low"), count: runningLow, style: theme.highlight, note: fewer),
      Bar(label: viewport.text("sold out"), count: summary.soldOut, style: theme.soldOut),
      Bar(label: viewport.text("discounted"), count: summary.discounted, style: theme.discount),
    ]
    return lines(bars, of: summary.count, viewport)
  }

  private func priceLines(
    _ prices: MarketSummary.Prices, _ viewport: Viewport
  ) -> [StyledText] {
    let theme = viewport.theme
    func text(_ amount: Decimal) -> String {
      viewport.money.text(Money(amount, prices.currency))
    }
    let head = FlowLayout(viewport: viewport).lines([
      viewport.text("prices in \(formatted: prices.currency.rawValue)", theme.header),
      viewport.text("stock worth \(formatted: text(prices.value))"),
      viewport.text("half cost at most \(formatted: text(prices.median))"),
      viewport.text(
        "from \(formatted: text(prices.lowest)) to \(formatted: text(prices.highest))",
        theme.quiet),
    ])
    let bars = prices.histogram.map { bin in
      Bar(
        label: viewport.text(
          "\(formatted: text(bin.from)) to \(formatted: text(bin.to))"),
        count: bin.count, style: Style(foreground: theme.command.foreground))
    }
    let most = prices.histogram.map(\.count).max() ?? 0
    let rows = prices.histogram.count > 1 ? lines(bars, of: most, viewport) : []
    return head + rows
  }

  private func weekLines(_ viewport: Viewport) -> [StyledText] {
    let weeks = shownWeeks
    guard let first = weeks.first, let last = weeks.last, weeks.count > 1 else { return [] }
    let theme = viewport.theme
    let heading = viewport.text("new listings a week", theme.header)
    let most = weeks.map(\.count).max() ?? 0
    let range: Message = """
      \(formatted: first.start.dayText) to \(formatted: last.start.dayText), at most \(most)
      """
    if viewport.usesScreenReader {
      return [heading]
        + weeks.filter { $0.count > 0 }.map {
          viewport.text("\(formatted: $0.start.dayText): \($0.count)")
        }
    }
    let line = StyledText(BarText.sparkline(weeks.map(\.count)), theme.command)
    return [heading, "  " + line, "  " + viewport.text(range, theme.quiet)]
  }

  /// The last weeks up to the current one, also those without new listings.
  var shownWeeks: [MarketSummary.Week] {
    guard let last = summary.weeks.last else { return [] }
    let length: Int64 = 7 * 86_400_000
    let sinceLast = max((now.milliseconds - last.start.milliseconds) / length, 0)
    // After a long pause the weeks end with the last listing.
    let end = last.start.milliseconds + (sinceLast < Self.weekLimit ? sinceLast : 0) * length
    let counts = Dictionary(summary.weeks.map { ($0.start, $0.count) }) { $0 + $1 }
    let weeks = (0..<Int64(Self.weekLimit)).reversed().map { back in
      let start = WireDate(milliseconds: end - back * length)
      return MarketSummary.Week(start: start, count: counts[start] ?? 0)
    }
    return Array(weeks.drop { $0.count == 0 })
  }

  /// Labels, numbers and bars in three columns; `label: number` for screen readers and in narrow
  /// windows.
  private func lines(_ bars: [Bar], of most: Int, _ viewport: Viewport) -> [StyledText] {
    if viewport.prefersLabels {
      return bars.map { bar in
        var line = bar.label
        line.append(": \(bar.count)")
        if !bar.note.isEmpty { line += StyledText(", ") + bar.note }
        return line
      }
    }
    let labelWidth = bars.map(\.label.width).max() ?? 0
    let numbers = bars.map { StyledText(Self.grouped($0.count)) }
    let numberWidth = numbers.map(\.width).max() ?? 0
    let space = (viewport.columns ?? 80) - labelWidth - numberWidth - 6
    let noteWidth = bars.map(\.note.width).max() ?? 0
    let width = max(min(space - (noteWidth > 0 ? noteWidth + 2 : 0), 40), 4)
    return zip(bars, numbers).map { bar, number in
      let block = StyledText(BarText.bar(bar.count, of: most, width: width), bar.style)
      var line: StyledText = "  "
      line += bar.label.padded(to: labelWidth)
      line += StyledText("  ") + number.padded(to: numberWidth, .trailing)
      if !block.isEmpty { line += StyledText("  ") + block }
      let hasNote = !bar.note.isEmpty && bar.count > 0 && space >= noteWidth + 6
      return hasNote ? line + StyledText("  ") + bar.note : line
    }
  }

  private static func grouped(_ number: Int) -> String {
    let digits = Array("\(number)")
    return digits.enumerated().map { index, digit in
      (digits.count - index) % 3 == 0 && index > 0 ? ",\(digit)" : "\(digit)"
    }.joined()
  }
}
