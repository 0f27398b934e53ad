import Foundation
import MarketTestSupport
import Testing

@testable import TerminalKit

@Suite(.timeLimit(.minutes(60))) struct DisplayWidthTests {
  @Test(
    arguments: [
      ("", 0), ("abc", 3), ("가나다", 6), ("ｱｲｳ", 3), ("全角", 4), ("ＡＢ", 4), ("₩12,000", 7),
      ("e\u{301}", 1), ("é", 1), ("a\u{300}\u{301}\u{302}", 1), ("\u{301}", 0),
      ("\u{1112}\u{1161}\u{11AB}", 2), ("ㅎ", 2),
      ("😀", 2), ("👩‍👩‍👧", 2), ("👍🏽", 2), ("🇰🇷", 2), ("🇰🇷🇯🇵", 4), ("🏴\u{E0067}\u{E0062}\u{E007F}", 2),
      ("❤", 1), ("❤\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2), ("☕", 2), ("a\u{FE0F}", 1),
      ("\u{200B}", 0), ("a\u{200D}b", 2), ("\u{FEFF}", 0), ("\u{AD}", 1),
      ("क्ष", 2), ("\u{1100}", 2), ("\u{1161}", 0), ("\u{A960}\u{D7B0}\u{D7CB}", 2),
      ("✂\u{FE0E}", 1), ("©\u{FE0F}", 2), ("🫨", 2), ("🏳\u{FE0F}\u{200D}🌈", 2), ("ﾞ", 1),
      ("مرحبا", 5), ("שָׁלוֹם", 4), ("\u{2060}\u{202E}", 0), ("Å\u{308}x", 2), ("가\u{11A8}", 2),
      ("ไม้", 2), ("─•…·★", 5), ("\t\n\u{1B}\u{9B}", 0), ("\r\n", 0),
    ])
  func `the width of a text is its width in a terminal`(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test func `the tables are sorted`() {
    for table in [WidthTable.zero, WidthTable.wide, WidthTable.emojiCapable] {
      #expect(table.count.isMultiple(of: 2))
      for (index, value) in table.enumerated().dropFirst() {
        #expect(index.isMultiple(of: 2) ? table[index - 1] < value : table[index - 1] <= value)
      }
    }
    #expect(WidthTable.contains(WidthTable.wide, 0xAC00))
    #expect(WidthTable.contains(WidthTable.wide, 0xD7A3))
    #expect(!WidthTable.contains(WidthTable.wide, 0xD7A4))
    #expect(!WidthTable.contains(WidthTable.zero, 0x2FF))
    #expect(!WidthTable.contains(WidthTable.wide, 0x10FFFF))
  }

  @Test func `the fast path and grapheme breaking measure the same width`() {
    for value in UInt32(0x20)...0xFFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      // A combining character ends the fast path.
      for text in [String(scalar), "가\(scalar)a", "a\(scalar)\u{301}"] {
        #expect(DisplayWidth.of(text) == text.reduce(0) { $0 + DisplayWidth.of($1) })
      }
    }
  }

  @Test(.enabled(if: ExternalProgram.exists("python3") && hasUnicodeData))
  func `the script generates the tables`() throws {
    let root = Fixture.root.deletingLastPathComponent()
    let script = root.appending(path: "scripts/width-tables").path
    let file = root.appending(path: "Sources/TerminalKit/Text/WidthTable.swift")
    let generated = try ExternalProgram.run("python3", [script])
    #expect(try generated == String(contentsOf: file, encoding: .utf8))
  }

  /// Whether Debian's `unicode-data` is installed in the version that the tables were generated
  /// from.
  private static var hasUnicodeData: Bool {
    let file = URL(filePath: "/usr/share/unicode/EastAsianWidth.txt")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return false }
    return text.hasPrefix("# EastAsianWidth-15.0.0.txt")
  }

  @Test(
    arguments: [
      ("abc", 2, "ab"), ("가나다", 3, "가"), ("가나다", 1, ""), ("👩‍👩‍👧x", 2, "👩‍👩‍👧"),
      ("e\u{301}x", 1, "e\u{301}"),
      ("abc", 9, "abc"), ("", 3, ""),
    ])
  func `a prefix never splits a grapheme cluster`(text: String, columns: Int, expected: String) {
    #expect(DisplayWidth.prefix(of: text, columns: columns) == expected)
  }
}
