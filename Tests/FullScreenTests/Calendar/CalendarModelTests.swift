import CommandLanguage
import Foundation
import MarketRender
import MarketTestSupport
import MarketWire
import Messages
import SellerSession
import TerminalKit
import Testing

@testable import FullScreen

@Suite(.timeLimit(.minutes(60))) struct CalendarModelTests {
  /// A calendar over months in memory. Answers come when a test wants them.
  private struct Sample {
    var model: CalendarModel
    var requests: [CalendarMonth] = []
    var end: CalendarEnd?

    init(
      _ month: CalendarMonth = CalendarMonth(year: 2026, month: 11), columns: Int = 80,
      rows: Int = 24, catalog: MessageCatalog = .english
    ) {
      let size = TerminalSize(columns: columns, rows: rows)
      model = CalendarModel(
        Self.report(month),
        today: CalendarDay(year: 2026, month: 11, day: 22),
        viewport: BrowseSample.viewport(size, catalog), size: size)
    }

    static func report(_ month: CalendarMonth) -> CalendarReport {
      CalendarReport(
        year: month.year, month: month.month,
        counts: (0..<month.last.day).map { $0 % 4 == 1 ? $0 * $0 * $0 * 9 : $0 % 3 },
        firstWeekday: month.firstWeekday, today: month.month == 11 ? 22 : nil, facets: ["mine"],
        zone: "days in UTC", commands: [])
    }

    mutating func handle(_ event: CalendarModel.Event) {
      for effect in model.handle(event) {
        switch effect {
        case .load(let month): requests.append(month)
        case .leave(let end): self.end = end
        case .suspend: break
        }
      }
    }

    mutating func press(_ keys: Key...) { for key in keys { handle(.input(.key(key))) } }

    mutating func answer(at index: Int = 0, failing: Message? = nil) {
      let month = requests.remove(at: index)
      handle(
        .month(
          month, failing.map { .failure(WindowFailure($0)) } ?? .success(Self.report(month))))
    }

    var rows: [StyledText] { model.screen()?.frame.rows ?? [] }
    var text: [String] { rows.map(\.plain) }
    func shows(_ text: String) -> Bool { self.text.contains { $0.contains(text) } }
  }

  @Test(arguments: BrowseScreenTests.sizes, Golden.languages)
  func `the calendar has its screen`(size: (columns: Int, rows: Int), language: String) {
    let (columns, rows) = size
    var text = ""
    func show(_ title: String, _ sample: Sample) {
      let lines = sample.rows
      text += "== \(title)\n" + lines.map { $0.markup + "\n" }.joined()
      #expect(lines.count == rows)
      for row in lines where row.width > columns - 1 {
        Issue.record("\(title): too wide: \(row.plain)")
      }
    }
    var sample = Sample(
      columns: columns, rows: rows, catalog: DisplayLanguage.catalog(of: language))
    show("today", sample)
    sample.press(Key(.right))
    show("another day", sample)
    sample.press(Key(.pageUp))
    show("before the answer", sample)
    sample.answer()
    show("another month", sample)
    sample.press(Key(.pageUp))
    sample.answer(failing: "The market cannot be reached")
    show("a lost market", sample)
    Golden.expect(text, matchesScreen: "calendar-\(columns)x\(rows)", in: language)
  }

  @Test func `arrow keys move by days and weeks, page keys by months`() {
    var sample = Sample()
    #expect(sample.shows("Sun 2026-11-22, today: 83,349 listings"))
    sample.press(Key(.left))
    #expect(sample.model.picked.description == "2026-11-21")
    sample.press(Key(.up), Key(.up), Key(.up))
    #expect(sample.model.picked.description == "2026-10-31")
    #expect(sample.requests == [CalendarMonth(year: 2026, month: 10)] && sample.shows("Loading"))
    sample.answer()
    #expect(sample.shows("Sat 2026-10-31: no listings"))
    sample.press(Key(.pageUp), Key(.pageDown), Key(.pageDown), Key(.pageDown))
    #expect(sample.model.picked.description == "2026-12-30")
    sample.press(Key(.home), .text("t"))
    #expect(sample.model.picked.description == "2026-11-22")
  }

  @Test func `a late answer is kept, but does not replace what is shown`() {
    var sample = Sample()
    sample.press(Key(.pageDown), Key(.pageDown))
    sample.answer(at: 1)
    let shown = sample.text
    sample.answer()
    #expect(sample.text == shown && sample.requests == [])
    sample.press(Key(.pageUp))
    #expect(sample.requests == [] && !sample.shows("Loading"))
  }

  @Test func `a month that could not be loaded is asked for again with r`() {
    var sample = Sample()
    sample.press(Key(.pageDown))
    sample.answer(failing: "The market cannot be reached")
    #expect(sample.shows("The market cannot be reached · r tries again"))
    sample.press(.text("r"))
    sample.answer()
    #expect(sample.shows("Tue 2026-12-22"))
  }

  @Test func `Enter lists the day, Esc and q leave`() {
    var sample = Sample()
    sample.press(Key(.left), Key(.enter))
    #expect(sample.end == .list(CalendarDay(year: 2026, month: 11, day: 21)))
    for key in [Key(.escape), .text("q"), .text("ㅂ"), .control("c")] {
      sample.end = nil
      sample.press(key)
      #expect(sample.end == .quit)
    }
  }

  @Test func `a click picks a day, another one lists it`() {
    var sample = Sample()
    let row = sample.text.firstIndex { $0.contains(" 10 ") } ?? 0
    for _ in 0..<2 { sample.handle(.input(.mouse(MouseEvent(.press, row: row, column: 12)))) }
    #expect(sample.end == .list(CalendarDay(year: 2026, month: 11, day: 10)))
    sample.handle(.input(.mouse(MouseEvent(.wheelDown, row: row, column: 12))))
    #expect(sample.model.picked.day == 17)
  }

  @Test func `the ends of the calendar and a small window are no trap`() {
    var sample = Sample(columns: 30, rows: 8)
    #expect(sample.text.joined(separator: " ").contains("at least 40 × 10"))
    sample.press(Key(.enter))
    #expect(sample.end == nil)
    sample = Sample(CalendarMonth(year: 1, month: 3))
    for _ in 0..<4 { sample.press(Key(.pageUp)) }
    sample.press(Key(.left), Key(.up), Key(.home))
    #expect(sample.model.picked == CalendarDay(year: 1, month: 1, day: 1))
    sample = Sample(CalendarMonth(year: 9999, month: 12))
    sample.press(Key(.pageDown), Key(.end), Key(.right), Key(.down))
    #expect(sample.model.picked == CalendarDay(year: 9999, month: 12, day: 31))
  }
}
