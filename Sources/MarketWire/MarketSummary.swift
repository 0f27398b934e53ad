/// Numbers about many listings, for a market that counts them itself and for a client that has to
/// (API 7).
public import Foundation

/// What some listings come to.
public struct MarketSummary: Hashable, Sendable {
  /// What the listings of one currency cost, each by what the buyer pays.
  public struct Prices: Hashable, Sendable {
    public var currency: Currency
    /// Listings.
    public var count: Int
    /// Each price times its stock.
    public var value: Decimal
    public var lowest: Decimal
    /// A quarter of the listings cost this or less: a price that exists (nearest rank).
    public var lowerQuartile: Decimal
    /// Half of the listings cost this or less.
    public var median: Decimal
    /// Three quarters of the listings cost this or less.
    public var upperQuartile: Decimal
    public var highest: Decimal

    /// - Precondition: `sorted` rises and is not empty.
    init(_ currency: Currency, sorted: [Decimal], value: Decimal) {
      // The smallest price that at least that share of the listings cost or stay below.
      func rank(_ quarters: Int) -> Decimal {
        sorted[max(0, (sorted.count * quarters + 3) / 4 - 1)]
      }
      self.init(
        currency: currency, count: sorted.count, value: value, lowest: sorted[0],
        lowerQuartile: rank(1), median: rank(2), upperQuartile: rank(3),
        highest: sorted[sorted.count - 1])
    }

    public init(
      currency: Currency, count: Int, value: Decimal, lowest: Decimal, lowerQuartile: Decimal,
      median: Decimal, upperQuartile: Decimal, highest: Decimal
    ) {
      self.currency = currency
      self.count = count
      self.value = value
      self.lowest = lowest
      self.lowerQuartile = lowerQuartile
      self.median = median
      self.upperQuartile = upperQuartile
      self.highest = highest
    }
  }

  /// Listings made in one week.
  public struct Week: Hashable, Sendable {
    /// Its Monday, midnight UTC.
    public var start: WireDate
    public var count: Int

    public init(start: WireDate, count: Int) {
      self.start = start
      self.count = count
    }
  }

  /// Listings.
  public var count = 0
  /// Those with a stock above 0.
  public var inStock = 0
  /// Those with a stock of 0.
  public var soldOut = 0
  public var discounted = 0
  /// Pieces in all; ``Int/max`` where they are more than that.
  public var stock = 0
  /// By currency code.
  public var prices: [Prices] = []
  /// The weeks in which listings were made, the oldest first.
  public var weeks: [Week] = []
  /// The market's count of its changes, where it says so.
  public var revision: Int?

  public init() {}

  /// Counts listings. What is not known of one is left out of the number that needs it.
  public init(of products: some Sequence<Product>) {
    var tally = Tally()
    for product in products { tally.add(product) }
    self = tally.summary()
  }
}

extension MarketSummary {
  /// A summary in the making.
  public struct Tally: Sendable {
    private var counts = MarketSummary()
    private var prices: [Currency: (sale: [Decimal], value: Decimal)] = [:]
    private var weeks: [Int64: Int] = [:]

    public init() {}

    public mutating func add(_ product: Product) {
      add(
        price: product.salePrice, stock: product.stock, isDiscounted: product.isDiscounted,
        created: product.createdAtExact ?? product.createdAt)
    }

    /// Counts one listing by what is known of it; `price` is what the buyer pays.
    public mutating func add(price: Money?, stock: Int?, isDiscounted: Bool, created: WireDate?) {
      counts.count += 1
      if isDiscounted { counts.discounted += 1 }
      if let stock {
        counts.inStock += stock > 0 ? 1 : 0
        counts.soldOut += stock == 0 ? 1 : 0
        let (sum, overflow) = counts.stock.addingReportingOverflow(max(0, stock))
        counts.stock = overflow ? .max : sum
      }
      if let price {
        let value = price.amount * Decimal(max(0, stock ?? 0))
        prices[price.currency, default: ([], 0)].sale.append(price.amount)
        prices[price.currency, default: ([], 0)].value += value
      }
      if let created { weeks[Self.week(of: created), default: 0] += 1 }
    }

    /// The numbers so far.
    public func summary() -> MarketSummary {
      var result = counts
      result.prices = prices.sorted { $0.key < $1.key }.map { currency, found in
        // A market hands them over in order; sorting decimals is slow.
        let isSorted = zip(found.sale, found.sale.dropFirst()).allSatisfy { $0 <= $1 }
        return Prices(
          currency, sorted: isSorted ? found.sale : found.sale.sorted(), value: found.value)
      }
      result.weeks = weeks.sorted { $0.key < $1.key }.map { number, count in
        Week(
          start: WireDate(milliseconds: number * Self.weekLength + Self.firstMonday),
          count: count)
      }
      return result
    }

    private static let weekLength: Int64 = 7 * 86_400_000
    /// 1970-01-05; the first of January was a Thursday.
    private static let firstMonday: Int64 = 4 * 86_400_000

    /// Weeks from the first Monday of 1970 on.
    private static func week(of date: WireDate) -> Int64 {
      let distance = date.milliseconds - firstMonday
      return distance >= 0 ? distance / weekLength : (distance + 1) / weekLength - 1
    }
  }
}
