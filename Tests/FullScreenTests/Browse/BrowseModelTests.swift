import Foundation
import MarketRender
import MarketTestSupport
import MarketWire
import Messages
import SellerSession
import TerminalKit
import Testing

@testable import FullScreen

@Suite(.timeLimit(.minutes(60))) struct BrowseModelTests {
  private func ready(
    count: Int = 250, columns: Int = 80, rows: Int = 24, layout: ListLayout = .table
  ) -> BrowseSample {
    var sample = BrowseSample(count: count, columns: columns, rows: rows, layout: layout)
    sample.answerAll()
    return sample
  }

  @Test func `keys that come before the first rows act on them, in their order`() {
    var sample = BrowseSample()
    sample.press(Key(.down), Key(.down), Key(.enter))
    sample.type("l2j*")
    #expect(sample.model.list.cursor == 0 && sample.actions.isEmpty)
    sample.answerAll()
    // The tab of the seller's own listings is loaded only now, and the keys after it wait again.
    #expect(sample.actions == [.star([995])])
    sample.type("1")
    #expect(sample.model.list.row?.product.id == 998)
  }

  @Test
  func `before the first rows q and Ctrl-C leave, and after a click or a failure no key waits`() {
    for key in [Key.text("q"), .control("c")] {
      var sample = BrowseSample()
      sample.press(key)
      #expect(sample.end != nil)
    }
    var waiting = BrowseSample()
    waiting.press(Key(.down), .control("c"))
    #expect(waiting.end != nil)
    var clicked = BrowseSample()
    clicked.type("jx")
    clicked.handle(.input(.mouse(MouseEvent(.press, row: 0, column: 9))))
    clicked.answerAll()
    #expect(clicked.model.question == nil && clicked.model.list.cursor == 0)
    var failing = BrowseSample()
    failing.type("j*qls")
    failing.answer(failing: "no connection")
    #expect(failing.end != nil && failing.actions.isEmpty)
    #expect(failing.model.early == [.text("l"), .text("s")])
  }

  @Test func `a key before the rows are there again is not taken back by them`() {
    var sample = ready()
    sample.press(Key(.down), Key(.down))
    let place = sample.model.place
    var again = BrowseSample()
    again.requests = []
    again.resume(place)
    again.press(Key(.up))
    again.answerAll()
    #expect(again.model.list.cursor == 1)
    again.type("r")
    again.press(Key(.down))
    again.answerAll()
    #expect(again.model.list.cursor == 2)
  }

  @Test func `pages are loaded ahead, each once`() {
    var sample = ready()
    #expect(sample.model.list.rows.count == 100)
    sample.press(Key(.pageDown), Key(.pageDown), Key(.pageDown))
    #expect(sample.requests.map(\.query.page) == [2])
    sample.press(Key(.down))
    #expect(sample.requests.count == 1)
    sample.answerAll()
    sample.press(Key(.end))
    sample.answerAll()
    #expect(sample.model.list.row?.product.id == 751)
  }

  @Test func `the answer to the newest question counts, however late the others come`() {
    var sample = ready()
    sample.type("/Wal")
    #expect(sample.requests.map(\.query.filter.search) == ["W", "Wa", "Wal"])
    sample.answer(at: 2)
    #expect(sample.model.list.row?.product.name == "Walnut spoon 998")
    let shown = sample.text
    sample.answer(at: 1)
    sample.answer()
    #expect(sample.text == shown)
  }

  @Test func `Enter keeps the result of a search, Esc returns to the list and its row`() {
    var sample = ready()
    sample.press(Key(.down), Key(.down), Key(.down))
    let before = sample.text
    sample.type("/Ash")
    sample.answerAll()
    sample.press(Key(.escape))
    sample.answerAll()
    #expect(sample.text == before)
    sample.type("/Ash")
    sample.press(Key(.enter))
    sample.answerAll()
    #expect(sample.model.typedSearch == nil && sample.model.list.count == 62)
    sample.press(Key(.escape))
    sample.answerAll()
    #expect(sample.model.list.count == 250)
  }

  @Test(arguments: [80, 120])
  func `going back returns to the same row`(_ columns: Int) {
    var sample = ready(columns: columns)
    sample.press(Key(.pageDown), Key(.down))
    let before = sample.text
    sample.press(Key(.enter))
    sample.answerAll()
    #expect(sample.text != before)
    sample.press(Key(.right), .text("f"), Key(.escape), .text("h"))
    #expect(sample.text == before)
    sample.press(.text("2"))
    sample.answerAll()
    sample.press(.text("1"))
    #expect(sample.text == before)
  }

  @Test(arguments: [80, 120])
  func `an open listing stays open, so the order changes only without one`(_ columns: Int) {
    var sample = ready(columns: columns)
    sample.press(Key(.enter))
    sample.answerAll()
    sample.type("s")
    #expect(sample.requests == [] && sample.text.last?.contains("Close the listing") == true)
    sample.type("x")
    #expect(sample.text.last?.contains("Remove listing 1000?") == true)
    sample.type("nhs")
    #expect(sample.requests.map(\.query.sort) == [ListingSort(.price)])
  }

  @Test func `reading again stays on the listing, even if others came before it`() {
    var sample = ready()
    sample.press(Key(.down), Key(.down))
    sample.products.insert(BrowseSample.product(1001), at: 0)
    sample.press(.text("r"))
    sample.answerAll()
    #expect(sample.model.list.row?.product.id == 998)
  }

  @Test(arguments: [
    ("a", BrowseEnd.form(.add(draft: nil))), ("e", .form(.edit(1000))), (" e", .form(.edit(1000))),
    ("  :", .prompt(" 1000 999")), ("  e", .prompt("edit 1000 999 ")), (":", .prompt(" 1000")),
  ])
  func `a key opens a form, or puts a command for the targets into the prompt`(
    _ keys: String, _ end: BrowseEnd
  ) {
    var sample = ready()
    sample.type(keys)
    #expect(sample.end == end)
  }

  @Test func `a star stays in the row and in the listing when it is opened`() {
    var sample = BrowseSample()
    let request = sample.requests.removeFirst()
    var row = ListingRow(sample.products[0])
    row.marks.isStarred = true
    let page = BrowsePage(rows: [row], total: 1, own: nil)
    sample.handle(.page(request, .success(page)))
    sample.press(Key(.enter))
    sample.answerAll()
    #expect(sample.text.contains { $0.contains("★") })
    sample.type("h*")
    #expect(sample.actions == [.unstar([1000])])
  }

  @Test func `the grid has the marks of a listing in words`() {
    var sample = BrowseSample(columns: 80, rows: 40, layout: .grid)
    let request = sample.requests.removeFirst()
    var row = ListingRow(sample.products[0])
    row.product.stock = 0
    row.marks.isStarred = true
    row.marks.rating = 4.5
    row.marks.updates = [.price(from: Money(90_000, .krw), to: Money(100_000, .krw)), .soldOut]
    var other = ListingRow(sample.products[1])
    other.marks.updates = [.added]
    sample.handle(
      .page(request, .success(BrowsePage(rows: [row, other], total: 2, own: nil))))
    let text = sample.text.joined(separator: "\n")
    for mark in ["★", "sold out", "▲ up from", "new"] { #expect(text.contains(mark), "\(mark)") }
    sample.resize(columns: 140, rows: 45)
    #expect(sample.text.joined().contains("rated 4.5"))
  }

  @Test func `d shows the beginning of each description`() {
    var sample = ready()
    #expect(!sample.text.contains { $0.contains("Made of clay") })
    sample.type("d")
    let lines = sample.text
    let row = lines.firstIndex { $0.contains("참나무 머그컵 1000") } ?? 0
    #expect(lines[row + 1].contains("Made of clay from the river, no. 1000."))
    sample.type("d")
    #expect(!sample.text.contains { $0.contains("Made of clay") })
  }

  @Test func `keys act while nothing is loaded, and a lost market is asked again with r`() {
    var sample = BrowseSample()
    sample.press(Key(.down), .text("g"), Key(.enter), Key(.end), .text("x"), .text("e"))
    #expect(sample.end == nil)
    sample.answer(failing: "The market cannot be reached")
    #expect(sample.text.contains { $0.contains("The market cannot be reached") })
    #expect(sample.requests == [])
    sample.press(.text("r"))
    sample.answerAll()
    #expect(sample.model.list.count == 250)
  }

  @Test func `Esc after an emptied search returns to the row`() {
    var sample = ready()
    sample.press(Key(.down), Key(.down), Key(.down))
    let before = sample.text
    sample.type("/Ash")
    sample.answerAll()
    for _ in 0..<3 { sample.press(Key(.backspace)) }
    sample.answerAll()
    sample.press(Key(.escape))
    sample.answerAll()
    #expect(sample.text == before)
  }

  @Test func `the Korean keyboard and Caps Lock have the same keys`() {
    var sample = ready()
    sample.type("ㅓㅏㅓ")
    #expect(sample.model.list.cursor == 1)
    sample.type("쟈")
    #expect(sample.model.list.cursor == 1 && sample.model.detail == nil)
    sample.type("JㅣF")
    #expect(sample.model.detail?.isFull == true && sample.model.list.cursor == 2)
    sample.type("ㅂㅗ/ㅓ")
    #expect(sample.model.typedSearch == "ㅓ", "a search word stays as it is typed")
  }

  @Test func `with a photo in the whole window questions, searches and messages are shown`() {
    var sample = ready()
    sample.press(Key(.enter))
    sample.answerAll()
    sample.type("fx")
    #expect(sample.text.last?.contains("Remove listing 1000?") == true)
    sample.type("n")
    #expect(sample.text.last?.contains("Nothing was changed.") == true)
    sample.type("?")
    #expect(sample.text.contains { $0.contains("reload") })
    sample.type("?/")
    #expect(sample.text.last == "/")
    sample.press(Key(.escape))
    sample.handle(.input(.mouse(MouseEvent(.press, row: 0, column: 9))))
    sample.handle(.input(.mouse(MouseEvent(.wheelDown, row: 4, column: 9))))
    #expect(sample.model.tab == .all && sample.model.list.cursor == 0)
  }

  @Test func `without a photo f says so, and q still goes back`() {
    var sample = ready()
    sample.products[0].thumbnail = nil
    sample.press(.text("r"))
    sample.answerAll()
    sample.press(Key(.enter))
    sample.type("f")
    #expect(sample.text.last?.contains("no photo") == true)
    sample.type("q")
    #expect(sample.model.detail == nil)
  }

  @Test func `the mouse selects and opens a listing, and turns to another list`() {
    var sample = ready()
    sample.handle(.input(.mouse(MouseEvent(.press, row: 5, column: 10))))
    #expect(sample.model.list.row?.product.id == 997 && sample.model.detail == nil)
    sample.handle(.input(.mouse(MouseEvent(.press, row: 5, column: 10))))
    #expect(sample.model.detail != nil)
    sample.press(.text("h"))
    sample.handle(.input(.mouse(MouseEvent(.wheelDown, row: 5, column: 10))))
    #expect(sample.model.list.row?.product.id == 994)
    sample.handle(.input(.mouse(MouseEvent(.press, row: 0, column: 9))))
    #expect(sample.model.tab == .mine)
  }

  @Test func `rows far from the cursor are forgotten`() {
    var sample = ready(count: 20_000)
    for _ in 0..<900 {
      sample.press(Key(.pageDown))
      sample.answerAll()
    }
    #expect(sample.model.list.cursor == 900 * 21)
    #expect(sample.model.list.rows.count < 2300)
  }

  @Test func `a key acts on the open listing, whatever is marked`() {
    var sample = BrowseSample()
    sample.answerAll()
    sample.type("  j")
    sample.press(Key(.enter))
    sample.answerAll()
    let open = sample.model.list.row?.product.id
    #expect(sample.model.marked.count == 2 && open.map(sample.model.marked.contains) == false)
    sample.type("*")
    #expect(sample.actions.last == open.map { .star([$0]) })
    #expect(sample.model.marked.count == 2)
  }

  @Test(arguments: [" ", "?", "q", "j"])
  func `any key closes the help, and none is lost`(_ key: String) {
    var sample = BrowseSample(columns: 140, rows: 45)
    sample.answerAll()
    sample.type("?")
    #expect(sample.model.showsKeys)
    sample.type(key)
    #expect(!sample.model.showsKeys && sample.end == nil)
    sample.type("?2")
    #expect(!sample.model.showsKeys && sample.model.tab == .mine)
  }
}
