import CSQLite

extension Connection {
  /// The number of applied migration steps, stored in the file's header.
  public func userVersion() throws(SQLiteError) -> Int {
    try first("PRAGMA user_version") { $0.int(0) } ?? 0
  }

  /// Sets the number of applied migration steps; a rollback restores it.
  public func setUserVersion(_ version: Int) throws(SQLiteError) {
    // A PRAGMA cannot have parameters.
    try execute("PRAGMA user_version = \(version)")
  }

  /// The number in the file's header that identifies the program it belongs to, or 0.
  public func applicationID() throws(SQLiteError) -> Int32 {
    try first("PRAGMA application_id") { Int32(truncatingIfNeeded: $0.int64(0)) } ?? 0
  }

  /// Sets the number that identifies the program.
  public func setApplicationID(_ id: Int32) throws(SQLiteError) {
    try execute("PRAGMA application_id = \(id)")
  }

  /// Reads the whole file and returns what is damaged.
  ///
  /// - Returns: At most 100 of SQLite's messages; empty if the file is sound.
  /// - Throws: `.corrupt` or `.notADatabase` if the damage makes the file unreadable.
  public func integrityCheck() throws(SQLiteError) -> [String] {
    let found = try query("PRAGMA integrity_check(100)") { $0.text(0) }
    return found == ["ok"] ? [] : found
  }

  /// Reads the whole file.
  ///
  /// - Throws: `.corrupt` or `.notADatabase` if anything of it is damaged.
  public func checkIntegrity() throws(SQLiteError) {
    guard let damage = try integrityCheck().first else { return }
    throw SQLiteError(.corrupt, damage)
  }

  /// The extent of a checkpoint.
  public enum Checkpoint: Hashable, Sendable {
    /// Moves what can be moved without waiting.
    case passive
    /// Waits for readers and writers, moves everything and truncates the log to zero bytes.
    case truncate
  }

  /// Moves committed changes out of the write-ahead log into the file.
  ///
  /// - Throws: `.busy` if a reader still needs the log.
  public func checkpoint(_ kind: Checkpoint = .passive) throws(SQLiteError) {
    let mode = kind == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
    guard sqlite3_wal_checkpoint_v2(handle.pointer, nil, mode, nil, nil) == SQLITE_OK else {
      throw handle.lastError(sql: nil)
    }
  }
}
