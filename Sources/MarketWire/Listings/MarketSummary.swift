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
