/// How far a page is written while its pictures are on their way.
import MarketRender
import Testing

@testable import MarketCommands

@Suite struct PageFlowTests {
  /// Cards of `rows` rows, one below the other, each with a picture in its second row.
  private func flow(cards: Int, rows: Int, picture: Int, window: Int) -> PageFlow {
    PageFlow(
      heights: Array(repeating: 1, count: cards * rows),
      slots: (0..<cards).map {
        PictureSlot(
          listing: $0, url: "", line: $0 * rows + 1, column: 0, columns: 10, rows: picture)
      }, windowRows: window)
  }

  @Test func `a page that fits the window is written at once`() {
    var flow = flow(cards: 3, rows: 6, picture: 4, window: 24)
    #expect(flow.advance() == 0..<18)
    #expect(flow.isWritten)
    #expect((0..<3).map { flow.rowsBelow($0) } == [17, 11, 5])
  }

  @Test func `nothing is pushed off the screen before its picture came`() {
    var flow = flow(cards: 4, rows: 6, picture: 4, window: 10)
    #expect(flow.advance() == 0..<10)
    #expect(flow.rowsBelow(0) == 9)
    // The second card's room is not whole yet.
    #expect(flow.rowsBelow(1) == nil)
    #expect(flow.advance().isEmpty)
    flow.settle(1)
    #expect(flow.advance().isEmpty)
    flow.settle(0)
    #expect(flow.advance() == 10..<22)
    #expect(flow.rowsBelow(2) == 9)
    flow.settleAll()
    #expect(flow.advance() == 22..<24)
  }

  @Test(arguments: 1...30)
  func `every window comes to the end, and every awaited room was on the screen`(window: Int) {
    var flow = flow(cards: 5, rows: 6, picture: 4, window: window)
    var steps = 0
    while !flow.isWritten, steps < 100 {
      steps += 1
      _ = flow.advance()
      for slot in flow.awaited where flow.rowsBelow(slot).map({ $0 >= window }) == true {
        Issue.record("picture \(slot) has left a window of \(window) rows")
      }
      if let first = flow.awaited.min() { flow.settle(first) }
    }
    #expect(flow.isWritten)
  }

  @Test func `lines that wrap count as they look`() {
    var flow = PageFlow(
      heights: [3, 1, 1, 1],
      slots: [PictureSlot(listing: 1, url: "", line: 1, column: 0, columns: 4, rows: 2)],
      windowRows: 24)
    #expect(flow.advance() == 0..<4)
    #expect(flow.rowsBelow(0) == 3)
  }
}
