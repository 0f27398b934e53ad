import MarketTestSupport
import Testing

@testable import TerminalKit

@Suite(.timeLimit(.minutes(60))) struct WrappingTests {
  @Test(
    arguments: [
      ("", 10, [""]), ("one two three", 7, ["one two", "three"]), ("one  two", 3, ["one", "two"]),
      ("  indented text", 10, ["  indented", "text"]), ("a\n\nb\n", 5, ["a", "", "b", ""]),
      ("참나무 머그컵", 7, ["참나무", "머그컵"]), ("참나무머그컵", 5, ["참나", "무머", "그컵"]),
      ("to abcdefgh", 4, ["to", "abcd", "efgh"]), ("trailing   ", 20, ["trailing"]),
      ("👩‍👩‍👧👩‍👩‍👧", 3, ["👩‍👩‍👧", "👩‍👩‍👧"]), ("가나", 1, ["가", "나"]), ("   ", 2, [""]),
    ])
  func `text wraps at spaces, and between characters if necessary`(
    text: String, width: Int, lines: [String]
  ) {
    #expect(Wrapping(width: width).lines(text) == lines)
  }

  @Test func `later lines have a hanging indent`() {
    let wrapping = Wrapping(width: 10, firstIndent: 2, indent: 4)
    #expect(wrapping.lines("try: add a mug") == ["  try: add", "    a mug"])
    #expect(Wrapping(width: 3, indent: 9).lines("ab cd") == ["ab", "cd"])
  }

  @Test func `styles continue after a break`() {
    let text = StyledText("bold words", .bold) + StyledText(" here", .dim)
    #expect(
      Wrapping(width: 6).lines(text).map(\.markup)
        == ["[bold]bold[/]", "[bold]words[/]", "[dim]here[/]"])
  }

  @Test(arguments: 2...40)
  func `no line is too wide and no character is lost`(width: Int) {
    let text = "한국어 and 日本語, cafe\u{301} 👩‍👩‍👧 and averyveryverylongwordthatgoeson 🇰🇷 end"
    let lines = Wrapping(width: width).lines(text)
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= width })
    #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
  }
}
