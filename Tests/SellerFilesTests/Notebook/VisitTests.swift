import Foundation
import MarketWire
import SellerFiles
import Testing

@Suite(.timeLimit(.minutes(60))) struct VisitTests {
  static let shop = Notebook.Account(market: "http://market.local", shop: "number 1")

  private static func date(_ minutes: Int64) -> WireDate {
    WireDate(milliseconds: 1_795_273_445_000 + minutes * 60_000)
  }

  private static func snapshot(_ id: Int, _ price: Decimal, stock: Int = 1) -> ListingSnapshot {
    ListingSnapshot(id: id, price: Money(price, .krw), stock: stock)
  }

  @Test func `a gap of more than 30 minutes starts a visit`() throws {
    let notebook = Notebook(path: nil)
    func see(_ id: Int, at minutes: Int64, revision: Int) throws {
      try notebook.record(
        seen: [Self.snapshot(id, 100)], revision: revision, at: Self.date(minutes),
        for: Self.shop)
    }
    #expect(try notebook.visit(at: Self.date(0), for: Self.shop) == nil)
    try see(5, at: 0, revision: 10)
    try see(9, at: 30, revision: 12)
    let first = try #require(try notebook.visit(at: Self.date(60), for: Self.shop))
    #expect(first.number == 1)
    #expect(first.previousEnd == nil)
    // Asking does not start a visit.
    for _ in 1...2 {
      let second = try #require(try notebook.visit(at: Self.date(61), for: Self.shop))
      #expect(second.number == 2)
      #expect(second.previousEnd == Self.date(30))
      #expect(second.highestID == 9)
      #expect(second.previousRevision == 12)
    }
    try see(20, at: 61, revision: 15)
    try see(21, at: 70, revision: 16)
    let second = try #require(try notebook.visit(at: Self.date(71), for: Self.shop))
    #expect(second.number == 2)
    #expect(second.highestID == 9)
    #expect(second.previousRevision == 12)
  }

  @Test func `a row is compared with what it was in the visit before`() throws {
    let notebook = Notebook(path: nil)
    func see(_ price: Decimal, at minutes: Int64) throws {
      try notebook.record(
        seen: [Self.snapshot(1, price)], revision: nil, at: Self.date(minutes), for: Self.shop)
    }
    func base(at minutes: Int64) throws -> Decimal? {
      let visit = try #require(try notebook.visit(at: Self.date(minutes), for: Self.shop))
      return try notebook.seen(before: visit, [1, 2], for: Self.shop)[1]?.price?.amount
    }
    try see(100, at: 0)
    #expect(try base(at: 10) == nil, "there is no visit before the first")
    #expect(try base(at: 60) == 100)
    try see(110, at: 60)
    try see(120, at: 70)
    #expect(try base(at: 75) == 100, "the same during the whole visit")
    #expect(try base(at: 200) == 120)
  }

  @Test func `an own change is no news`() throws {
    let notebook = Notebook(path: nil)
    try notebook.record(
      seen: [Self.snapshot(1, 100)], revision: nil, at: Self.date(0), for: Self.shop)
    try notebook.record(own: Self.snapshot(1, 150), for: Self.shop)
    try notebook.record(own: Self.snapshot(2, 150), for: Self.shop)
    let visit = try #require(try notebook.visit(at: Self.date(60), for: Self.shop))
    let seen = try notebook.seen(before: visit, for: Self.shop)
    #expect(seen.mapValues { $0.price?.amount } == [1: 150])
  }

  @Test func `the last 20,000 rows are kept, oldest dropped`() throws {
    let notebook = Notebook(path: nil)
    let rows = (1...15_000).map { Self.snapshot($0, 100) }
    try notebook.record(seen: rows, revision: nil, at: Self.date(0), for: Self.shop)
    let more = (15_001...25_000).map { Self.snapshot($0, 100) }
    try notebook.record(seen: more, revision: nil, at: Self.date(1), for: Self.shop)
    let visit = try #require(try notebook.visit(at: Self.date(60), for: Self.shop))
    let seen = try notebook.seen(before: visit, for: Self.shop)
    #expect(seen.count == 20_000)
    #expect(seen[5000] == nil)
    #expect(seen[5001] != nil)
    #expect(seen[25_000] != nil)
  }

  @Test func `updates name price, availability or nothing`() {
    let old = Self.snapshot(1, 100, stock: 3)
    #expect(old.updates(to: Self.snapshot(1, 100, stock: 2)) == [])
    #expect(
      old.updates(to: Self.snapshot(1, 90, stock: 0))
        == [.price(from: Money(100, .krw), to: Money(90, .krw)), .soldOut])
    #expect(
      Self.snapshot(1, 100, stock: 0).updates(to: Self.snapshot(1, 100, stock: 4))
        == [.restocked(4)])
    #expect(old.updates(to: ListingSnapshot(id: 1, price: nil, stock: nil)) == [])
    #expect(ListingUpdate.price(from: Money(1, .krw), to: Money(2, .krw)).word == "price_up")
    #expect(ListingUpdate.price(from: Money(1, .krw), to: Money(2, .usd)).word == "price")
  }
}
