import MarketStore
import MarketWire
import PostgreSQL

/// Read access to one consistent state of the market; valid only inside its closure.
class PostgresReader: StoreReader {
  let connection: PostgresConnection
  var state: MarketState

  init(_ connection: PostgresConnection, _ state: MarketState) {
    self.connection = connection
    self.state = state
  }

  /// Writes what is held back, so that pages can be read.
  func flush() throws {}

  func response(_ key: ResponseKey) throws -> StoredResponse? {
    try connection.first(
      """
      SELECT request_hash, status, content_type, body, created_at FROM answer
      WHERE vendor_id = $1 AND method = $2 AND path = $3 AND key = $4
      """,
      [PostgresValue(key.vendorID), .text(key.method), .text(key.path), .text(key.key)]
    ) { row in
      StoredResponse(
        requestHash: row.blob(0), status: row.int(1), contentType: row.text(2), body: row.blob(3),
        createdAt: WireDate(milliseconds: row.int64(4)))
    }
  }

  func revision() throws -> Int { state.revision }

  func productCount() throws -> Int { state.live }

  func vendor(
    identifierHash: [UInt8]
  ) throws -> (vendor: StoredVendor, hashes: CredentialHashes)? {
    try connection.first(
      """
      SELECT \(StoredVendor.columns), secret_salt, secret_hash
      FROM vendor WHERE identifier_hash = $1
      """, [.blob(identifierHash)]
    ) { row in
      (
        StoredVendor(row),
        CredentialHashes(identifierHash: identifierHash, salt: row.blob(7), secretHash: row.blob(8))
      )
    }
  }

  func vendor(named name: String) throws -> StoredVendor? {
    try connection.first(
      "SELECT \(StoredVendor.columns) FROM vendor WHERE name = $1", [.user(name)]
    ) { StoredVendor($0) }
  }

  func hasSamples() throws -> Bool {
    try connection.first("SELECT EXISTS (SELECT FROM vendor WHERE is_sample)") { $0.bool(0) }
      ?? false
  }
}
