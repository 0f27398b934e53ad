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
      SELECT id, name, is_sample, is_disabled, created_at, secret_salt, secret_hash
      FROM vendor WHERE identifier_hash = ?
      """, [.blob(identifierHash)]
    ) { row in
      (
        StoredVendor(row),
        CredentialHashes(identifierHash: identifierHash, salt: row.blob(5), secretHash: row.blob(6))
      )
    }
  }

  /// The vendor with exactly this name.
  func vendor(named name: String) throws -> StoredVendor? {
    try connection.first(
      "SELECT id, name, is_sample, is_disabled, created_at FROM vendor WHERE name = ?",
      [.text(name)]
    ) { StoredVendor($0) }
  }

  /// All vendors in the order of creation, each with the number of its listings.
  func vendors() throws -> [(vendor: StoredVendor, listings: Int)] {
    try connection.query(
      """
      SELECT id, name, is_sample, is_disabled, created_at,
        (SELECT count(*) FROM product WHERE vendor_id = vendor.id)
      FROM vendor ORDER BY id
      """
    ) { (StoredVendor($0), $0.int(5)) }
  }

  /// Whether the sample market is loaded.
  func hasSamples() throws -> Bool {
    try connection.first("SELECT 1 FROM vendor WHERE is_sample = 1 LIMIT 1") { _ in true } ?? false
  }
}

extension StoredVendor {
  /// Reads `id, name, is_sample, is_disabled, created_at`.
  init(_ row: Row) {
    self.init(
      id: row.int(0), name: row.text(1), isSample: row.bool(2), isDisabled: row.bool(3),
      createdAt: WireDate(milliseconds: row.int64(4)))
  }
}
