import MarketTestSupport
import TerminalKit
import Testing

@Suite(.timeLimit(.minutes(60))) struct FramePainterTests {
  /// A painter and a model of its screen.
  private struct Harness {
    var screen: ScreenModel
    var painter: FramePainter

    init(columns: Int = 20, rows: Int = 6, before: [String] = []) {
      screen = ScreenModel(columns: columns, rows: rows)
      painter = FramePainter(size: screen.size)
      for line in before { screen.write(line + "\r\n") }
    }

    /// Paints a frame, checks the screen and returns the bytes.
    @discardableResult
    mutating func paint(
      _ rows: [StyledText], _ row: Int, _ column: Int, shape: CursorShape = .normal,
      sourceLocation: SourceLocation = #_sourceLocation
    ) -> String {
      let frame = Frame(
        rows: rows, cursor: Frame.Position(row: row, column: column), cursorShape: shape)
      let bytes = painter.paint(frame, ansi: ScreenModel.ansi)
      screen.write(bytes)
      screen.expect(
        showing: frame, "after \(bytes.debugDescription)", sourceLocation: sourceLocation)
      return bytes
    }

    mutating func resize(columns: Int, rows: Int) {
      let size = TerminalSize(columns: columns, rows: rows)
      screen.resize(to: size)
      screen.write(painter.resize(to: size))
    }
  }

  private static let hint = Style.dim
  private static let cyan = Style(foreground: .cyan)

  /// The old row, the new row, the cursor column in each, and the expected bytes.
  @Test(
    arguments: [
      // A character at the end.
      ("> o", "> oa", 3, 4, "a"),
      ("> o", "> o ", 3, 4, " "),
      // At the end of a colored word.
      (">" + StyledText(" o", cyan), ">" + StyledText(" oa", cyan), 3, 4, "\u{1B}[36ma\u{1B}[0m"),
      // Into a hint, before a hint that stays, and one that ends the hint.
      ("> o" + StyledText("ak mug", hint), "> oa" + StyledText("k mug", hint), 3, 4, "a"),
      (
        "> o" + StyledText(" <id>", hint), "> oa" + StyledText(" <id>", hint), 3, 4,
        "a <id>\u{1B}[5D"
      ),
      ("> o" + StyledText("ak mug", hint), "> ox", 3, 4, "x\u{1B}[K"),
      // In the middle, also in Korean; a combining mark.
      ("> oak mug", "> Aoak mug", 2, 3, "Aoak mug\u{1B}[7D"),
      ("> 오크 머그", "> 큰오크 머그", 2, 4, "큰오크 머그\u{1B}[9D"),
      ("> e", "> e\u{301}", 3, 3, "\u{8}e\u{301}"),
      // Backspace and Delete.
      ("> oak", "> oa", 5, 4, "\u{8}\u{1B}[K"),
      ("> oak mug", "> ak mug", 3, 2, "\u{8}ak mug\u{1B}[K\u{1B}[6D"),
      ("> 오크 머그", "> 크 머그", 4, 2, "\u{8}\u{8}크 머그\u{1B}[K\u{1B}[7D"),
      // Only the cursor.
      ("> oak", "> oak", 5, 4, "\u{8}"), ("> oak", "> oak", 5, 0, "\r"),
      ("> oak", "> oak", 2, 5, "\u{1B}[3C"), ("> oak", "> oak", 2, 2, ""),
      // The last column: a carriage return ends the deferred wrap.
      ("> 34567890123456789", "> 34567890123456789x", 19, 0, "x\r"),
      ("> 34567890123456789x", "> 34567890123456789", 0, 19, "\u{1B}[19C\u{1B}[K"),
    ] as [(StyledText, StyledText, Int, Int, String)])
  func `a change in one row needs few bytes`(
    old: StyledText, new: StyledText, from: Int, to: Int, bytes: String
  ) {
    var harness = Harness()
    harness.paint([old], 0, from)
    let written = harness.paint([new], 0, to)
    let plain = written.replacing("\u{1B}[2m", with: "").replacing("\u{1B}[0m", with: "")
    #expect(plain == bytes.replacing("\u{1B}[0m", with: ""))
  }

  @Test func `rows below the line appear and disappear, also at the bottom of the screen`() {
    for before in [[], ["a", "b", "c", "d", "e", "f", "g"]] {
      var harness = Harness(before: before)
      let line: StyledText = "> show"
      harness.paint([line], 0, 6)
      harness.paint([line, "> show", "  shop", "  short"], 0, 6)
      harness.paint([line, "  show", "> shop", "  short"], 0, 6)
      #expect(harness.paint([line], 0, 6).utf8.count < 16)
      harness.paint(["usage", line], 1, 6)
      harness.paint([line, "", "", "end"], 3, 3)
      harness.paint([line], 0, 0)
      harness.screen.write(harness.painter.finish() + "next")
      #expect(Array(harness.screen.lines.filter { !$0.isEmpty }) == before + ["> show", "next"])
    }
  }

  @Test func `the cursor is hidden only while several rows are written`() {
    var harness = Harness()
    #expect(!harness.paint(["> a"], 0, 3).contains("?25"))
    #expect(harness.paint(["> a", "b", "c", "d"], 0, 3).hasPrefix("\u{1B}[?25l"))
    #expect(!harness.paint(["> a", "B", "C", "d"], 0, 3).contains("?25"))
  }

  @Test func `the cursor shape is set when it changes and reset at the end`() {
    var harness = Harness()
    #expect(!harness.paint(["> a"], 0, 3).contains(" q"))
    #expect(harness.paint(["> a"], 0, 3, shape: .bar) == "\u{1B}[6 q")
    #expect(harness.paint(["> a"], 0, 3, shape: .bar) == "")
    #expect(harness.paint(["> a"], 0, 2, shape: .block) == "\u{8}\u{1B}[2 q")
    harness.painter.forget()
    harness.screen.write(harness.painter.finish())
    #expect(harness.screen.cursorShape == 0)
    #expect(harness.painter.finish() == "")
  }

  @Test func `after other output the whole frame is painted again`() {
    var harness = Harness()
    harness.paint(["> oak", "menu"], 0, 5)
    harness.screen.write("\u{1B}[H\u{1B}[2J")
    harness.painter.forget()
    harness.paint(["> oak", "menu"], 0, 5)
    #expect(harness.screen.rows == ["> oak", "menu", "", "", "", ""])
    harness.screen.write("\r\nleft over\r\nby a child\u{1B}[A\u{1B}[5D")
    harness.painter.forget()
    harness.paint(["> oak"], 0, 5)
    #expect(harness.screen.rows == ["> oak", "> oak", "", "", "", ""])
  }

  @Test func `a resize repaints the frame and keeps the lines above it`() {
    var harness = Harness(before: ["one", "two"])
    harness.paint(["> 345678901234567890", "가나다라마바사아자차", "  menu"], 1, 10)
    let sizes = [(7, 12), (20, 8), (13, 8), (40, 7), (5, 2), (1, 1), (30, 9), (40, 12)]
    for (step, (columns, rows)) in sizes.enumerated() {
      harness.resize(columns: columns, rows: rows)
      let first = columns > 1 ? "> 12" : ">"
      harness.paint([StyledText(first)], 0, min(columns - 1, 3))
      // If the old frame did not fit into the resized window, a part of it has scrolled off.
      if step < 4 {
        #expect(
          harness.screen.lines.prefix(4) == ["one", "two", "> 12", ""], "\(columns) by \(rows)")
      }
      if columns > 1 { #expect(harness.screen.lines.starts(with: ["one", "two"])) }
      if rows > 2 {
        harness.paint([StyledText(String(repeating: "가", count: columns / 2)), "6 4", "x"], 1, 3)
      }
    }
  }

  @Test func `a frame larger than the window is truncated`() {
    var harness = Harness(columns: 4, rows: 2)
    let frame = Frame(
      rows: ["abcdefg", "가나다", "third"], cursor: Frame.Position(row: 7, column: 99))
    harness.screen.write(harness.painter.paint(frame, ansi: ScreenModel.ansi))
    #expect(harness.screen.problems == [])
    #expect(harness.screen.rows == ["abcd", "가나"])
    #expect(harness.screen.cursor == Frame.Position(row: 1, column: 3))
  }

  @Test func `a grapheme cluster in two styles is written at once`() {
    var harness = Harness()
    let family = StyledText("👩", .bold) + StyledText("\u{200D}👧 x", .dim)
    harness.paint([family], 0, 2)
    #expect(harness.screen.cell(row: 0, column: 0)?.text == "👩\u{200D}👧")
    harness.paint([family + "y"], 0, 2)
  }
}
