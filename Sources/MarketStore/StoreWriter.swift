public import MarketWire
import SQLite

/// Write access in a transaction; valid only inside its closure.
public final class StoreWriter: StoreReader {
  /// Stores the response for a key and replaces an older one.
  public func store(_ response: StoredResponse, for key: ResponseKey) throws {
    try connection.run(
      """
      INSERT OR REPLACE INTO answer (vendor_id, method, path, key, request_hash, status, content_type, body,
        created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        Value(key.vendorID), .text(key.method), .text(key.path), .text(key.key),
        .blob(response.requestHash), Value(response.status), .text(response.contentType),
        .blob(response.body), .integer(response.createdAt.milliseconds),
      ])
  }

  /// Deletes up to `limit` responses from before `date`, oldest first.
  public func deleteResponses(before date: WireDate, limit: Int) throws {
    try connection.run(
      """
      DELETE FROM answer WHERE rowid IN (
        SELECT rowid FROM answer WHERE created_at < ? ORDER BY created_at LIMIT ?)
      """, [.integer(date.milliseconds), Value(limit)])
  }

  /// Runs `body` with a page cache of 64 MiB, for writing thousands of rows.
  ///
  /// The pages of all indexes then stay in memory. With the default cache, SQLite would write most
  /// of them many times.
  public func withLargeCache<T>(_ body: () throws -> T) throws -> T {
    try connection.execute("PRAGMA cache_size = -65536")
    defer {
      // If this fails, the cache only stays large.
      _ = try? connection.execute("PRAGMA cache_size = -2000")
    }
    return try body()
  }

  /// Removes deleted files from ``StoreReader/filesPendingDeletion()``.
  public func clearPendingDeletion(of paths: [String]) throws {
    for path in paths {
      try connection.run("DELETE FROM doomed_file WHERE path = ?", [.text(path)])
    }
  }
}
