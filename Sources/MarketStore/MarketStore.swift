import SQLite

/// The store of one market in one file, for any number of threads and several processes.
///
/// It knows no rules of the market, and its interface has no types of SQLite.
///
/// 1. When `write` returns, its changes are on the disk. When it throws, nothing has changed.
/// 2. A `read` sees one consistent state of the market and never waits for a writer.
/// 3. The id of a vendor, listing or picture is never used again.
/// 4. `page_bucket` and `product` agree after every transaction.
/// 5. A file that no row references any more is listed in `doomed_file` until it is deleted.
public final class MarketStore: Sendable {
  let path: String
  private let pool: ConnectionPool

  /// Opens the market at `path` and migrates its tables; creates it with mode 0600 if there is
  /// none.
  ///
  /// The folder must exist.
  ///
  /// - Parameter busyTimeout: the time for which a write waits for another process that writes.
  public init(path: String, busyTimeout: Duration = .seconds(5)) throws(StoreError) {
    do throws(SQLiteError) {
      pool = try ConnectionPool(
        .file(path), migrator: Schema.migrator, readers: 8, slowReaders: Self.slowReaders,
        busyTimeout: busyTimeout)
      self.path = path
    } catch {
      throw StoreError(error)
    }
  }

  /// Runs `body` on one consistent state of the market.
  ///
  /// - Throws: the error of `body`, or `StoreError`.
  public func read<T>(_ body: (StoreReader) throws -> T) throws -> T {
    try translated { try pool.read { try body(StoreReader($0)) } }
  }

  /// The number of connections for `readSlowly`.
  public static let slowReaders = 2

  /// Runs `body` like `read`, for a search or a long scan.
  ///
  /// It has ``slowReaders`` connections of its own, so that other reads never wait for it.
  ///
  /// - Throws: the error of `body`, or `StoreError`; `.tooSlow` after the time limit.
  public func readSlowly<T>(
    timeLimit: Duration, _ body: (StoreReader) throws -> T
  ) throws -> T {
    try translated {
      try pool.readSlowly(timeLimit: timeLimit) { try body(StoreReader($0)) }
    }
  }

  /// Runs `body` in a transaction as the only writer; commits it, or rolls it back if `body` throws.
  ///
  /// It waits up to 30 s for writers of this process, then `busyTimeout` for other processes.
  ///
  /// - Throws: the error of `body`, or `StoreError`; `.busy` after a timeout.
  public func write<T>(_ body: (StoreWriter) throws -> T) throws -> T {
    try translated {
      try pool.write(timeout: .seconds(30)) { try body(StoreWriter($0)) }
    }
  }

  /// Closes the file.
  ///
  /// Running reads and writes still finish.
  public func close() {
    // After the checkpoint the database file alone is the whole market and can be copied. If it
    // fails, nothing is lost: the next opening reads the write-ahead log.
    _ = try? pool.withWriter(timeout: .zero) { try $0.checkpoint(.passive) }
    pool.close()
  }

  private func translated<T>(_ body: () throws -> T) throws -> T {
    do { return try body() } catch let error as SQLiteError { throw StoreError(error) }
  }
}
