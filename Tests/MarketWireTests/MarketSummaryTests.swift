import Foundation
import MarketTestSupport
import Testing

@testable import MarketWire

@Suite(.timeLimit(.minutes(60))) struct MarketSummaryTests {
  /// 2026-11-16, a Monday, at midnight UTC.
  private static let monday: Int64 = 1_794_787_200_000

  private static let products = [
    Product.sample(1, price: "100", stock: 2, created: monday),
    .sample(2, price: "200", discount: "50", stock: 0, created: monday - 1),
    .sample(3, price: "300", stock: 1, created: monday + 6 * 86_400_000),
    .sample(4, price: "400", stock: 10, created: monday + 7 * 86_400_000),
    .sample(5, price: "9.99", discount: "0.99", currency: .usd, stock: 3, created: -1),
    .sample(6, price: nil, stock: nil, created: monday),
  ]

  private static let summary: MarketSummary = {
    var summary = MarketSummary()
    summary.count = 6
    summary.inStock = 4
    summary.soldOut = 1
    summary.discounted = 2
    summary.stock = 16
    summary.prices = [
      // 100, 150, 300, 400; 100 × 2 + 150 × 0 + 300 × 1 + 400 × 10
      .init(
        currency: .krw, count: 4, value: 4500, lowest: 100, lowerQuartile: 100, median: 150,
        upperQuartile: 300, highest: 400),
      .init(
        currency: .usd, count: 1, value: 27, lowest: 9, lowerQuartile: 9, median: 9,
        upperQuartile: 9, highest: 9),
    ]
    // 100, 150, 300, 400 with a step of 50; 9 alone.
    summary.prices[0].histogram = [
      (100, 1), (150, 1), (200, 0), (250, 0), (300, 1), (350, 0), (400, 1),
    ]
    .map { from, count in
      .init(from: Decimal(from), to: Decimal(from + 50), count: count)
    }
    summary.prices[1].histogram = [.init(from: 9, to: 10, count: 1)]
    summary.weeks = [
      // The last millisecond of 1969 was on a Wednesday.
      .init(start: WireDate(milliseconds: -3 * 86_400_000), count: 1),
      .init(start: WireDate(milliseconds: monday - 7 * 86_400_000), count: 1),
      .init(start: WireDate(milliseconds: monday), count: 3),
      .init(start: WireDate(milliseconds: monday + 7 * 86_400_000), count: 1),
    ]
    return summary
  }()

  @Test func `the numbers are correct in any order of the rows`() {
    #expect(MarketSummary(of: Self.products) == Self.summary)
    #expect(MarketSummary(of: Self.products.reversed()) == Self.summary)
    #expect(MarketSummary(of: []) == MarketSummary())
  }

  @Test(arguments: [
    (1, [1, 1, 1]), (2, [1, 1, 2]), (3, [1, 2, 3]), (4, [1, 2, 3]), (5, [2, 3, 4]),
    (8, [2, 4, 6]), (9, [3, 5, 7]),
  ])
  func `quartiles are existing prices`(count: Int, quartiles: [Decimal]) throws {
    let products = (1...count).map { Product.sample($0, price: String($0)) }
    let prices = try #require(MarketSummary(of: products).prices.first)
    #expect([prices.lowerQuartile, prices.median, prices.upperQuartile] == quartiles)
    #expect(prices.lowest == 1 && prices.highest == Decimal(count))
  }

  @Test func `prices with more than four fraction digits are counted with the others`() throws {
    let products = [
      Product.sample(1, price: "0.00001", stock: 100_000), .sample(2, price: "3", stock: 1),
      .sample(3, price: "1e20", stock: 2), .sample(4, price: "2", stock: 1),
    ]
    let prices = try #require(MarketSummary(of: products).prices.first)
    #expect(prices.lowest == decimal("0.00001") && prices.highest == decimal("1e20"))
    #expect([prices.lowerQuartile, prices.median, prices.upperQuartile] == [prices.lowest, 2, 3])
    #expect(prices.value == decimal("200000000000000000006"))
  }

  @Test func `a value of more than 128 bits does not overflow`() throws {
    let products = (1...40).map { Product.sample($0, price: "90000000000000", stock: .max) }
    let prices = try #require(MarketSummary(of: products).prices.first)
    #expect(prices.value > decimal("1e34"))
    #expect(MarketSummary(of: products.prefix(1)).prices[0].value < prices.value)
  }

  @Test func `the sum of the stocks is clamped to the maximum`() {
    let products = (1...2).map { Product.sample($0, stock: .max) }
    #expect(MarketSummary(of: products).stock == .max)
  }

  @Test func `a summary survives a round trip`() throws {
    var summary = Self.summary
    summary.revision = 9
    let reading = try SummarizeProducts.decode(SummarizeProducts.response(summary))
    #expect(reading.issues.isEmpty)
    #expect(reading.value == summary)
  }

  @Test func `a plain list is an error, and a damaged summary has issues`() throws {
    let list = ListProducts.response(
      ProductPage(pageNumber: 1, itemsPerPage: 20, totalCount: 0, products: []))
    #expect(throws: ResponseError.self) { try SummarizeProducts.decode(list) }
    for body in ["", "[]", "{}", "\"OK\""] {
      #expect(throws: ResponseError.self) { try SummarizeProducts.decode(success(body)) }
    }
    let damaged = try SummarizeProducts.decode(
      success(#"{"count":"x","prices":[{"currency":"KRW"},3],"weeks":[{"start":"x"}]}"#))
    #expect(damaged.value.prices.isEmpty && damaged.value.weeks.isEmpty)
    #expect(damaged.issues.count >= 6)
  }
}
