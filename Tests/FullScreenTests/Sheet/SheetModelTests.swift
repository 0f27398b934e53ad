import Foundation
import MarketRender
import MarketTestSupport
import MarketWire
import Messages
import SellerSession
import TerminalKit
import Testing

@testable import FullScreen

@Suite(.timeLimit(.minutes(60))) struct SheetModelTests {
  private func ready(count: Int = 250) -> SheetSample {
    var sample = SheetSample(count: count)
    sample.answerAll()
    return sample
  }

  @Test func `typing changes a cell, Enter keeps it and Esc does not`() {
    var sample = ready()
    sample.type("12500\r")
    #expect(sample.typed(1000, .price) == "12500")
    #expect(sample.model.list.cursor == 1)
    sample.type("77")
    sample.press(Key(.escape))
    #expect(sample.typed(999, .price) == nil && !sample.model.isEditing)
    sample.press(Key(.right), Key(.right))
    sample.type("+5\r")
    #expect(sample.typed(999, .stock) == "\(999 % 12 + 5)")
    #expect(sample.saved?.changes.count == 2)
    #expect(sample.text[2].contains("→"))
  }

  @Test func `a wrong value stays in the cell, with what is wrong with it`() {
    var sample = ready()
    sample.type("1x\r")
    #expect(sample.model.isEditing && sample.text.last?.contains("this is no number") == true)
    sample.press(Key(.backspace))
    sample.type("\r")
    #expect(sample.typed(1000, .price) == "1")
  }

  @Test func `a name is edited with Enter, and letters are commands`() {
    var sample = ready()
    sample.press(Key(.left))
    sample.type("x")
    #expect(sample.text.last?.contains("Enter edits the cell") == true)
    sample.type("\r (new)\r")
    #expect(sample.typed(1000, .name) == BrowseSample.product(1000).name + " (new)")
    sample.type("ㅕ")
    #expect(sample.model.changes.isEmpty)
  }

  @Test func `the typed value that the listing has already is no change`() {
    var sample = ready()
    sample.type("5\r")
    sample.press(Key(.up))
    sample.type("100000\r")
    #expect(sample.model.changes.isEmpty)
  }

  @Test func `a value acts on all marked listings, or on none if one cannot take it`() {
    var sample = ready()
    sample.type("  ")
    sample.press(Key(.end), Key(.left))
    sample.type("-3\r")
    #expect(sample.typed(1000, .stock) == "1" && sample.typed(999, .stock) == "0")
    #expect(sample.model.marked.count == 2)
    sample.type("-1\r")
    #expect(sample.text.last?.contains("1 of 2 listings cannot take it; 999") == true)
    #expect(sample.typed(1000, .stock) == "1")
    sample.press(Key(.escape))
    sample.type("u")
    #expect(sample.model.changes.isEmpty)
  }

  @Test func `all that match are marked, also those that are not loaded`() {
    var sample = ready()
    sample.type("a5\r")
    #expect(sample.model.changes.isEmpty, "the keys wait until the marks are there")
    sample.answerAll()
    #expect(sample.model.marked.count == 250 && sample.model.changes.cells.count == 250)
    sample.type("ua")
    #expect(sample.model.changes.isEmpty && sample.model.marked.isEmpty)
    sample.type("v")
    sample.press(Key(.down), Key(.down))
    sample.type("v")
    #expect(sample.model.marked.count == 3)
  }

  @Test func `words are replaced, and a cell fills the marked ones`() {
    var sample = ready()
    sample.press(Key(.left))
    sample.type("afbowl\rdish\r")
    sample.answerAll()
    let bowls = sample.rows.count { $0.product.name.contains("bowl") }
    #expect(sample.model.changes.count == bowls)
    #expect(sample.model.changes.all.allSatisfy { $0.cell.new.contains("dish") })
    sample.type("U")
    sample.press(Key(.escape), Key(.end), Key(.home, .control))
    sample.press(Key(.down), .control("d"))
    #expect(sample.typed(999, .description) == BrowseSample.product(1000).description)
  }

  @Test func `u takes back step by step, U all, and u brings all again`() {
    var sample = ready()
    sample.type("1\r2\r3\r")
    sample.type("u")
    #expect(sample.model.changes.count == 2)
    sample.type("U")
    #expect(sample.model.changes.isEmpty && sample.saved?.changes.isEmpty == true)
    sample.type("u")
    #expect(sample.typed(1000, .price) == "1" && sample.typed(999, .price) == "2")
    let cells = sample.model.changes.all.map { ($0.place, $0.cell.old, $0.cell.new) }
    var kept = SheetSample(changes: SheetChanges(cells))
    kept.answerAll()
    #expect(kept.text.last?.contains("2 changes are not sent yet") == true)
    kept.type("u")
    #expect(kept.typed(1000, .price) == "1" && kept.typed(999, .price) == nil)
  }

  @Test func `changes that were sent before a crash are not called unsent`() {
    var sample = ready()
    sample.type("1\r2\r")
    let cells = sample.model.changes.all.map { ($0.place, $0.cell.old, $0.cell.new) }
    for (sent, expected) in [(1, "1 change is not sent yet"), (2, nil)] {
      var kept = SheetSample(changes: SheetChanges(cells))
      for (index, cell) in cells.enumerated() where index < sent {
        guard let row = kept.rows.firstIndex(where: { $0.product.id == cell.0.listing }) else {
          continue
        }
        kept.rows[row].product.price = Decimal(string: cell.2).map { Money($0, .krw) }
      }
      kept.answerAll()
      let text = kept.text.joined(separator: "\n")
      #expect(expected.map(text.contains) ?? !text.contains("not sent yet"), "\(text)")
    }
  }

  @Test func `what others changed is a conflict, and what the market has is no change`() {
    var sample = ready()
    sample.type("1\r2\r")
    sample.rows[0].product.price = Money(55, .krw)
    sample.rows[1].product.price = Money(2, .krw)
    sample.type("r")
    sample.answerAll()
    #expect(sample.typed(1000, .price) == "1" && sample.typed(999, .price) == nil)
    sample.press(Key(.home, .control))
    #expect(sample.text.last?.contains("Others changed this to") == true)
    #expect(sample.text[2].contains("!"))
    sample.press(Key(.enter), Key(.enter))
    #expect(sample.model.changes.cells[1000]?[.price]?.old == "55")
  }

  @Test func `two listings cannot get the same code`() {
    var sample = ready()
    sample.press(Key(.home))
    sample.type("3-5\r")
    sample.press(Key(.enter))
    sample.press(.control("u"))
    sample.type("3-5\r")
    #expect(sample.model.isEditing && sample.text.last?.contains("1000 gets the code 3-5") == true)
    sample.press(Key(.backspace))
    sample.type("6\r")
    #expect(sample.typed(999, .code) == "3-6" && sample.typed(1000, .code) == "3-5")
  }

  @Test func `a table is pasted whole or not at all`() {
    var sample = ready()
    sample.handle(.input(.paste("1\t\t5\n2\t\t6\n")))
    #expect(sample.typed(1000, .stock) == "5" && sample.typed(999, .price) == "2")
    #expect(sample.text.last?.contains("Changed 4 cells") == true)
    sample.handle(.input(.paste("9\t\t5\nx\t\t6\n")))
    #expect(sample.typed(1000, .price) == "1")
    #expect(sample.text.last?.contains("999: this is no number") == true)
    sample.type("u")
    #expect(sample.model.changes.isEmpty)
  }

  @Test func `copied rows have tabs between their columns`() {
    var sample = ready()
    sample.type("y")
    #expect(sample.copied == "100000")
    sample.type("  y")
    #expect(sample.copied?.split(separator: "\n").count == 2)
    #expect(sample.copied?.hasPrefix("M-1000\t참나무 머그컵 1000\t100000\t") == true)
  }

  @Test func `columns are chosen, sorted and filtered`() {
    var sample = ready()
    sample.type("s")
    sample.answerAll()
    #expect(sample.model.list.query.sort == ListingSort(.price))
    sample.type("s")
    #expect(sample.model.list.query.sort == ListingSort(.price, isDescending: true))
    sample.answerAll()
    sample.type("/price>20000 stock<5 sale mug\r")
    let filter = sample.model.list.query.filter
    #expect(filter.minPrice == Decimal(string: "20000.001") && filter.below == 5)
    #expect(filter.isDiscounted && filter.search == "mug" && filter.isMine)
    sample.answerAll()
    sample.type("/ colour=red\r")
    #expect(sample.text.last?.contains("is not understood") == true)
    sample.press(Key(.escape), Key(.escape))
    #expect(sample.model.list.query.filter.search == nil)
    sample.answerAll()
    sample.type("c")
    sample.press(.control("u"))
    sample.type("stock name\r")
    #expect(sample.model.columns == [.stock, .name] && sample.model.column == .stock)
    #expect(sample.text[1].contains("stock") && !sample.text[1].contains("price"))
  }

  @Test func `a description is loaded before it is edited`() {
    var sample = SheetSample()
    for index in sample.rows.indices { sample.rows[index].product.description = nil }
    sample.answerAll()
    sample.press(Key(.end))
    sample.type("\r!\r")
    #expect(sample.model.changes.isEmpty)
    sample.answerAll()
    #expect(sample.typed(1000, .description) == "Loaded text of 1000.!")
  }

  @Test func `keys before the first rows act on them, and Ctrl-S sends`() {
    var sample = SheetSample()
    sample.type("7\r")
    #expect(sample.model.changes.isEmpty)
    sample.answerAll()
    #expect(sample.typed(1000, .price) == "7")
    sample.press(.control("s"))
    #expect(sample.end == .send)
  }

  @Test func `a click chooses a cell, a second one edits it, and a title sorts`() {
    var sample = ready()
    let column = DisplayWidth.of(String(sample.text[1].prefix { $0 != "k" })) - 3
    sample.handle(.input(.mouse(MouseEvent(.press, row: 4, column: column))))
    #expect(sample.model.column == .stock && sample.model.list.cursor == 2)
    sample.handle(.input(.mouse(MouseEvent(.press, row: 4, column: column))))
    #expect(sample.model.isEditing)
    sample.press(Key(.escape))
    sample.handle(.input(.mouse(MouseEvent(.press, row: 1, column: column))))
    #expect(sample.model.list.query.sort == ListingSort(.stock))
  }

  @Test(arguments: [(40, 12), (60, 20), (80, 24), (140, 30)], Golden.languages)
  func `each view has its screen`(size: (columns: Int, rows: Int), language: String) {
    var text = ""
    func show(_ title: String, _ sample: SheetSample) {
      var model = sample.model
      let rows = model.screen()?.frame.rows ?? []
      text += "== \(title)\n" + rows.map { $0.markup + "\n" }.joined()
      #expect((rows.map(\.width).max() ?? 0) <= size.columns, "\(title) in \(language)")
    }
    var sample = SheetSample(
      columns: size.columns, rows: size.rows, catalog: DisplayLanguage.catalog(of: language))
    sample.answerAll()
    show("sheet", sample)
    sample.type("12500\r  ")
    sample.press(Key(.right), Key(.right))
    sample.type("+7\r")
    show("changes and marks", sample)
    sample.press(Key(.home), Key(.right))
    sample.type("\rlong text that does not fit into the cell in which it is typed")
    show("a cell", sample)
    sample.press(Key(.escape))
    sample.type("f")
    show("find", sample)
    sample.press(Key(.escape))
    sample.type("?")
    show("keys", sample)
    Golden.expect(text, matchesScreen: "sheet-\(size.columns)x\(size.rows)", in: language)
  }
}

@Suite(.timeLimit(.minutes(60))) struct SheetRandomTests {
  private static let moves: [Key] =
    "jkhl ?vsr<>cy".map { Key.text(String($0)) } + [
      Key(.up), Key(.down), Key(.left), Key(.right), Key(.pageUp), Key(.pageDown), Key(.home),
      Key(.end), Key(.tab), Key(.tab, .shift), Key(.up, .shift), Key(.down, .shift), Key(.escape),
      Key(.home, .control), Key(.end, .control),
    ]
  private static let others: [Key] =
    "0123456789+-=uUaif/dxㅕ".map { Key.text(String($0)) } + [
      Key(.enter), Key(.delete), Key(.backspace), .control("d"), .control("s"),
    ]

  /// `OPENMARKET_BROWSE_KEYS` sets the number of keys of all seeds together.
  private static let steps =
    (ProcessInfo.processInfo.environment["OPENMARKET_BROWSE_KEYS"].flatMap { Int($0) } ?? 5000) / 5

  @Test(arguments: [1, 2, 3, 4, 5])
  func `no key loses a value that was typed`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var sample = SheetSample(count: 300, columns: 110, rows: 30)
    for step in 1...Self.steps {
      let before = sample.model.changes
      let wasIdle = !sample.model.isEditing && sample.model.prompt == nil
      let isMove = Int.random(in: 0..<3, using: &random) > 0
      let keys = isMove ? Self.moves : Self.others
      let key = keys.randomElement(using: &random) ?? Key(.down)
      var isPressed = false
      switch Int.random(in: 0..<20, using: &random) {
      case 0: sample.answerAll()
      case 1 where !sample.requests.isEmpty:
        sample.answer(at: Int.random(in: sample.requests.indices, using: &random))
      case 2:
        sample.handle(
          .input(.mouse(MouseEvent(.press, row: step % 30, column: step % 110))))
      default:
        sample.press(key)
        isPressed = true
      }
      sample.end = nil
      let after = sample.model.changes
      // An answer may be that changes were sent.
      if wasIdle, isMove, isPressed, sample.requests.isEmpty {
        try #require(after.count >= before.count, "seed \(seed), step \(step), \(key)")
      }
      let all = after.all
      try #require(
        all.count == after.count
          && all.allSatisfy { $0.cell.old != $0.cell.new || $0.place.column == .sale },
        "seed \(seed), step \(step), \(key)")
      if let saved = sample.saved {
        try #require(saved.changes == after, "seed \(seed), step \(step), \(key)")
      }
      if step.isMultiple(of: 100) { try checkSteps(sample.model.changes, "seed \(seed), \(step)") }
      _ = sample.text
    }
  }

  /// All changes can be taken back and brought again, and one by one until none is left.
  private func checkSteps(_ changes: SheetChanges, _ place: String) throws {
    var other = changes
    other.undoAll()
    try #require(other.isEmpty && other.count == 0, "\(place)")
    _ = other.undo()
    let texts = { (changes: SheetChanges) in changes.all.map { [$0.cell.old, $0.cell.new] } }
    try #require(changes.isEmpty || texts(other) == texts(changes), "\(place)")
    while !other.undo().isEmpty {}
    try #require(other.isEmpty, "\(place)")
  }
}
