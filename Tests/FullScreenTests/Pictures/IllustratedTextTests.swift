import MarketRender
import TerminalKit
import Testing

@testable import FullScreen

@Suite(.timeLimit(.minutes(60))) struct IllustratedTextTests {
  private func text() -> IllustratedText {
    IllustratedText(
      StyledText("title\n   \n a \n\nend\n"),
      [
        PictureSlot(listing: 1, url: "a", line: 1, column: 0, columns: 3, rows: 3),
        PictureSlot(listing: 2, url: "b", line: 4, column: 0, columns: 3, rows: 1),
      ])
  }

  @Test func `removing the slots removes only the blank lines in them`() {
    let rest = text().withoutSlots
    #expect(rest.lines.map(\.plain) == ["title", " a ", "end"])
    #expect(rest.slots.isEmpty)
  }

  @Test func `dropping lines drops the slots that start in them and moves the others`() {
    let rest = text().dropping(2)
    #expect(rest.lines.map(\.plain) == [" a ", "", "end"])
    #expect(rest.slots.map(\.line) == [2])
    #expect(rest.slots.map(\.listing) == [2])
  }

  @Test func `encoded text ends with a line feed, unless it is empty`() {
    #expect(IllustratedText("a\nb").encoded(by: .plain) == "a\nb\n")
    #expect(IllustratedText().encoded(by: .plain) == "")
  }
}
