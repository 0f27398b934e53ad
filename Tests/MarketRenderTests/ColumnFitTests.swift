import Testing

@testable import MarketRender

@Suite(.timeLimit(.minutes(60))) struct ColumnFitTests {
  private func fixed(_ width: Int, drop: Int? = nil) -> ColumnConstraints {
    ColumnConstraints(ideal: width, comfortable: width, minimum: width, dropOrder: drop)
  }

  private func shrinking(
    _ width: Int, _ comfortable: Int, _ minimum: Int, drop: Int? = nil
  ) -> ColumnConstraints {
    ColumnConstraints(ideal: width, comfortable: comfortable, minimum: minimum, dropOrder: drop)
  }

  @Test func `columns that fit keep their ideal widths`() {
    #expect(ColumnFit.widths([fixed(4), shrinking(20, 10, 5)], gap: 2, into: 26) == [4, 20])
    #expect(ColumnFit.widths([], gap: 2, into: 0) == [])
  }

  @Test func `the widest columns shrink first, to a common width`() {
    let demands = [shrinking(40, 10, 5), shrinking(20, 10, 5), fixed(4)]
    #expect(ColumnFit.widths(demands, gap: 2, into: 58) == [30, 20, 4])
    #expect(ColumnFit.widths(demands, gap: 2, into: 38) == [15, 15, 4])
    #expect(ColumnFit.widths(demands, gap: 2, into: 39) == [16, 15, 4])
  }

  @Test func `below the comfortable widths, columns are dropped in their order`() {
    let demands = [fixed(4), shrinking(30, 20, 6), fixed(10, drop: 2), fixed(10, drop: 1)]
    #expect(ColumnFit.widths(demands, gap: 2, into: 50) == [4, 20, 10, 10])
    #expect(ColumnFit.widths(demands, gap: 2, into: 49) == [4, 30, 10, nil])
    #expect(ColumnFit.widths(demands, gap: 2, into: 30) == [4, 24, nil, nil])
  }

  @Test func `remaining columns never shrink below their minimum`() {
    let demands = [fixed(4), shrinking(30, 20, 6), fixed(10, drop: 1)]
    #expect(ColumnFit.widths(demands, gap: 2, into: 12) == [4, 6, nil])
    #expect(ColumnFit.widths(demands, gap: 2, into: 11) == nil)
    #expect(ColumnFit.widths(demands, gap: 2, into: -5) == nil)
  }
}
