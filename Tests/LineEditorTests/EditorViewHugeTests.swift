import MarketTestSupport
import TerminalKit
import Testing

@testable import LineEditor

@Suite(.timeLimit(.minutes(60))) struct EditorViewHugeTests {
  private static let size = TerminalSize(columns: 80, rows: 24)

  @Test(
    arguments: [
      "abcdefghijklmnop", "오크머그", "👩\u{200D}👩\u{200D}👧\u{200D}👦", "e\u{301}", "🇰🇷", "a\n", "\n",
      "\u{301}", "\u{200D}", "a\u{200B}",
    ])
  func `the layout of a huge line is around the cursor`(piece: String) {
    let count = 200_000 / piece.utf8.count
    let line = StyledText(String(repeating: piece, count: count))
    for part in [0, count / 2, count] {
      let scene = EditorScene(
        prompt: "> ", continuation: "… ", line: line, cursor: part * piece.utf8.count)
      let frame = EditorView.frame(of: scene, in: Self.size)
      #expect(Self.fits(frame, Self.size))
    }
  }

  @Test func `the text at the cursor of a huge line is correct`() {
    let words = (100_000..<130_000).map(String.init).joined(separator: " ")
    for number in [100_000, 112_345, 120_000, 129_999] {
      let offset = (number - 100_000) * 7
      let scene = EditorScene(
        prompt: "> ", continuation: "… ", line: StyledText(words), cursor: offset)
      let frame = EditorView.frame(of: scene, in: Self.size)
      let rows = frame.rows.map(\.plain)
      let below = frame.cursor.row + 1 < rows.count ? rows[frame.cursor.row + 1] : ""
      let after = (rows[frame.cursor.row] + below).dropFirst(frame.cursor.column)
      #expect(after.hasPrefix("\(number)"))
    }
  }

  /// Typing near a start point of the layout does not move the rows above the cursor.
  @Test func `typing in a huge line changes nothing above the cursor`() {
    let words = (100_000..<130_000).map(String.init).joined(separator: " ")
    func above(_ length: Int) -> [StyledText] {
      let line = StyledText(String(words.prefix(length)))
      let scene = EditorScene(prompt: "> ", continuation: "… ", line: line, cursor: length)
      let frame = EditorView.frame(of: scene, in: Self.size)
      return Array(frame.rows[..<frame.cursor.row])
    }
    let jumps = stride(from: 150_000, to: 150_400, by: 37).filter { length in
      let (one, next) = (above(length), above(length + 1))
      return one != next && Array(one.dropFirst(2)) != Array(next[1..<next.count - 1])
    }
    #expect(jumps == [])
  }

  @Test func `every scene fits every window`() {
    var random = SeededGenerator(seed: 11)
    for step in 0..<1_000 {
      let size = TerminalSize(
        columns: Int.random(in: 0...30, using: &random),
        rows: Int.random(in: 0...12, using: &random))
      let frame = EditorView.frame(of: RandomScene.make(&random), in: size)
      #expect(Self.fits(frame, size), "step \(step)")
    }
  }

  private static func fits(_ frame: Frame, _ size: TerminalSize) -> Bool {
    let (columns, rows) = (max(size.columns, 1), max(size.rows, 1))
    return frame.rows.count <= rows && frame.rows.indices.contains(frame.cursor.row)
      && (0..<columns).contains(frame.cursor.column)
      && frame.rows.allSatisfy { $0.width <= columns && !$0.plain.contains("\n") }
  }
}
