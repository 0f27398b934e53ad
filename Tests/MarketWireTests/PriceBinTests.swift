import Foundation
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct PriceBinTests {
  private func bins(_ prices: [Decimal]) -> [MarketSummary.PriceBin] {
    let products = prices.enumerated().map { index, price in
      Product(
        id: index + 1, vendor: Vendor(name: "Oak"), name: "Mug", price: Money(price, .usd),
        salePrice: Money(price, .usd), discount: Money(0, .usd), stock: 1)
    }
    return MarketSummary(of: products).prices.first?.histogram ?? []
  }

  @Test(
    arguments: [
      [12], [0], [0, 0, 5], [1, 2, 3], [9, 10, 11, 100], [0, 0.01, 100_000_000],
      [0.99, 1.99, 4.5, 5], [3, 3, 3, 3.3], [1_000_000_000, 1], [12_000, 15_000, 9_900, 240_000],
    ] as [[Decimal]])
  func `every price is in one bin with round bounds`(prices: [Decimal]) {
    let bins = bins(prices)
    #expect(bins.map(\.count).reduce(0, +) == prices.count, "\(bins)")
    #expect((1...13).contains(bins.count), "\(bins.count)")
    for (bin, next) in zip(bins, bins.dropFirst()) { #expect(bin.to == next.from) }
    for bin in bins {
      #expect(bin.from < bin.to)
      #expect(prices.count { $0 >= bin.from && $0 < bin.to } == bin.count, "\(bin)")
    }
  }

  @Test func `a few expensive listings do not hide the others`() {
    let cheap = (1...50).map { Decimal(5_000 + $0 * 200) }
    let bins = bins(cheap + [900_000])
    #expect(bins.count { $0.count > 0 } >= 3, "\(bins)")
  }

  @Test func `any prices are counted`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 1...200 {
      let most = Int.random(in: 1...10_000_000, using: &generator)
      let prices = (0..<Int.random(in: 1...60, using: &generator)).map { _ in
        Decimal(Int.random(in: 0...most, using: &generator)) / 100
      }
      let bins = bins(prices)
      #expect(bins.map(\.count).reduce(0, +) == prices.count, "\(prices) \(bins)")
    }
  }
}
