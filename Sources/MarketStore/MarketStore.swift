import SQLite
import Synchronization

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
  private let pool: Mutex<ConnectionPool?>

  /// Opens the market at `path` and migrates its tables; creates it with mode 0600 if there is
  /// none.
  ///
  /// The folder must exist.
  ///
  /// - Parameter busyTimeout: the time for which a write waits for another process that writes.
  public init(path: String, busyTimeout: Duration = .seconds(5)) throws(StoreError) {
    do throws(SQLiteError) {
      let opened = try ConnectionPool(
        .file(path), migrator: Schema.migrator, readers: 8, busyTimeout: busyTimeout)
      pool = Mutex(opened)
    } catch {
      throw StoreError(error)
    }
  }

  /// Runs `body` on one consistent state of the market.
  ///
  /// - Throws: the error of `body`, or `StoreError`.
  public func read<T>(_ body: (StoreReader) throws -> T) throws -> T {
    try translated { pool in try pool.read { try body(StoreReader($0)) } }
  }

  /// Runs `body` in a transaction as the only writer; commits it, or rolls it back if `body` throws.
  ///
  /// It waits up to 30 s for writers of this process, then `busyTimeout` for other processes.
  ///
  /// - Throws: the error of `body`, or `StoreError`; `.busy` after a timeout.
  public func write<T>(_ body: (StoreWriter) throws -> T) throws -> T {
    try translated { pool in
      try pool.write(timeout: .seconds(30)) { try body(StoreWriter($0)) }
    }
  }

  /// Closes the file.
  ///
  /// Running reads and writes still finish.
  public func close() {
    let closing = pool.withLock { pool in
      defer { pool = nil }
      return pool
    }
    // After the checkpoint the database file alone is the whole market and can be copied. If it
    // fails, nothing is lost: the next opening reads the write-ahead log.
    _ = try? closing?.withWriter(timeout: .zero) { try $0.checkpoint(.passive) }
  }

  private func translated<T>(_ body: (ConnectionPool) throws -> T) throws -> T {
    guard let pool = pool.withLock({ $0 }) else { throw StoreError.closed }
    do { return try body(pool) } catch let error as SQLiteError { throw StoreError(error) }
  }
}
