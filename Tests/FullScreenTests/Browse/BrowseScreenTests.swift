import Foundation
import MarketRender
import MarketTestSupport
import Messages
import SellerSession
import TerminalKit
import Testing

@testable import FullScreen
@testable import ScreenPictures

@Suite(.timeLimit(.minutes(60))) struct BrowseScreenTests {
  static let sizes = [(40, 12), (60, 20), (80, 24), (100, 30), (140, 45)]

  @Test(arguments: sizes, Golden.languages)
  func `each view has its screen`(size: (columns: Int, rows: Int), language: String) {
    var text = ""
    func show(_ title: String, _ sample: BrowseSample) {
      let screen = sample.screen
      let slots = screen.slots.map { "\($0.line),\($0.column) \($0.columns)×\($0.rows)" }
      text += "== \(title)\n" + screen.frame.rows.map { $0.markup + "\n" }.joined()
      if !slots.isEmpty { text += "pictures at " + slots.joined(separator: "; ") + "\n" }
      let widest = screen.frame.rows.map(\.width).max() ?? 0
      #expect(widest <= size.columns, "\(title) in \(language)")
    }
    var sample = BrowseSample(
      columns: size.columns, rows: size.rows, catalog: DisplayLanguage.catalog(of: language))
    show("before the first answer", sample)
    sample.answerAll()
    sample.type("j j")
    show("list", sample)
    sample.type("d")
    show("with descriptions", sample)
    sample.type("dg")
    show("grid", sample)
    sample.press(Key(.enter))
    sample.answerAll()
    show("listing", sample)
    sample.type("f")
    show("photo", sample)
    sample.type("hh/Wal")
    sample.answerAll()
    show("search", sample)
    sample.press(Key(.enter))
    sample.type("?")
    show("keys", sample)
    sample.type("?2x")
    show("question", sample)
    sample.type("n4")
    sample.handle(.drafts(.success(BrowseDraftTests.drafts)))
    show("drafts", sample)
    sample.type("1nask for the blue one, and for a smaller one of the same shape")
    show("note", sample)
    Golden.expect(text, matchesScreen: "browse-\(size.columns)x\(size.rows)", in: language)
  }

  @Test func `a window that is too small says so`() {
    var sample = BrowseSample(columns: 30, rows: 8)
    #expect(sample.text.joined(separator: " ").contains("at least 40 × 10"))
    sample.type("q")
    #expect(sample.end == .quit)
  }

  @Test func `moving one row down writes at most 600 bytes`() {
    for layout in ListLayout.allCases {
      var sample = BrowseSample(columns: 140, rows: 45, layout: layout)
      sample.answerAll()
      var lines = BrowseLines()
      var painter = WindowPainter(size: sample.model.size, ansi: ScreenModel.ansi)
      _ = painter.paint(lines.screen(of: sample.model), [:])
      sample.press(Key(layout == .grid ? .right : .down))
      let bytes = painter.paint(lines.screen(of: sample.model), [:]).utf8.count
      #expect(bytes <= 600, "\(layout): \(bytes)")
    }
  }

  @Test func `also a list that scrolls writes at most 600 bytes for a row`() {
    var sample = BrowseSample(columns: 140, rows: 45)
    sample.answerAll()
    var lines = BrowseLines()
    var painter = WindowPainter(size: sample.model.size, ansi: ScreenModel.ansi)
    var screen = ScreenModel(columns: 140, rows: 45)
    func press(_ key: Key) -> Int {
      sample.press(key)
      sample.answerAll()
      let shown = lines.screen(of: sample.model)
      let text = painter.paint(shown, [:])
      screen.write(text)
      var fresh = ScreenModel(columns: 140, rows: 45)
      var other = WindowPainter(size: sample.model.size, ansi: ScreenModel.ansi)
      fresh.write(other.paint(shown, [:]))
      #expect(screen.rows == fresh.rows)
      return text.utf8.count
    }
    _ = press(Key(.home))
    let down = (0..<90).map { _ in press(Key(.down)) }
    let up = (0..<90).map { _ in press(Key(.up)) }
    #expect((down + up).allSatisfy { $0 <= 600 }, "\(down) \(up)")
    #expect(screen.problems == [])
  }
}

@Suite(.timeLimit(.minutes(60))) struct BrowsePictureTests {
  @Test func `two listings with the same photo both have it, until they leave the screen`() throws {
    let file = try EncodedPicture(try Fixture.bytes("photos/plain.png"))
    let picture = DrawnPicture.stream(
      try KittyPainter().picture(of: file, id: 7, in: CellBox(columns: 20, rows: 8)))
    var painter = WindowPainter(
      size: TerminalSize(columns: 80, rows: 24), ansi: ScreenModel.ansi, seed: 100)
    let slots = [0, 30].map { column in
      PictureSlot(
        listing: column, url: "http://market.test/a.png", line: 1, column: column, columns: 20,
        rows: 8)
    }
    func screen(_ slots: [PictureSlot]) -> WindowScreen {
      WindowScreen(
        frame: Frame(rows: [], cursor: Frame.Position(row: 0, column: 0)), slots: slots)
    }
    let ready = Dictionary(uniqueKeysWithValues: slots.map { ($0, picture) })
    let first = painter.paint(screen(slots), ready)
    #expect(first.contains("_Gi=101,") && first.contains("_Gi=102,"))
    #expect(painter.paint(screen(slots), ready) == "")
    let second = painter.paint(screen([slots[0]]), ready)
    #expect(second.contains("i=102,q=2") && !second.contains("i=101"))
    #expect(painter.finish().contains("i=101,q=2"))
  }

  @Test(arguments: [(rows: 8, isErased: false), (rows: 7, isErased: true)])
  func `symbols that fill a slot are written over the ones before`(
    _ next: (rows: Int, isErased: Bool)
  ) {
    var painter = WindowPainter(size: TerminalSize(columns: 80, rows: 24), ansi: ScreenModel.ansi)
    func paint(_ listing: Int, rows: Int) -> String {
      let slot = PictureSlot(
        listing: listing, url: "http://market.test/\(listing).png", line: 1, column: 0, columns: 20,
        rows: 8)
      let line = String(repeating: "▄", count: 20)
      return painter.paint(
        WindowScreen(
          frame: Frame(rows: [], cursor: Frame.Position(row: 0, column: 0)), slots: [slot]),
        [slot: .lines(Array(repeating: line, count: rows), columns: 20)])
    }
    _ = paint(1, rows: 8)
    let blank = String(repeating: " ", count: 20)
    #expect(paint(2, rows: next.rows).contains(blank) == next.isErased)
  }
}

@Suite(.timeLimit(.minutes(60))) struct BrowseRandomTests {
  private static let keys: [Key] =
    "jklhgsdf 123/?rxyna*u".map { Key.text(String($0)) } + [
      Key(.up), Key(.down), Key(.left), Key(.right), Key(.pageUp), Key(.pageDown), Key(.home),
      Key(.end), Key(.enter), Key(.escape), Key(.tab), Key(.backspace),
    ]

  /// A drawing that fills its slot with a letter, or all but its last row.
  private static func picture(_ slot: PictureSlot) -> DrawnPicture {
    let letter = ["#", "%", "@"][slot.listing % 3]
    let line =
      "\u{1B}[38;5;\(slot.listing % 200 + 16)m" + String(repeating: letter, count: slot.columns)
      + "\u{1B}[0m"
    let rows = slot.listing.isMultiple(of: 5) ? slot.rows - 1 : slot.rows
    return .lines(Array(repeating: line, count: rows), columns: slot.columns)
  }

  /// `OPENMARKET_BROWSE_KEYS` sets the number of keys of all seeds together.
  private static let steps =
    (ProcessInfo.processInfo.environment["OPENMARKET_BROWSE_KEYS"].flatMap { Int($0) } ?? 5000) / 5

  @Test(arguments: [1, 2, 3, 4, 5])
  func `after any keys and answers the screen is that of a new drawing`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var sample = BrowseSample(columns: 110, rows: 30, layout: .grid)
    var lines = BrowseLines()
    var painter = WindowPainter(size: sample.model.size, ansi: ScreenModel.ansi)
    var screen = ScreenModel(columns: 110, rows: 30)
    for step in 1...Self.steps {
      act(&sample, &random)
      if Int.random(in: 0..<150, using: &random) == 0 {
        let (columns, rows) = BrowseScreenTests.sizes.randomElement(using: &random) ?? (80, 24)
        sample.resize(columns: columns, rows: rows)
        screen.resize(to: sample.model.size)
        screen.write(painter.restart(size: sample.model.size))
      }
      let shown = lines.screen(of: sample.model)
      let pictures = Dictionary(
        shown.slots.map { ($0, Self.picture($0)) }, uniquingKeysWith: { first, _ in first })
      screen.write(painter.paint(shown, pictures))
      guard step.isMultiple(of: 50) else { continue }
      var fresh = ScreenModel(columns: screen.size.columns, rows: screen.size.rows)
      var other = WindowPainter(size: sample.model.size, ansi: ScreenModel.ansi)
      fresh.write(other.paint(shown, pictures))
      #expect(screen.rows == fresh.rows, "seed \(seed), step \(step)")
      try #require(screen.problems == [] && screen.rows == fresh.rows, "seed \(seed), step \(step)")
    }
  }

  private func act(_ sample: inout BrowseSample, _ random: inout SeededGenerator) {
    switch Int.random(in: 0..<10, using: &random) {
    case 0 where !sample.requests.isEmpty:
      sample.answer(at: Int.random(in: sample.requests.indices, using: &random))
    case 1: sample.answerAll()
    case 2:
      let kinds: [MouseEvent.Kind] = [.press, .wheelUp, .wheelDown]
      sample.handle(
        .input(
          .mouse(
            MouseEvent(
              kinds.randomElement(using: &random) ?? .press,
              row: Int.random(in: 0..<30, using: &random),
              column: Int.random(in: 0..<110, using: &random)))))
    default: if let key = Self.keys.randomElement(using: &random) { sample.press(key) }
    }
    sample.end = nil
  }
}
