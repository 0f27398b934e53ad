import MarketRender
import Testing

@Suite(.timeLimit(.minutes(60))) struct SheetStyleTests {
  @Test(arguments: [
    "00123", "3-5", "1E5", "MAR1", "1/2", "8801234567890", "2026-03-05", "05-Mar", "Mar-05", "1.10",
    "1e-3", "12:30", "10%", "1,000", "3월 5일", "TRUE", "007", "1-2-3", "SEP-2026", "5 Mar", "₩5,000",
    "1 1/2", "dec25", "3.5.2026", "1a",
  ])
  func `a text that Excel would change is the formula of a text, and read back`(text: String) {
    let guarded = SheetStyle(isForExcel: true).guarded(text)
    #expect(guarded == "=\"\(text)\"")
    #expect(SheetStyle.unguarded(guarded) == text)
    #expect(SheetStyle().guarded(text) == text)
  }

  @Test(arguments: [
    "MUG-1", "A00123", "123", "0", "Mug", "머그컵", "MARBLE", "MAR", "B-3-5", "12 cups", "E5", "1X5",
    "v1.2.3.4", "March mug 1 red", "12345678901", "5-piece set", "1E5X", "",
  ])
  func `other texts stay as they are`(text: String) {
    #expect(SheetStyle(isForExcel: true).guarded(text) == text)
    #expect(SheetStyle.unguarded(text) == text)
  }

  @Test(arguments: [
    "=\"00123\"", "=\"\"", "=1+2", "'=\"a\"", "+82 call", "-x", "'", "''a", "=\"a\"b\"",
  ])
  func `a text that looks guarded survives both ways`(text: String) {
    for style in [SheetStyle(), SheetStyle(isForExcel: true)] {
      #expect(SheetStyle.unguarded(style.guarded(text)) == text)
    }
  }

  @Test func `a formula of a text with quotes is that text`() {
    #expect(SheetStyle.unguarded("=\"5\"\" pipe\"") == "5\" pipe")
    #expect(SheetStyle.unguarded("=\"a\"&\"b\"") == "=\"a\"&\"b\"")
  }
}
