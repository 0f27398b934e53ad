/// What the rows of a listing hold between them, counted as they come.
import MarketWire

/// What heading and footer have to know of all rows.
struct ListingStatistics: Sendable {
  private(set) var count = 0
  private(set) var hasOwn = false
  private(set) var hasDay = false
  /// Whether prices are in more than one currency.
  private(set) var isMixed = false
  private var currency: Currency?
  /// Whether the moment of every dated row is known exactly.
  private(set) var isExact = true

  mutating func add(_ row: ListingRow, own: OwnShop?) {
    count += 1
    hasOwn = hasOwn || (own?.owns(row.product) ?? false)
    if let found = row.product.price?.currency {
      isMixed = isMixed || (currency.map { $0 != found } ?? false)
      currency = currency ?? found
    }
    guard row.product.createdAt != nil || row.product.createdAtExact != nil else { return }
    hasDay = true
    isExact = isExact && row.product.createdAtExact != nil
  }

  init() {}

  init(_ listing: ListingPage) {
    for row in listing.rows { add(row, own: listing.own) }
  }
}
