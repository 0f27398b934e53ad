import MarketStore
import MarketWire
import PostgreSQL

extension PostgresReader {
  func vendors() throws -> [(vendor: StoredVendor, usage: AccountUsage)] {
    try flush()
    return try connection.query(
      "SELECT \(StoredVendor.columns), listings, bytes FROM vendor ORDER BY id"
    ) { (StoredVendor($0), AccountUsage(listings: $0.int(7), bytes: $0.int(8))) }
  }

  func usage(ofVendor id: Int) throws -> AccountUsage {
    try flush()
    return try connection.first(
      "SELECT listings, bytes FROM vendor WHERE id = $1", [PostgresValue(id)]
    ) { AccountUsage(listings: $0.int(0), bytes: $0.int(1)) } ?? AccountUsage()
  }

  func hiddenVendors() throws -> Set<Int> { state.hidden }

  func products(ofVendor vendorID: Int, after id: Int, limit: Int) throws -> [StoredProduct] {
    try withPictures(
      connection.query(
        """
        SELECT \(StoredProduct.columns) WHERE vendor_id = $1 AND product.id > $2
        ORDER BY product.id LIMIT $3
        """, [PostgresValue(vendorID), PostgresValue(id), PostgresValue(limit)]
      ) { StoredProduct($0) })
  }

  func accountEvents(limit: Int) throws -> [AccountEvent] {
    let newest = try connection.query(
      """
      SELECT at, action, account, detail, reason FROM account_event WHERE action <> $1
      ORDER BY id DESC LIMIT $2
      """, [.text(AccountEvent.backup), PostgresValue(limit)]
    ) { row in
      AccountEvent.Action(rawValue: row.text(1)).map { action in
        AccountEvent(
          date: WireDate(milliseconds: row.int64(0)), action: action, account: row.user(2),
          detail: row.user(3), reason: row.user(4))
      }
    }
    return newest.reversed().compactMap(\.self)
  }

  func lastBackup() throws -> WireDate? {
    try connection.first(
      "SELECT at FROM account_event WHERE action = $1", [.text(AccountEvent.backup)]
    ) { WireDate(milliseconds: $0.int64(0)) }
  }
}

extension StoredVendor {
  /// The columns that `init(_:)` reads.
  static let columns = "id, name, is_sample, is_disabled, created_at, is_hidden, last_used"

  init(_ row: PostgresRow) {
    self.init(
      id: row.int(0), name: row.user(1), isSample: row.bool(2), isDisabled: row.bool(3),
      createdAt: WireDate(milliseconds: row.int64(4)), isHidden: row.bool(5),
      lastUsed: row.isNull(6) ? nil : WireDate(milliseconds: row.int64(6)))
  }
}
