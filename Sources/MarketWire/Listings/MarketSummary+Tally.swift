import Foundation

extension MarketSummary {
  /// Counts listings one by one and returns their summary.
  public struct Tally: Sendable {
    private var counts = MarketSummary()
    private var prices: [Currency: PriceTally] = [:]
    private var weeks: [Int64: Int] = [:]

    /// Creates a tally of no listings.
    public init() {}

    /// Counts a listing.
    public mutating func add(_ product: Product) {
      let price = product.salePrice
      let stock = max(0, product.stock ?? 0)
      if let price, let exact = price.amount.tenThousandths {
        prices[price.currency, default: PriceTally()].add(exact, stock: stock)
      } else if let price {
        prices[price.currency, default: PriceTally()].add(price.amount, stock: stock)
      }
      count(
        stock: product.stock, isDiscounted: product.isDiscounted,
        created: product.createdAtExact ?? product.createdAt)
    }

    /// Counts a listing by its values.
    ///
    /// The price is what the buyer pays, in ten-thousandths of the main unit.
    public mutating func add(
      tenThousandths price: Int64, _ currency: Currency, stock: Int, isDiscounted: Bool,
      created: WireDate
    ) {
      prices[currency, default: PriceTally()].add(price, stock: max(0, stock))
      count(stock: stock, isDiscounted: isDiscounted, created: created)
    }

    private mutating func count(stock: Int?, isDiscounted: Bool, created: WireDate?) {
      counts.count += 1
      if isDiscounted { counts.discounted += 1 }
      if let stock {
        counts.inStock += stock > 0 ? 1 : 0
        counts.soldOut += stock == 0 ? 1 : 0
        let (sum, overflow) = counts.stock.addingReportingOverflow(max(0, stock))
        counts.stock = overflow ? .max : sum
      }
      if let created { weeks[Self.week(of: created), default: 0] += 1 }
    }

    /// Returns the summary of all listings counted so far.
    public func summary() -> MarketSummary {
      var result = counts
      result.prices = prices.sorted { $0.key < $1.key }.map { $0.value.prices(in: $0.key) }
      result.weeks = weeks.sorted { $0.key < $1.key }.map { number, count in
        Week(
          start: WireDate(milliseconds: number * Self.weekLength + Self.firstMonday),
          count: count)
      }
      return result
    }

    private static let weekLength: Int64 = 7 * 86_400_000
    /// 1970-01-05, because January 1 was a Thursday.
    private static let firstMonday: Int64 = 4 * 86_400_000

    /// Returns the number of weeks since the first Monday of 1970.
    private static func week(of date: WireDate) -> Int64 {
      let distance = date.milliseconds - firstMonday
      return distance >= 0 ? distance / weekLength : (distance + 1) / weekLength - 1
    }
  }
}

/// The prices of one currency.
///
/// Prices that are whole ten-thousandths are kept as integers, because these are counted and sorted
/// ten times as fast as decimals.
private struct PriceTally: Sendable {
  private var exact: [Int64] = []
  private var others: [Decimal] = []
  /// The value of the exact prices in ten-thousandths; an overflow is moved to `value`.
  private var exactValue: Int128 = 0
  private var value: Decimal = 0

  mutating func add(_ price: Int64, stock: Int) {
    exact.append(price)
    // The product of two 64-bit numbers fits into 128 bits.
    let worth = Int128(price) * Int128(stock)
    let (sum, overflow) = exactValue.addingReportingOverflow(worth)
    if overflow { value += Self.decimal(exactValue) }
    exactValue = overflow ? worth : sum
  }

  mutating func add(_ price: Decimal, stock: Int) {
    others.append(price)
    value += price * Decimal(stock)
  }

  func prices(in currency: Currency) -> MarketSummary.Prices {
    let value = value + Self.decimal(exactValue)
    let sorted = exact.sorted()
    guard !others.isEmpty else {
      return MarketSummary.Prices(currency, count: sorted.count, value: value) {
        Self.decimal(Int128(sorted[$0]))
      }
    }
    let all = (sorted.map { Self.decimal(Int128($0)) } + others).sorted()
    return MarketSummary.Prices(currency, count: all.count, value: value) { all[$0] }
  }

  private static func decimal(_ tenThousandths: Int128) -> Decimal {
    let number = Decimal(string: String(tenThousandths), locale: nil) ?? .nan
    return number / 10_000
  }
}

extension MarketSummary.Prices {
  /// - Parameter price: Returns the price at an index, in ascending order; there is at least one.
  fileprivate init(
    _ currency: Currency, count: Int, value: Decimal, price: (Int) -> Decimal
  ) {
    // The lowest price that at least this many quarters of the listings do not exceed.
    func rank(_ quarters: Int) -> Decimal { price(max(0, (count * quarters + 3) / 4 - 1)) }
    self.init(
      currency: currency, count: count, value: value, lowest: price(0), lowerQuartile: rank(1),
      median: rank(2), upperQuartile: rank(3), highest: price(count - 1))
    histogram = Self.histogram(count: count, price: price)
  }

  /// Counts the prices in bins with round bounds by binary search.
  private static func histogram(
    count: Int, price: (Int) -> Decimal
  ) -> [MarketSummary.PriceBin] {
    func index(of bound: Decimal) -> Int {
      var (low, high) = (0, count)
      while low < high {
        let middle = (low + high) / 2
        if price(middle) < bound { low = middle + 1 } else { high = middle }
      }
      return low
    }
    let firstPositive = index(of: Decimal(sign: .plus, exponent: -10, significand: 1))
    let bounds = PriceBins.bounds(
      lowest: firstPositive < count ? price(firstPositive) : 0, highest: price(count - 1),
      hasZero: firstPositive > 0)
    var before = 0
    return zip(bounds, bounds.dropFirst()).map { from, to in
      let after = index(of: to)
      defer { before = after }
      return MarketSummary.PriceBin(from: from, to: to, count: after - before)
    }
  }
}
