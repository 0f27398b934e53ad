/// The rows of one market in one file, for any number of threads and several processes.
///
/// 1. What a `write` did is on the disk when it returns, all of it, or none when it throws.
/// 2. A `read` sees one state of the market and never waits for a writer.
/// 3. A number of a vendor, listing or picture is never given twice.
/// 4. `page_bucket` and `product` agree after every transaction.
/// 5. A file that no row names any more stands in `doomed_file` until it is deleted.
import SQLite
import Synchronization

/// Keeps rows and knows no rule of the market; nothing of SQLite shows in its interface.
public final class MarketStore: Sendable {
  private let pool: Mutex<ConnectionPool?>

  /// Opens the market at `path` and brings its tables up to date; makes it (mode 0600) where
  /// there is none. The folder must exist.
  ///
  /// - Parameter patience: how long a write waits for another process that writes.
  public init(path: String, patience: Duration = .seconds(5)) throws(StoreError) {
    do throws(SQLiteError) {
      let opened = try ConnectionPool(
        .file(path), migrator: Schema.migrator, readers: 8, busyTimeout: patience)
      pool = Mutex(opened)
    } catch {
      throw StoreError(error)
    }
  }

  /// Runs `body` on one consistent state of the market.
  ///
  /// - Throws: what `body` throws, or `StoreError`.
  public func read<T>(_ body: (StoreReader) throws -> T) throws -> T {
    try translated { pool in try pool.read { try body(StoreReader($0)) } }
  }

  /// Runs `body` alone among all writers and keeps what it did, or nothing when it throws.
  ///
  /// Waits up to 30 s for writers of this process, then for other processes as `init` says.
  ///
  /// - Throws: what `body` throws, or `StoreError`, `.busy` after waiting in vain.
  public func write<T>(_ body: (StoreWriter) throws -> T) throws -> T {
    try translated { pool in
      try pool.write(timeout: .seconds(30)) { try body(StoreWriter($0)) }
    }
  }

  /// Lets go of the file; what runs at this moment still finishes.
  public func close() {
    let closing = pool.withLock { pool in
      defer { pool = nil }
      return pool
    }
    // So that the one file is the whole market, for whoever copies it. That it fails harms nothing:
    // the log beside the file is read at the next opening.
    _ = try? closing?.withWriter(timeout: .zero) { try $0.checkpoint(.passive) }
  }

  private func translated<T>(_ body: (ConnectionPool) throws -> T) throws -> T {
    guard let pool = pool.withLock({ $0 }) else { throw StoreError.closed }
    do { return try body(pool) } catch let error as SQLiteError { throw StoreError(error) }
  }
}
