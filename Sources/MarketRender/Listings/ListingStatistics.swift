import MarketWire

/// The facts about all rows that heading and footer need, collected row by row.
struct ListingStatistics: Sendable {
  private(set) var count = 0
  private(set) var hasOwn = false
  private(set) var hasStars = false
  private(set) var hasUpdates = false
  private(set) var hasDates = false
  /// Whether the exact time is known for every row that has a date.
  private(set) var hasExactDates = true
  /// Whether prices are in more than one currency.
  private(set) var hasSeveralCurrencies = false
  private var currency: Currency?

  mutating func add(_ row: ListingRow, own: OwnShop?) {
    count += 1
    hasOwn = hasOwn || (own?.owns(row.product) ?? false)
    hasStars = hasStars || row.marks.isStarred
    hasUpdates = hasUpdates || !row.marks.updates.isEmpty
    if let found = row.product.price?.currency {
      hasSeveralCurrencies = hasSeveralCurrencies || (currency.map { $0 != found } ?? false)
      currency = currency ?? found
    }
    guard row.product.createdAt != nil || row.product.createdAtExact != nil else { return }
    hasDates = true
    hasExactDates = hasExactDates && row.product.createdAtExact != nil
  }
}
