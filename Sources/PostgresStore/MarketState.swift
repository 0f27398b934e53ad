import PostgreSQL

/// The one row of `market_state`: what the next rows get, and how much there is.
struct MarketState {
  var nextVendor: Int
  var nextProduct: Int
  var nextPicture: Int
  var revision: Int
  /// The lowest revision since which changes are known.
  let floor: Int
  /// The number of listings.
  var live: Int

  static let select = """
    SELECT next_vendor, next_product, next_picture, revision, floor, live FROM market_state
    """

  init(_ row: PostgresRow) {
    nextVendor = row.int(0)
    nextProduct = row.int(1)
    nextPicture = row.int(2)
    revision = row.int(3)
    floor = row.int(4)
    live = row.int(5)
  }
}
