import MarketStore
import MarketWire
import SQLite

extension SQLiteReader {
  /// The vendor whose identifier has this SHA-256 hash, with the hashes of its credentials.
  func vendor(
    identifierHash: [UInt8]
  ) throws -> (vendor: StoredVendor, hashes: CredentialHashes)? {
    try connection.first(
      """
      SELECT \(StoredVendor.columns), secret_salt, secret_hash
      FROM vendor WHERE identifier_hash = ?
      """, [.blob(identifierHash)]
    ) { row in
      (
        StoredVendor(row),
        CredentialHashes(identifierHash: identifierHash, salt: row.blob(7), secretHash: row.blob(8))
      )
    }
  }

  /// The vendor with exactly this name.
  func vendor(named name: String) throws -> StoredVendor? {
    try connection.first(
      "SELECT \(StoredVendor.columns) FROM vendor WHERE name = ?", [.text(name)]
    ) { StoredVendor($0) }
  }

  /// All vendors in the order of creation, each with what it has.
  func vendors() throws -> [(vendor: StoredVendor, usage: AccountUsage)] {
    try connection.query("SELECT \(StoredVendor.columns), listings, bytes FROM vendor ORDER BY id")
    {
      (StoredVendor($0), AccountUsage(listings: $0.int(7), bytes: $0.int(8)))
    }
  }

  func usage(ofVendor id: Int) throws -> AccountUsage {
    try connection.first("SELECT listings, bytes FROM vendor WHERE id = ?", [Value(id)]) {
      AccountUsage(listings: $0.int(0), bytes: $0.int(1))
    } ?? AccountUsage()
  }

  func hiddenVendors() throws -> Set<Int> {
    Set(try connection.query("SELECT id FROM vendor WHERE is_hidden = 1") { $0.int(0) })
  }

  func products(ofVendor vendorID: Int, after id: Int, limit: Int) throws -> [StoredProduct] {
    let ids = try connection.query(
      """
      SELECT id FROM product INDEXED BY product_shop WHERE vendor_id = ? AND id > ?
      ORDER BY id LIMIT ?
      """, [Value(vendorID), Value(id), Value(limit)]
    ) { $0.int(0) }
    return try ids.compactMap(product)
  }

  func accountEvents(limit: Int) throws -> [AccountEvent] {
    let newest = try connection.query(
      """
      SELECT at, action, account, detail, reason FROM account_event WHERE action <> ?
      ORDER BY id DESC LIMIT ?
      """, [.text(AccountEvent.backup), Value(limit)]
    ) { row in
      AccountEvent.Action(rawValue: row.text(1)).map { action in
        AccountEvent(
          date: WireDate(milliseconds: row.int64(0)), action: action, account: row.text(2),
          detail: row.text(3), reason: row.text(4))
      }
    }
    return newest.reversed().compactMap(\.self)
  }

  func lastBackup() throws -> WireDate? {
    try connection.first(
      "SELECT at FROM account_event WHERE action = ?", [.text(AccountEvent.backup)]
    ) { WireDate(milliseconds: $0.int64(0)) }
  }

  /// Whether the sample market is loaded.
  func hasSamples() throws -> Bool {
    try connection.first("SELECT 1 FROM vendor WHERE is_sample = 1 LIMIT 1") { _ in true } ?? false
  }
}

extension StoredVendor {
  /// The columns that `init(_:)` reads.
  static let columns = "id, name, is_sample, is_disabled, created_at, is_hidden, last_used"

  init(_ row: Row) {
    self.init(
      id: row.int(0), name: row.text(1), isSample: row.bool(2), isDisabled: row.bool(3),
      createdAt: WireDate(milliseconds: row.int64(4)), isHidden: row.bool(5),
      lastUsed: row.isNull(6) ? nil : WireDate(milliseconds: row.int64(6)))
  }
}
