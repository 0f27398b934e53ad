import MarketTestSupport
import TerminalKit
import Testing

@Suite(.timeLimit(.minutes(60))) struct ScreenModelTests {
  /// Bytes written to a screen of 6 by 3 cells: the rows, the cursor and the number of scrolled
  /// lines.
  @Test(
    arguments: [
      ("", ["", "", ""], 0, 0, 0), ("oak", ["oak", "", ""], 0, 3, 0),
      ("oak\r\nmug", ["oak", "mug", ""], 1, 3, 0), ("oak\nmug", ["oak", "   mug", ""], 1, 5, 0),
      ("a\r\nb\r\nc\r\nd", ["b", "c", "d"], 2, 1, 1), ("oak\u{8}\u{8}m", ["omk", "", ""], 0, 2, 0),
      ("\u{8}\u{1B}[A\u{1B}[Dx", ["x", "", ""], 0, 1, 0), ("abcdef", ["abcdef", "", ""], 0, 5, 0),
      ("abcdef\rx", ["xbcdef", "", ""], 0, 1, 0), ("abcdef\u{1B}[Dx", ["abcdxf", "", ""], 0, 5, 0),
      ("abcdef\u{1B}[K", ["abcde", "", ""], 0, 5, 0), ("abc\r\u{1B}[Cx", ["axc", "", ""], 0, 2, 0),
      ("abc\u{1B}[9Cx", ["abc  x", "", ""], 0, 5, 0), ("abc\u{1B}[2Gx", ["axc", "", ""], 0, 2, 0),
      ("a\r\nb\u{1B}[Hx", ["x", "b", ""], 0, 1, 0),
      ("\u{1B}[2;3Hx\u{1B}[99;99H", ["", "  x", ""], 2, 5, 0),
      ("a\u{1B}[2Bb", ["a", "", " b"], 2, 2, 0),
      ("abcd\u{1B}[2D\u{1B}[K", ["ab", "", ""], 0, 2, 0),
      ("abcd\u{1B}[2D\u{1B}[1K", ["   d", "", ""], 0, 2, 0),
      ("abcd\u{1B}[2K", ["", "", ""], 0, 4, 0),
      ("ab\r\ncd\r\nef\u{1B}[A\u{1B}[D\u{1B}[J", ["ab", "c", ""], 1, 1, 0),
      ("ab\r\ncd\r\nef\u{1B}[A\u{1B}[1J", ["", "", "ef"], 1, 2, 0),
      ("ab\r\ncd\u{1B}[2J", ["", "", ""], 1, 2, 0),
      ("abcdef\r\u{1B}[2@", ["  abcd", "", ""], 0, 0, 0),
      ("abcdef\r\u{1B}[2P", ["cdef", "", ""], 0, 0, 0), ("가나", ["가나", "", ""], 0, 4, 0),
      ("가나\u{1B}[2Dx", ["가x", "", ""], 0, 3, 0), ("가나\u{1B}[3Dx", [" x나", "", ""], 0, 2, 0),
      ("abc가\r\u{1B}[2@", ["  abc", "", ""], 0, 0, 0), ("가b\r\u{1B}[P", [" b", "", ""], 0, 0, 0),
      ("e\u{301}x", ["e\u{301}x", "", ""], 0, 2, 0),
      ("abcdef\u{301}", ["abcdef\u{301}", "", ""], 0, 5, 0),
      ("👩\u{200D}👧x", ["👩\u{200D}👧x", "", ""], 0, 3, 0), ("🇰🇷🇯🇵", ["🇰🇷🇯🇵", "", ""], 0, 4, 0),
      ("a\u{200B}b", ["a\u{200B}b", "", ""], 0, 2, 0),
    ])
  func `bytes change rows, cursor and scrollback`(
    bytes: String, rows: [String], row: Int, column: Int, scrolled: Int
  ) {
    var screen = ScreenModel(columns: 6, rows: 3)
    screen.write(bytes)
    #expect(screen.problems == [])
    #expect(screen.rows == rows)
    #expect(screen.cursor == Frame.Position(row: row, column: column))
    #expect(screen.scrollbackCount == scrolled)
  }

  @Test(
    arguments: [
      "\u{1B}[5n", "\u{1B}[?1047h", "\u{1B}c", "\u{1B}[", "\u{1B}", "\u{1B}[3",
      "\u{1B}]0;title\u{7}",
      "\u{1B}]8;;http://a", "\u{1B}[1;2A", "\u{1B}[38;5m", "\u{1B}[38;2;1;2;300m", "\u{1B}[8m",
      "\u{1B}[?25x", "\u{1B}[9 q", "\t", "\u{9B}K", "abcdefg", "abcde가", "\u{1B}[41m\u{1B}[K",
      "👩\u{1B}[m\u{200D}👧🇰\u{1B}[m🇷",
    ])
  func `output that a prompt must not send is a problem`(bytes: String) {
    var screen = ScreenModel(columns: 6, rows: 3)
    screen.write(bytes)
    #expect(!screen.problems.isEmpty)
  }

  @Test func `cells have the styles of their characters`() {
    var screen = ScreenModel(columns: 20, rows: 1)
    let styles = [
      Style(.bold, foreground: .red), Style([.dim, .underline], background: .palette(12)),
      Style(foreground: .rgb(1, 2, 3)), Style(foreground: .palette(200), link: "https://a.b"),
      Style([.italic, .inverse, .strikethrough]), .plain,
    ]
    screen.write(ScreenModel.ansi.encode(styles.map { StyledText("x", $0) }.joined()))
    #expect(screen.problems == [])
    #expect(styles.indices.map { screen.cell(row: 0, column: $0)?.style } == styles)
  }

  @Test func `the model tracks modes`() {
    var screen = ScreenModel(columns: 6, rows: 3)
    screen.write("\u{1B}[?25l\u{1B}[6 q\u{1B}[?2026h\u{1B}[?2026l\u{1B}[?2004h\u{7}")
    #expect(screen.problems == [])
    #expect(!screen.isCursorVisible)
    #expect(screen.cursorShape == 6)
    screen.write("\u{1B}[?25h")
    #expect(screen.isCursorVisible)
  }

  /// A screen of 6 by 3 cells after a resize: all lines from the oldest, and the cursor.
  @Test(
    arguments: [
      ("abcdef\r\ng", 3, 3, ["abc", "def", "g"], 2, 1),
      ("abcdef\r\ng", 3, 2, ["abc", "def", "g"], 1, 1),
      ("abcdef\u{1B}[2D", 3, 3, ["abc", "def", ""], 1, 0),
      ("abcdef\r\ng", 9, 3, ["abcdef", "g", ""], 1, 1), ("가나다", 5, 2, ["가나", "다"], 1, 2),
      ("a\r\nb\r\nc\r\nd", 6, 2, ["a", "b", "c", "d"], 1, 1),
      ("a\r\nb\r\nc\r\nd", 6, 5, ["a", "b", "c", "d", ""], 3, 1),
    ])
  func `a resize rewraps the lines`(
    bytes: String, columns: Int, rows: Int, lines: [String], row: Int, column: Int
  ) {
    var screen = ScreenModel(columns: 6, rows: 3)
    screen.write(bytes)
    screen.resize(to: TerminalSize(columns: columns, rows: rows))
    #expect(screen.problems == [])
    #expect(screen.lines == lines)
    #expect(screen.cursor == Frame.Position(row: row, column: column))
  }

  @Test func `an automatically wrapped line is one row again in a wider window`() {
    var screen = ScreenModel(columns: 6, rows: 3)
    screen.write("abcdefgh")
    #expect(screen.rows == ["abcdef", "gh", ""])
    screen.resize(to: TerminalSize(columns: 9, rows: 3))
    #expect(screen.rows == ["abcdefgh", "", ""])
  }

  @Test func `differences from a frame are found`() {
    let frame = Frame(rows: ["> oak", StyledText("mug", .dim)], cursor: .init(row: 0, column: 5))
    func screen(_ bytes: String) -> [String] {
      var screen = ScreenModel(columns: 6, rows: 3)
      screen.write(bytes)
      return screen.differences(from: frame)
    }
    let dim = "\u{1B}[2mmug\u{1B}[0m"
    #expect(screen("> oak\r\n\(dim)\u{1B}[A\r\u{1B}[5C") == [])
    for wrong in [
      "> oak\r\nmug\u{1B}[A\r\u{1B}[5C", "> oak\r\n\(dim)\u{1B}[A\r\u{1B}[4C", "> oak\r\n\(dim)",
      "> oa\r\n\(dim)\u{1B}[A\r\u{1B}[5C", "> oak\r\n\(dim)\r\nx\u{1B}[2A\r\u{1B}[5C",
      "> oak\r\n\(dim)\u{1B}[A\r\u{1B}[5C\u{1B}[?25l",
      "> oak\r\n\(dim)\u{1B}[A\r\u{1B}[5C\u{1B}[1m",
    ] {
      #expect(screen(wrong) != [], "\(wrong.debugDescription)")
    }
  }

  @Test func `what the system echoes in the middle of a sequence is no part of it`() {
    var screen = ScreenModel(columns: 20, rows: 2)
    screen.write("a\u{1B}[0^Cm\u{1B}[^CKb")
    #expect(screen.problems == [])
    #expect(screen.rows[0] == "ab")
  }
}
