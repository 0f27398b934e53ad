/// What can be asked of one state of the market.
import MarketWire
import SQLite

/// A view of the market inside a transaction; it must not leave its closure.
public class StoreReader {
  let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// Whether rows can be read at all.
  public func check() throws {
    _ = try connection.first("SELECT id FROM product ORDER BY id DESC LIMIT 1") { $0.int(0) }
  }

  /// The answer that was kept for a key.
  public func answer(_ key: ResponseKey) throws -> StoredResponse? {
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

  /// Whether any listing uses this picture; `path` is that of the original or the small one.
  public func isUsed(picture path: String) throws -> Bool {
    // A small picture is named after its original but may be of another format, so the path up
    // to the mark decides.
    let stem = path.prefix { $0 != "_" } + "_"
    return try connection.first(
      "SELECT 1 FROM picture WHERE origin >= ? AND origin < ? LIMIT 1",
      [.text(String(stem)), .text(stem + "\u{7F}")]
    ) { _ in true } ?? false
  }

  /// Files that no row names any more and that may still be there.
  public func filesPendingDeletion() throws -> [String] {
    try connection.query("SELECT path FROM doomed_file") { $0.text(0) }
  }
}
