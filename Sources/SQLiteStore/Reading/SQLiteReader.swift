import MarketStore
import MarketWire
import SQLite

/// Read access to one consistent state of the market; valid only inside its closure.
class SQLiteReader: StoreReader {
  let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// The response that is stored for a key.
  func response(_ key: ResponseKey) throws -> StoredResponse? {
    try connection.first(
      """
      SELECT request_hash, status, content_type, body, created_at FROM answer
      WHERE vendor_id = ? AND method = ? AND path = ? AND key = ?
      """,
      [Value(key.vendorID), .text(key.method), .text(key.path), .text(key.key)]
    ) { row in
      StoredResponse(
        requestHash: row.blob(0), status: row.int(1), contentType: row.text(2), body: row.blob(3),
        createdAt: WireDate(milliseconds: row.int64(4)))
    }
  }

  /// Whether a listing uses this picture; `path` is that of the original or of the thumbnail.
  func isUsed(picture path: String) throws -> Bool {
    // A thumbnail has the name of its original, but its format may differ. The path up to the
    // underscore is compared.
    let stem = path.prefix { $0 != "_" } + "_"
    return try connection.first(
      "SELECT 1 FROM picture WHERE origin >= ? AND origin < ? LIMIT 1",
      [.text(String(stem)), .text(stem + "\u{7F}")]
    ) { _ in true } ?? false
  }

  /// The paths of files that no row references any more and that may still exist.
  func filesPendingDeletion() throws -> [String] {
    try connection.query("SELECT path FROM doomed_file") { $0.text(0) }
  }
}
