/// What can be changed in a transaction; all of it lasts, or nothing.
public import MarketWire
import SQLite

/// The one writer of this moment; it must not leave its closure.
public final class StoreWriter: StoreReader {
  /// Keeps the answer for a key in place of an older one, in the transaction of what it stands for.
  public func keep(_ answer: StoredResponse, for key: ResponseKey) throws {
    try connection.run(
      """
      INSERT OR REPLACE INTO answer (vendor_id, method, path, key, request_hash, status, content_type, body,
        created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        Value(key.vendorID), .text(key.method), .text(key.path), .text(key.key),
        .blob(answer.requestHash), Value(answer.status), .text(answer.contentType),
        .blob(answer.body), .integer(answer.createdAt.milliseconds),
      ])
  }

  /// Forgets up to `limit` answers that were given before `date`, the oldest first.
  public func deleteResponses(before date: WireDate, limit: Int) throws {
    try connection.run(
      """
      DELETE FROM answer WHERE rowid IN (
        SELECT rowid FROM answer WHERE created_at < ? ORDER BY created_at LIMIT ?)
      """, [.integer(date.milliseconds), Value(limit)])
  }

  /// Runs `body`, which writes thousands of rows: the pages of all indexes stay in memory until it
  /// ends, 64 MiB at most, where they would be written again and again.
  public func withLargeCache<T>(_ body: () throws -> T) throws -> T {
    try connection.execute("PRAGMA cache_size = -65536")
    defer {
      // A cache that stays large costs memory, nothing else.
      _ = try? connection.execute("PRAGMA cache_size = -2000")
    }
    return try body()
  }

  /// Forgets a file that was deleted.
  public func forget(filesPendingDeletion paths: [String]) throws {
    for path in paths {
      try connection.run("DELETE FROM doomed_file WHERE path = ?", [.text(path)])
    }
  }
}
