/// What a database needs besides statements: versions, checks, checkpoints.
import CSQLite

extension Connection {
  /// The number in the file's header that `Migrator` counts steps with.
  public func userVersion() throws(SQLiteError) -> Int {
    try first("PRAGMA user_version") { $0.int(0) } ?? 0
  }

  /// Sets the number in the header; inside a transaction it is taken back with it.
  public func setUserVersion(_ version: Int) throws(SQLiteError) {
    // A pragma takes no parameters.
    try execute("PRAGMA user_version = \(version)")
  }

  /// The number in the header that says which program a file belongs to; 0 where none was set.
  public func applicationID() throws(SQLiteError) -> Int32 {
    try first("PRAGMA application_id") { Int32(truncatingIfNeeded: $0.int64(0)) } ?? 0
  }

  /// Sets the program's number.
  public func setApplicationID(_ id: Int32) throws(SQLiteError) {
    try execute("PRAGMA application_id = \(id)")
  }

  /// Reads the whole file and looks for damage.
  ///
  /// - Returns: what is wrong, in SQLite's words (100 at most); empty when all is well.
  /// - Throws: `.corrupt`, `.notADatabase` when the damage keeps it from being read at all.
  public func integrityCheck() throws(SQLiteError) -> [String] {
    let found = try query("PRAGMA integrity_check(100)") { $0.text(0) }
    return found == ["ok"] ? [] : found
  }

  /// How far a checkpoint goes.
  public enum Checkpoint: Hashable, Sendable {
    /// Whatever can be moved without waiting for anybody.
    case passive
    /// Everything, and the log shrunk to nothing; waits for readers and writers.
    case truncate
  }

  /// Moves committed changes out of the write-ahead log into the file.
  ///
  /// - Throws: `.busy` when a reader still needs the log.
  public func checkpoint(_ kind: Checkpoint = .passive) throws(SQLiteError) {
    let mode = kind == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
    guard sqlite3_wal_checkpoint_v2(handle.pointer, nil, mode, nil, nil) == SQLITE_OK else {
      throw handle.lastError(sql: nil)
    }
  }
}
