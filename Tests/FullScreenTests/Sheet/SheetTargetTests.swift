import Foundation
import MarketRender
import MarketTestSupport
import MarketWire
import Messages
import SellerSession
import TerminalKit
import Testing

@testable import FullScreen

/// Which cells a value is for, and which listings a filter shows.
@Suite(.timeLimit(.minutes(60))) struct SheetTargetTests {
  private func ready(count: Int = 250) -> SheetSample {
    var sample = SheetSample(count: count)
    sample.answerAll()
    return sample
  }

  @Test func `a conflict is decided for its cell, whatever is marked`() {
    var sample = ready()
    sample.type("1\r  ")
    sample.rows[0].product.price = Money(55, .krw)
    sample.type("r")
    sample.answerAll()
    sample.press(Key(.home, .control), Key(.enter), Key(.enter))
    #expect(sample.model.marked.count == 2)
    #expect(sample.model.changes.cells[1000]?[.price]?.old == "55")
    #expect(sample.model.changes.count == 1)
  }

  @Test func `a sale price that stays is sent with a new price, in either order`() {
    var sample = ready()
    guard let row = sample.rows.first(where: { $0.product.isDiscounted }),
      let place = sample.rows.firstIndex(where: { $0.product.id == row.product.id }),
      let paid = SheetSample.rules.text(row, .sale)
    else {
      Issue.record("no listing is on sale")
      return
    }
    for _ in 0..<place { sample.press(Key(.down)) }
    sample.handle(.input(.paste("150000\t\(paid)")))
    #expect(sample.typed(row.product.id, .sale) == paid)
    sample.type("r")
    sample.answerAll()
    #expect(sample.typed(row.product.id, .sale) == paid, "its price is not sent yet")
    sample.type("U")
    sample.press(Key(.right))
    sample.type("\(paid)\r")
    #expect(sample.typed(row.product.id, .sale) == paid)
    sample.type("Uk\r\r")
    #expect(sample.model.changes.isEmpty, "nothing was typed")
  }

  @Test func `one code is not pasted into several listings`() {
    var sample = ready()
    sample.press(Key(.home))
    sample.type("  ")
    sample.handle(.input(.paste("X-1")))
    #expect(sample.text.last?.contains("A code is for one listing, and 2 are marked") == true)
    #expect(sample.model.changes.isEmpty)
    let rows = Array(sample.rows.prefix(2))
    let result = sample.model.type(rows.map { ($0, [(.code, "X-1")]) })
    #expect(throws: (any Error).self) { try result.get() }
  }

  @Test func `what is typed after a filter acts on the listings that match`() {
    var sample = ready(count: 3)
    sample.rows = [sample.rows[2]]
    sample.type("/mug\ra7\r")
    #expect(sample.model.marked.isEmpty && sample.model.changes.isEmpty)
    sample.answerAll()
    #expect(Set(sample.model.marked.keys) == [998] && sample.model.changes.count == 1)
    #expect(sample.typed(998, .price) == "7")
  }

  @Test func `what is typed after a sort acts on the listings in their new order`() {
    var sample = ready(count: 3)
    sample.rows.reverse()
    sample.type("s7\r")
    sample.answerAll()
    #expect(sample.typed(998, .price) == "7" && sample.model.changes.count == 1)
  }

  @Test func `nothing is marked of a list that could not be loaded`() {
    var sample = ready(count: 3)
    sample.type("/mug\r7\r")
    let request = sample.requests.removeLast()
    sample.handle(.page(request, .failure(WindowFailure("no answer"))))
    sample.type("a")
    #expect(sample.model.marked.isEmpty && sample.model.changes.isEmpty)
    #expect(sample.text.last?.contains("no answer") == true)
  }

  @Test func `a value that is pasted while all are marked is for all`() {
    var sample = ready()
    sample.type("a")
    sample.handle(.input(.paste("50")))
    sample.answerAll()
    #expect(sample.model.changes.count == 250)
  }

  @Test func `a cell with line breaks or quotes is one cell`() {
    var sample = ready(count: 3)
    sample.press(Key(.home), Key(.right))
    sample.handle(.input(.paste("\"first\nsecond\"\t9\n\"A \"\"B\"\"\"\n\"C\" mug\n")))
    #expect(sample.typed(1000, .name) == "first\nsecond" && sample.typed(1000, .price) == "9")
    #expect(sample.typed(999, .name) == "A \"B\"" && sample.typed(998, .name) == "\"C\" mug")
    sample.type("y")
    #expect(sample.copied == "\"first\nsecond\"")
  }

  @Test func `codes are pasted in another order`() {
    var sample = ready(count: 3)
    sample.press(Key(.home))
    sample.handle(.input(.paste("X-1\nX-2")))
    sample.handle(.input(.paste("X-2\nX-1")))
    #expect(sample.typed(1000, .code) == "X-2" && sample.typed(999, .code) == "X-1")
    sample.handle(.input(.paste("X-3\nX-3")))
    #expect(sample.text.last?.contains("gets the code X-3 already") == true)
  }

  @Test func `a filter of the command is shown, and Esc takes it away`() {
    var sample = SheetSample(count: 3, search: "mug")
    sample.answerAll()
    #expect(sample.text[0].contains("mug"))
    sample.press(Key(.escape))
    #expect(sample.model.list.query.filter.search == nil)
    sample.answerAll()
    sample.press(.control("s"))
    #expect(sample.text.last?.contains("Nothing is changed.") == true)
  }

  @Test func `marks outside the filter do not take those inside away`() {
    var sample = ready(count: 3)
    sample.type("a")
    #expect(sample.model.marked.count == 3)
    sample.rows = (0..<2).map { ListingRow(BrowseSample.product(100 + $0), code: nil) }
    sample.type("/mug\r")
    sample.answerAll()
    sample.type("a")
    #expect(sample.model.marked.count == 5)
    sample.type("a")
    #expect(sample.model.marked.isEmpty)
  }

  @Test func `copied rows are in the order of the screen`() {
    var sample = ready(count: 3)
    sample.rows.reverse()
    sample.type("s")
    sample.answerAll()
    sample.type("ay")
    let names = sample.copied?.split(separator: "\n").map { $0.split(separator: "\t") } ?? []
    #expect(names.map { $0.contains { $0.hasSuffix("998") } } == [true, false, false])
  }

  @Test(arguments: [
    ("price>2만", "20000.001", nil), ("가격>=20,000", "20000", nil), ("price>$20", "20.001", "USD"),
  ])
  func `amounts of the filter are read whole`(text: String, least: String, currency: String?) {
    var sample = SheetSample(catalog: DisplayLanguage.catalog(of: "ko"))
    sample.answerAll()
    sample.type("/\(text)\r")
    let filter = sample.model.list.query.filter
    #expect(filter.minPrice == Decimal(string: least) && filter.currency?.rawValue == currency)
  }

  @Test(arguments: [
    "price>2x", "price>", "stock=5", "stock>3", "stock<2.5", "stock<0", "name=5",
    "price>$2 price<2원",
  ])
  func `what no list can compare is refused`(text: String) {
    var sample = ready()
    sample.type("/\(text)\r")
    #expect(sample.text.last?.contains("is not understood") == true)
    sample.press(Key(.escape))
    sample.type("/stock>0 stock<=4\r")
    #expect(sample.model.list.query.filter.isInStock)
    #expect(sample.model.list.query.filter.below == 5)
  }
}
