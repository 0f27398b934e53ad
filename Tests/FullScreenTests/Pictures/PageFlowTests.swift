import MarketRender
import Testing

@testable import FullScreen

@Suite(.timeLimit(.minutes(60))) struct PageFlowTests {
  /// A page of cards with `rows` rows, each with a picture that starts in its second row.
  private func flow(cards: Int, rows: Int, picture: Int, window: Int) -> PageFlow {
    PageFlow(
      heights: Array(repeating: 1, count: cards * rows),
      slots: (0..<cards).map {
        PictureSlot(
          listing: $0, url: "", line: $0 * rows + 1, column: 0, columns: 10, rows: picture)
      }, windowRows: window)
  }

  @Test func `a page that fits into the window is written at once`() {
    var flow = flow(cards: 3, rows: 6, picture: 4, window: 24)
    #expect(flow.advance() == 0..<18)
    #expect(flow.isComplete)
    #expect((0..<3).map { flow.rowsToCursor(from: $0) } == [17, 11, 5])
  }

  @Test func `no slot leaves the screen before its picture is finished`() {
    var flow = flow(cards: 4, rows: 6, picture: 4, window: 10)
    #expect(flow.advance() == 0..<10)
    #expect(flow.rowsToCursor(from: 0) == 9)
    // The slot of the second card is not complete yet.
    #expect(flow.rowsToCursor(from: 1) == nil)
    #expect(flow.advance().isEmpty)
    flow.finish(1)
    #expect(flow.advance().isEmpty)
    flow.finish(0)
    #expect(flow.advance() == 10..<22)
    #expect(flow.rowsToCursor(from: 2) == 9)
    flow.finishAll()
    #expect(flow.advance() == 22..<24)
  }

  @Test(arguments: 1...30)
  func `a page is completed in any window, and its pending slots stay on the screen`(window: Int) {
    var flow = flow(cards: 5, rows: 6, picture: 4, window: window)
    var steps = 0
    while !flow.isComplete, steps < 100 {
      steps += 1
      _ = flow.advance()
      for slot in flow.pending where flow.rowsToCursor(from: slot).map({ $0 >= window }) == true {
        Issue.record("picture \(slot) has left a window of \(window) rows")
      }
      if let first = flow.pending.min() { flow.finish(first) }
    }
    #expect(flow.isComplete)
  }

  @Test func `wrapped lines count with all their rows`() {
    var flow = PageFlow(
      heights: [3, 1, 1, 1],
      slots: [PictureSlot(listing: 1, url: "", line: 1, column: 0, columns: 4, rows: 2)],
      windowRows: 24)
    #expect(flow.advance() == 0..<4)
    #expect(flow.rowsToCursor(from: 0) == 3)
  }
}
