import MarketTestSupport
import Messages
import Testing

@testable import TerminalKit

@Suite(.timeLimit(.minutes(60))) struct StyledTextTests {
  @Test func `adjacent texts of one style are one fragment`() {
    let text = StyledText("a", .bold) + StyledText("b", .bold) + "c" + StyledText("", .dim)
    #expect(text.fragments.count == 2)
    #expect(text.markup == "[bold]ab[/]c")
  }

  @Test(
    arguments: [
      ("abcdef", 4, "abc…"), ("abcd", 4, "abcd"), ("가나다", 4, "가…"), ("가나다", 5, "가나…"),
      ("가나다", 6, "가나다"), ("ab", 1, "…"), ("ab", 0, ""), ("ab", -3, ""), ("", 0, ""),
      ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ])
  func `a truncated text ends in an ellipsis`(text: String, columns: Int, expected: String) {
    #expect(StyledText(text).truncated(to: columns).plain == expected)
  }

  @Test func `truncation preserves the styles`() {
    let text = StyledText("oak", .bold) + StyledText(" mug", .dim)
    #expect(text.truncated(to: 6).markup == "[bold]oak[/][dim] m…[/]")
    #expect(text.truncated(to: 4).markup == "[bold]oak[/][dim]…[/]")
    #expect(text.truncated(to: 3).markup == "[bold]oa…[/]")
  }

  @Test func `padding counts columns`() {
    #expect(StyledText("가").padded(to: 4).plain == "가  ")
    #expect(StyledText("가").padded(to: 4, .trailing).plain == "  가")
    #expect(StyledText("가나다").fitted(to: 4, .trailing).plain == " 가…")
  }

  /// A line, a range of columns, and the text in them.
  @Test(
    arguments: [
      ("oak mug", 0..<3, "oak"), ("oak mug", 4..<40, "mug"), ("oak", 3..<9, ""), ("", 0..<2, ""),
      ("머그컵", 2..<4, "그"), ("머그컵", 1..<4, " 그"), ("머그컵", 0..<3, "머 "), ("머", 1..<1, ""),
      ("e\u{301}a", 0..<1, "e\u{301}"), ("👩‍🚒!", 2..<3, "!"),
    ])
  func `a range of columns contains the characters that are completely in it`(
    line: String, columns: Range<Int>, expected: String
  ) {
    let text = StyledText(line, .bold)
    #expect(text.columns(columns).plain == expected)
    #expect(text.columns(columns).fragments.allSatisfy { $0.style == .bold })
  }

  @Test func `styles are encoded as escape sequences per line`() {
    let text = StyledText("a\nb", Style(.bold, foreground: .red)) + "c"
    let sixteen = ANSI(color: .ansi16, attributes: true, hyperlinks: false)
    #expect(sixteen.encode(text) == "\u{1B}[1;31ma\u{1B}[0m\n\u{1B}[1;31mb\u{1B}[0mc")
    #expect(
      ANSI(color: .none, attributes: true, hyperlinks: false).encode(text)
        == "\u{1B}[1ma\u{1B}[0m\n\u{1B}[1mb\u{1B}[0mc")
    #expect(ANSI.plain.encode(text) == "a\nbc")
  }

  @Test(
    arguments: [
      (Color.rgb(255, 0, 0), ColorLevel.trueColor, "38;2;255;0;0"),
      (.rgb(255, 0, 0), .ansi256, "38;5;196"), (.rgb(250, 10, 10), .ansi16, "91"),
      (.palette(9), .trueColor, "91"), (.palette(1), .ansi256, "31"), (.gray, .ansi16, "90"),
      (.palette(208), .ansi256, "38;5;208"), (.palette(232), .ansi16, "30"),
    ])
  func `a color becomes the nearest available one`(color: Color, level: ColorLevel, code: String) {
    let text = ANSI(color: level, attributes: true, hyperlinks: false)
      .encode(StyledText("x", Style(foreground: color)))
    #expect(text == "\u{1B}[\(code)mx\u{1B}[0m")
  }

  @Test func `a link cannot end its own sequence`() {
    let ansi = ANSI(color: .ansi16, attributes: true, hyperlinks: true)
    let link = Style(link: "https://a.example/한 \u{1B}\\x\u{7}")
    #expect(
      ansi.encode(StyledText("x", link))
        == "\u{1B}]8;;https://a.example/%ED%95%9C%20%1B\\x%07\u{1B}\\x\u{1B}]8;;\u{1B}\\")
    #expect(ansi.encode(StyledText("x", Style(link: "javascript:alert(1)"))) == "x")
    #expect(ANSI.plain.encode(StyledText("x", link)) == "x")
  }
}

@Suite(.timeLimit(.minutes(60))) struct StyledUntrustedTextTests {
  @Test(
    arguments: [
      ("plain 가 👩‍👩‍👧", "plain 가 👩‍👩‍👧", "plain 가 👩‍👩‍👧"), ("a\tb\nc", "a\\tb\\nc", "a    b\nc"),
      ("a\r\nb\rc", "a\\r\\nb\\rc", "a\nb\nc"), ("\u{1B}[2J", "\\x1b[2J", "\\x1b[2J"),
      ("\u{0}\u{7F}\u{9B}", "\\x00\\x7f\\x9b", "\\x00\\x7f\\x9b"),
      ("\u{202E}x\u{2066}\u{61C}", "\\u{202e}x\\u{2066}\\u{61c}", "\\u{202e}x\\u{2066}\\u{61c}"),
      ("a\u{2028}b", "a\\u{2028}b", "a\nb"),
    ])
  func `control characters are escaped`(raw: String, line: String, block: String) {
    #expect(UntrustedText(raw).line == line)
    #expect(UntrustedText(raw).block == block)
    #expect(UntrustedText(raw).raw == raw)
    #expect("\(UntrustedText(raw))" == line)
  }

  @Test func `styled text never contains control characters`() {
    #expect(StyledText("a\u{1B}[31mb\u{9D}").plain == "a\\x1b[31mb\\x9d")
    #expect(StyledText("a\r\nb").lines.map(\.plain) == ["a", "b"])
  }
}
