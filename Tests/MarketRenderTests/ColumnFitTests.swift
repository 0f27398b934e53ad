/// Which columns stay, and how wide.
import Testing

@testable import MarketRender

struct ColumnFitTests {
  private func fixed(_ width: Int, drop: Int? = nil) -> ColumnConstraints {
    ColumnConstraints(natural: width, comfortable: width, floor: width, dropOrder: drop)
  }

  private func soft(_ width: Int, _ comfortable: Int, _ floor: Int, drop: Int? = nil)
    -> ColumnConstraints
  {
    ColumnConstraints(natural: width, comfortable: comfortable, floor: floor, dropOrder: drop)
  }

  @Test func `what fits stays as it is`() {
    #expect(ColumnFit.widths([fixed(4), soft(20, 10, 5)], gap: 2, into: 26) == [4, 20])
    #expect(ColumnFit.widths([], gap: 2, into: 0) == [])
  }

  @Test func `the widest gives first, level downwards`() {
    let demands = [soft(40, 10, 5), soft(20, 10, 5), fixed(4)]
    #expect(ColumnFit.widths(demands, gap: 2, into: 58) == [30, 20, 4])
    #expect(ColumnFit.widths(demands, gap: 2, into: 38) == [15, 15, 4])
    #expect(ColumnFit.widths(demands, gap: 2, into: 39) == [16, 15, 4])
  }

  @Test func `below what is comfortable whole columns go, in their order`() {
    let demands = [fixed(4), soft(30, 20, 6), fixed(10, drop: 2), fixed(10, drop: 1)]
    #expect(ColumnFit.widths(demands, gap: 2, into: 50) == [4, 20, 10, 10])
    #expect(ColumnFit.widths(demands, gap: 2, into: 49) == [4, 30, 10, nil])
    #expect(ColumnFit.widths(demands, gap: 2, into: 30) == [4, 24, nil, nil])
  }

  @Test func `what stays shrinks to its floor and no further`() {
    let demands = [fixed(4), soft(30, 20, 6), fixed(10, drop: 1)]
    #expect(ColumnFit.widths(demands, gap: 2, into: 12) == [4, 6, nil])
    #expect(ColumnFit.widths(demands, gap: 2, into: 11) == nil)
    #expect(ColumnFit.widths(demands, gap: 2, into: -5) == nil)
  }
}
