public import Foundation

/// Statistics about the listings that a filter selects (API 7.3).
public struct MarketSummary: Hashable, Sendable {
  /// The prices of the listings in one currency; a price is what the buyer pays.
  ///
  /// The quartiles are existing prices (nearest-rank method).
  public struct Prices: Hashable, Sendable {
    /// The currency of the prices.
    public var currency: Currency
    /// The number of listings with a price in this currency.
    public var count: Int
    /// The sum of price times stock.
    public var value: Decimal
    /// The lowest price.
    public var lowest: Decimal
    /// The price that a quarter of the listings do not exceed.
    public var lowerQuartile: Decimal
    /// The price that half of the listings do not exceed.
    public var median: Decimal
    /// The price that three quarters of the listings do not exceed.
    public var upperQuartile: Decimal
    /// The highest price.
    public var highest: Decimal
    /// The number of listings by price, from the lowest to the highest; empty if the market did not
    /// send it.
    public var histogram: [PriceBin] = []
  }

  /// The number of listings created in one week.
  public struct Week: Hashable, Sendable {
    /// The Monday of the week, midnight UTC.
    public var start: WireDate
    /// The number of listings created from `start` on, for seven days.
    public var count: Int

    /// Creates the count of one week.
    public init(start: WireDate, count: Int) {
      self.start = start
      self.count = count
    }
  }

  /// The number of listings.
  public var count = 0
  /// The number of listings with a stock above 0.
  public var inStock = 0
  /// The number of listings with a stock of 0.
  public var soldOut = 0
  /// The number of listings with a discount.
  public var discounted = 0
  /// The sum of all stocks, at most `Int.max`.
  public var stock = 0
  /// The prices, one element for each currency, ordered by currency code.
  public var prices: [Prices] = []
  /// The weeks with new listings, oldest first.
  public var weeks: [Week] = []
  /// The revision of the market at the time of the response, if it sent one.
  public var revision: Int?

  /// Creates the summary of no listings.
  public init() {}

  /// Creates the summary of listings.
  ///
  /// A listing that lacks a member, such as the stock, is left out of the numbers that need it.
  public init(of products: some Sequence<Product>) {
    var tally = Tally()
    for product in products { tally.add(product) }
    self = tally.summary()
  }
}
