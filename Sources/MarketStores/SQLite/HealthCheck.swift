import MarketService
import SQLite
import Synchronization

/// A check that reads a part of every table with a connection of its own, so that pages in a cache
/// cannot hide damage on the disk.
///
/// Each check continues where the one before it ended, so several checks together read all rows.
final class HealthCheck: Sendable {
  /// The rows of each table that one check reads.
  private static let rows = 256

  private let path: String
  /// The last row id that was read of each table.
  private let positions = Mutex<[String: Int64]>([:])

  /// - Parameter path: the database of an open store.
  init(path: String) {
    self.path = path
  }

  /// Reads the next rows of every table.
  func run() throws(StoreError) {
    do throws(SQLiteError) {
      let connection = try Connection(.file(path), access: .readOnly)
      for table in Schema.tables { try read(table, connection) }
    } catch {
      throw StoreError(error)
    }
  }

  private func read(_ table: String, _ connection: Connection) throws(SQLiteError) {
    let start = positions.withLock { $0[table] ?? 0 }
    var last = start
    var count = 0
    try connection.each(
      "SELECT rowid, * FROM \(table) WHERE rowid > ? ORDER BY rowid LIMIT \(Self.rows)",
      [.integer(start)]
    ) { row throws(SQLiteError) in
      last = row.int64(0)
      count += 1
      return true
    }
    // The next check starts again at the beginning.
    let next = count < Self.rows ? 0 : last
    positions.withLock { $0[table] = next }
  }
}
