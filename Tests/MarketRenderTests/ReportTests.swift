import Formatting
import Foundation
import MarketTestSupport
import MarketWire
import Messages
import TerminalKit
import Testing

@testable import MarketRender

@Suite(.timeLimit(.minutes(60))) struct ReportTests {
  private static let now = WireDate(milliseconds: 1_795_273_445_678)

  private func viewport(
    _ columns: Int, spoken: Bool = false, in language: String = "en"
  ) -> Viewport {
    var viewport = Viewport(
      columns: columns, isTerminal: true, usesScreenReader: spoken,
      money: MoneyText(locale: Locale(identifier: "en_US")), timeZone: .gmt, now: Self.now)
    viewport.catalog = DisplayLanguage.catalog(of: language)
    return viewport
  }

  private func product(_ id: Int, _ price: Decimal, _ currency: Currency, stock: Int) -> Product {
    Product(
      id: id, vendor: Vendor(name: "Oak"), name: "머그 컵 \(id)", price: Money(price, currency),
      salePrice: Money(price, currency), discount: Money(0, currency), stock: stock,
      createdAt: WireDate(milliseconds: Self.now.milliseconds - Int64(id) * 86_400_000))
  }

  private var statistics: StatisticsReport {
    var products = (1...90).map {
      product($0, Decimal($0 * 1_234_567), .krw, stock: $0 % 7)
    }
    products += (91...99).map { product($0, Decimal($0), .usd, stock: 3) }
    return StatisticsReport(
      title: "your listings", facets: [], summary: MarketSummary(of: products), runningLow: 5,
      lowStock: 5, emptyState: EmptyState(reason: "You sell nothing here yet."), now: Self.now)
  }

  private var calendar: CalendarReport {
    CalendarReport(
      year: 2026, month: 11, counts: (0..<30).map { $0 % 5 * 1000 }, firstWeekday: 6, today: 22,
      facets: ["mine"], zone: "days in UTC", commands: ["calendar 2026-10"])
  }

  private var today: TodayReport {
    let rows = (1...12).map { id in
      var row = ListingRow(product(id, 1000, .krw, stock: 1))
      row.marks.updates =
        id % 2 == 0 ? [.added] : [.price(from: Money(900, .krw), to: Money(1000, .krw))]
      return row
    }
    return TodayReport(
      lastVisit: WireDate(milliseconds: Self.now.milliseconds - 86_400_000 * 3), changed: rows,
      soldOut: 2, runningLow: 3, lowStock: 5,
      batches: [.init(id: 12, name: "autumn.market", summary: "3 of 40 done")])
  }

  @Test(arguments: ScreenSheet.widths, Golden.languages)
  func `no line is wider than the window`(columns: Int, language: String) {
    let reports: [any ReportScreen] = [statistics, calendar, today]
    for report in reports {
      for line in report.lines(viewport(columns, in: language)) {
        #expect(line.width <= columns - 1 || columns < 60, "\(line.plain)")
        #expect(!line.plain.hasSuffix(" ") || line.plain.contains("▁"), "\(line.plain)")
      }
    }
  }

  @Test func `screen readers get words instead of drawings`() {
    let reports: [any ReportScreen] = [statistics, calendar, today]
    for report in reports {
      let text = report.lines(viewport(80, spoken: true)).map(\.plain).joined(separator: "\n")
      #expect(!text.contains { "█▏▎▍▌▋▊▉▁▂▃▄▅▆▇─▲▼[".contains($0) }, "\(text)")
    }
  }

  @Test func `an absurd number of a market is a full bar`() {
    #expect(BarText.bar(.max, of: 5, width: 4) == "████")
    #expect(BarText.bar(.max, of: .max, width: 4) == "████")
  }

  @Test func `statistics have bars, amounts and weeks`() {
    let lines = statistics.lines(viewport(80)).map(\.plain)
    #expect(lines[0] == "your listings · 99 listings")
    #expect(lines.contains { $0.contains("sold out") && $0.contains("█") })
    #expect(lines.contains { $0.hasPrefix("prices in KRW · stock worth ₩") })
    #expect(lines.contains { $0.hasPrefix("prices in USD") })
    #expect(lines.contains("new listings a week"))
  }

  @Test func `an empty shop has no bars but a suggestion`() {
    var empty = statistics
    empty.summary = MarketSummary()
    let lines = empty.lines(viewport(80)).map(\.plain)
    #expect(lines == ["your listings · 0 listings", "", "You sell nothing here yet."])
    guard case .object(let object) = empty.data else { return #expect(Bool(false)) }
    #expect(object["count"]?.intValue == 0)
    #expect(object["weeks"]?.arrayValue == [])
  }

  @Test func `the picture is XML`() {
    let report = statistics
    let text = report.svg(
      money: MoneyText(locale: Locale(identifier: "en_US")), catalog: .english)
    #expect(text.hasPrefix("<svg "))
    #expect(text.hasSuffix("</svg>\n"))
    #expect(text.count { $0 == "<" } == text.count { $0 == ">" })
    #expect(!text.contains("NaN"))
  }

  @Test func `the calendar marks today and shows every count below its day`() {
    let lines = calendar.lines(viewport(80)).map(\.plain)
    #expect(lines[0] == "November 2026 · 60,000 listings · mine")
    #expect(lines[2].contains("Mon") && lines[2].contains("Sun"))
    #expect(lines.contains { $0.contains("[22]") })
    #expect(lines.contains { $0.contains("4000") })
    #expect(lines.count == 2 + 2 + 12 + 1 + 2)
  }
}
