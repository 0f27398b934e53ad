import MarketTestSupport
import TerminalKit
import Testing

@testable import ScreenPictures

@Suite(.timeLimit(.minutes(60))) struct OverlayTests {
  private static let box = CellBox(columns: 6, rows: 3)
  private static let picture = TerminalPicture(box: box, .sixel("\u{1B}Pq\u{1B}\\"))

  struct Case: Sendable, CustomTestStringConvertible {
    let rowsWritten: Int
    var column = 4
    var window = TerminalSize(columns: 20, rows: 10)
    let start: String?
    var testDescription: String { "\(rowsWritten) \(column) \(window)" }
  }

  static let cases = [
    Case(rowsWritten: 3, start: "\u{1B}[3A\u{1B}[5G"),
    Case(rowsWritten: 9, start: "\u{1B}[9A\u{1B}[5G"),
    Case(rowsWritten: 5, column: 0, start: "\u{1B}[5A\u{1B}[1G"),
    Case(rowsWritten: 5, column: 14, start: "\u{1B}[5A\u{1B}[15G"),
    // The box reaches the cursor's row, so a picture could scroll the screen.
    Case(rowsWritten: 2, start: nil),
    Case(rowsWritten: 0, start: nil),
    Case(rowsWritten: -1, start: nil),
    // The box has scrolled off completely or by one row.
    Case(rowsWritten: 10, start: nil),
    Case(rowsWritten: .max, start: nil),
    // The box reaches beyond the right edge.
    Case(rowsWritten: 5, column: 15, start: nil),
    Case(rowsWritten: 5, column: -1, start: nil),
    Case(rowsWritten: 5, column: .max, start: nil),
    // The window has become too small.
    Case(rowsWritten: 5, window: TerminalSize(columns: 1, rows: 1), start: nil),
    Case(rowsWritten: 5, window: TerminalSize(columns: 0, rows: 0), start: nil),
    Case(rowsWritten: 5, window: TerminalSize(columns: .min, rows: .min), start: nil),
  ]

  @Test(arguments: cases)
  func `a picture is drawn if its box is completely on the screen above the cursor`(_ example: Case)
  {
    let overlay = Overlay(
      rowsWritten: example.rowsWritten, column: example.column, window: example.window)
    #expect(
      overlay.drawing(Self.picture)
        == example.start.map { "\u{1B}7" + $0 + Self.picture.stream + "\u{1B}8" })
  }

  /// Pages of 1 to 14 lines with a box in every line, in a window of 8 rows.
  @Test func `a picture is drawn into its box or not at all, and nothing moves`() throws {
    let kitty = try KittyPainter().picture(
      of: try EncodedPicture(TestPicture.png(width: 120, height: 120, filler: 9_000)), id: 1,
      in: Self.box)
    var drawn = 0
    for lines in 1...14 {
      for first in 0..<lines {
        var screen = OverlayScreen(columns: 20, rows: 8)
        for line in 0..<lines { try screen.write("line \(line)\n") }
        let before = screen.state
        let overlay = Overlay(
          rowsWritten: lines - first, column: 9, window: TerminalSize(columns: 20, rows: 8))
        let text = overlay.drawing(kitty)
        // Whether the box is visible, according to the model.
        let isVisible = first >= screen.scrolled && first + kitty.box.rows <= lines
        #expect((text != nil) == isVisible, "\(first) of \(lines)")
        guard let text else { continue }
        try screen.write(text)
        drawn += 1
        #expect(screen.pictures == [OverlayScreen.PicturePosition(line: first, column: 9)])
        #expect(screen.state == before)
      }
    }
    #expect(drawn > 30)
  }

  @Test func `rows of symbols fill their box`() throws {
    var screen = OverlayScreen(columns: 12, rows: 6)
    try screen.write("top\n\n\n\nend\n")
    let overlay = Overlay(rowsWritten: 4, column: 9, window: TerminalSize(columns: 12, rows: 6))
    let rows: [StyledText] = ["▀▄█", "abc", "▌▐▖"]
    try screen.write(try #require(overlay.drawing(rows, with: .plain)))
    #expect(
      screen.lines == [
        "top         ", "         ▀▄█", "         abc", "         ▌▐▖", "end         ",
        "            ",
      ])
    #expect([screen.row, screen.column] == [5, 0])
  }

  @Test func `without rows nothing is drawn`() {
    let overlay = Overlay(rowsWritten: 5, column: 0, window: TerminalSize(columns: 80, rows: 24))
    #expect(overlay.drawing([], with: .plain) == nil)
    #expect(overlay.drawing(["", ""], with: .plain) == nil)
  }
}
