import MarketService

/// The one row of `market_state`: what the next rows get, and how much there is.
struct MarketState {
  var numbers: StoreNumbers
  /// The lowest revision since which changes are known.
  let floor: Int
  /// The number of listings.
  var live: Int
  /// The vendors whose listings are hidden.
  var hidden: Set<Int>

  static let select = """
    SELECT next_vendor, next_product, next_picture, revision, floor, live,
      (SELECT string_agg(id::text, ',') FROM vendor WHERE is_hidden) FROM market_state
    """

  init(_ row: PostgresRow) {
    numbers = StoreNumbers(
      vendor: row.int(0), product: row.int(1), picture: row.int(2), revision: row.int(3))
    floor = row.int(4)
    live = row.int(5)
    hidden = Set(row.text(6).split(separator: ",").compactMap { Int($0) })
  }
}
