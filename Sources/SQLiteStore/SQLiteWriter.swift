import MarketStore
import MarketWire
import SQLite

/// Write access in a transaction; valid only inside its closure.
///
/// What has to happen to files after the transaction is in ``files``.
final class SQLiteWriter: SQLiteReader, StoreWriter {
  /// The files that a write makes necessary or unnecessary.
  struct Files {
    /// Staged pictures that listings of this write use.
    var adopted = StagedPictures(paths: [])
    /// Files that no listing uses any more.
    var unused: [String] = []
    /// Deleted files that are no longer listed as pending deletion.
    var cleared: [String] = []
    /// Whether many files are pending deletion.
    var hasRemovedSamples = false
  }

  private(set) var files = Files()
  /// Deleted files that the next removal clears from the list of those pending deletion.
  private let deletedFiles: [String]

  init(_ connection: Connection, clearing deletedFiles: [String]) {
    self.deletedFiles = deletedFiles
    super.init(connection)
  }

  func adopt(_ staged: StagedPictures) throws {
    files.adopted = StagedPictures(paths: files.adopted.paths + staged.paths)
  }

  /// Stores the response for a key and replaces an older one.
  func store(_ response: StoredResponse, for key: ResponseKey) throws {
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
  func deleteResponses(before date: WireDate, limit: Int) throws {
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
  func withLargeCache<T>(_ body: () throws -> T) throws -> T {
    try connection.execute("PRAGMA cache_size = -65536")
    defer {
      // If this fails, the cache only stays large.
      _ = try? connection.execute("PRAGMA cache_size = -2000")
    }
    return try body()
  }

  /// Removes a listing with its pictures.
  ///
  /// The files that no other listing uses are pending deletion until they are deleted.
  func remove(_ product: StoredProduct) throws {
    if files.cleared.isEmpty {
      try clearPendingDeletion(of: deletedFiles)
      files.cleared = deletedFiles
    }
    files.unused += try delete(product)
  }

  /// Removes the sample vendors with all their listings.
  ///
  /// - Returns: the number of removed listings.
  func removeSamples() throws -> Int {
    files.hasRemovedSamples = true
    return try deleteSamples()
  }

  /// Removes deleted files from the list of files pending deletion.
  func clearPendingDeletion(of paths: [String]) throws {
    for path in paths {
      try connection.run("DELETE FROM doomed_file WHERE path = ?", [.text(path)])
    }
  }
}
