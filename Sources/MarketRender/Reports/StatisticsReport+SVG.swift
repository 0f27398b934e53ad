public import Formatting
import Foundation
import MarketWire
public import Messages

extension StatisticsReport {
  /// The statistics as a picture (SVG 1.1), 640 units wide.
  ///
  /// - Parameters:
  ///   - money: how amounts are written.
  ///   - catalog: the language of the texts.
  public func svg(money: MoneyText, catalog: MessageCatalog) -> String {
    var drawing = SVGDrawing(catalog: catalog)
    drawing.heading(title, size: 20)
    let count = Message(
      count: summary.count, one: "1 listing", other: "\(grouped: summary.count) listings")
    drawing.caption(.list([count] + facets, .dot))
    drawing.bars(
      [
        ("in stock", summary.inStock, "#2e7d32"), ("running low", runningLow, "#b26a00"),
        ("sold out", summary.soldOut, "#b71c1c"), ("discounted", summary.discounted, "#00695c"),
      ], of: max(summary.count, 1))
    for prices in summary.prices {
      func text(_ amount: Decimal) -> String { money.text(Money(amount, prices.currency)) }
      drawing.heading("prices in \(formatted: prices.currency.rawValue)", size: 15)
      drawing.caption("stock worth \(formatted: text(prices.value))")
      drawing.bars(
        prices.histogram.map { bin in
          (
            "\(formatted: text(bin.from)) to \(formatted: text(bin.to))", bin.count,
            "#1565c0"
          )
        }, of: max(prices.histogram.map(\.count).max() ?? 1, 1))
    }
    let weeks = shownWeeks
    if let first = weeks.first, let last = weeks.last {
      drawing.heading("new listings a week", size: 15)
      drawing.columns(weeks.map(\.count))
      drawing.caption("\(formatted: first.start.dayText) to \(formatted: last.start.dayText)")
    }
    return drawing.text
  }
}

/// Draws headings, captions and bars from top to bottom.
private struct SVGDrawing {
  let catalog: MessageCatalog
  private static let width = 640
  private static let labelWidth = 240
  private var y = 16
  private var body = ""

  init(catalog: MessageCatalog) {
    self.catalog = catalog
  }

  var text: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width)" height="\(y + 16)" \
    viewBox="0 0 \(Self.width) \(y + 16)" font-family="sans-serif" font-size="13">
    <rect width="100%" height="100%" fill="#ffffff"/>
    \(body)</svg>

    """
  }

  mutating func heading(_ message: Message, size: Int) {
    y += size + 10
    add(message, x: 16, "font-size=\"\(size)\" font-weight=\"bold\" fill=\"#202020\"")
  }

  mutating func caption(_ message: Message) {
    y += 18
    add(message, x: 16, "fill=\"#5f5f5f\"")
  }

  mutating func bars(_ bars: [(label: Message, count: Int, color: String)], of most: Int) {
    y += 6
    let space = Self.width - Self.labelWidth - 96
    for bar in bars {
      y += 20
      add(bar.label, x: 16, "fill=\"#202020\"")
      let visible = Self.length(of: bar.count, most: most, space: space)
      body += """
        <rect x="\(Self.labelWidth)" y="\(y - 11)" width="\(visible)" height="13" \
        fill="\(bar.color)"/>

        """
      add("\(grouped: bar.count)", x: Self.labelWidth + visible + 8, "fill=\"#202020\"")
    }
    y += 6
  }

  mutating func columns(_ values: [Int]) {
    let most = max(values.max() ?? 1, 1)
    let step = (Self.width - 32) / max(values.count, 1)
    y += 72
    for (index, value) in values.enumerated() {
      let height = Self.length(of: value, most: most, space: 60)
      body += """
        <rect x="\(16 + index * step)" y="\(y - height)" width="\(max(min(step - 3, 40), 1))" \
        height="\(height)" fill="#1565c0"/>

        """
    }
  }

  /// A length in proportion to the largest value; any value above 0 is visible. A market may send
  /// absurd values.
  private static func length(of value: Int, most: Int, space: Int) -> Int {
    guard value > 0, most > 0 else { return 0 }
    return max(Int(Double(min(value, most)) / Double(most) * Double(space)), 1)
  }

  private mutating func add(_ message: Message, x: Int, _ attributes: String) {
    let text = message.text(in: catalog).replacing("&", with: "&amp;")
      .replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    body += "<text x=\"\(x)\" y=\"\(y)\" \(attributes)>\(text)</text>\n"
  }
}
