/// Columns of letters of every kind.
import Testing

@testable import TerminalKit

struct DisplayWidthTests {
  @Test(
    arguments: [
      ("", 0), ("abc", 3), ("가나다", 6), ("ｱｲｳ", 3), ("全角", 4), ("ＡＢ", 4), ("₩12,000", 7),
      ("e\u{301}", 1), ("é", 1), ("a\u{300}\u{301}\u{302}", 1), ("\u{301}", 0),
      ("\u{1112}\u{1161}\u{11AB}", 2), ("ㅎ", 2),
      ("😀", 2), ("👩‍👩‍👧", 2), ("👍🏽", 2), ("🇰🇷", 2), ("🇰🇷🇯🇵", 4), ("🏴\u{E0067}\u{E0062}\u{E007F}", 2),
      ("❤", 1), ("❤\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2), ("☕", 2), ("a\u{FE0F}", 1),
      ("\u{200B}", 0), ("a\u{200D}b", 2), ("\u{FEFF}", 0), ("\u{AD}", 1),
      ("क्ष", 2), ("ไม้", 2), ("─•…·★", 5), ("\t\n\u{1B}\u{9B}", 0), ("\r\n", 0),
    ])
  func `a text takes the columns that a terminal gives it`(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test func `the table of wide letters is in order`() {
    for (before, after) in zip(WideScalars.ranges, WideScalars.ranges.dropFirst()) {
      #expect(before.upperBound < after.lowerBound)
    }
    #expect(WideScalars.contains(0xAC00) && WideScalars.contains(0xD7A3))
    #expect(!WideScalars.contains(0xD7A4) && !WideScalars.contains(0x303F))
  }

  @Test(
    arguments: [
      ("abc", 2, "ab"), ("가나다", 3, "가"), ("가나다", 1, ""), ("👩‍👩‍👧x", 2, "👩‍👩‍👧"),
      ("e\u{301}x", 1, "e\u{301}"),
      ("abc", 9, "abc"), ("", 3, ""),
    ])
  func `a beginning never splits a letter`(text: String, columns: Int, expected: String) {
    #expect(DisplayWidth.prefix(of: text, columns: columns) == expected)
  }
}
