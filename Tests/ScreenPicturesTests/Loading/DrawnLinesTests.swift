import Testing

@testable import ScreenPictures

@Suite(.timeLimit(.minutes(60))) struct DrawnLinesTests {
  @Test func `a cached drawing with anything but text and colors is rejected`() {
    let good = DrawnLines(lines: ["\u{1B}[38;2;1;2;3m▀\u{1B}[0m"], columns: 1)
    #expect(DrawnLines(bytes: good.bytes) == good)
    for bad in ["\u{1B}]0;x\u{7}", "\u{1B}[2J", "\u{1B}", "a\u{7}", "\u{9B}2J", "a\rb", "\u{1B}[1"]
    {
      #expect(DrawnLines(bytes: DrawnLines(lines: [bad], columns: 1).bytes) == nil)
    }
    for bad in ["", "1", "x\na", "0\na", "-1\na"] {
      #expect(DrawnLines(bytes: Array(bad.utf8)) == nil)
    }
  }
}
