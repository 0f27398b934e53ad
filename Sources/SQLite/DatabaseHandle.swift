/// The owner of one open `sqlite3` pointer: whoever still needs the pointer keeps this alive.
import CSQLite

/// Closes the database when the connection and its last statement are gone.
final class DatabaseHandle {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    sqlite3_close_v2(pointer)
  }

  /// The last failure on this connection, in SQLite's words.
  func lastError(sql: String?) -> SQLiteError {
    SQLiteError(
      SQLiteError.Code(extended: sqlite3_extended_errcode(pointer)),
      String(cString: sqlite3_errmsg(pointer)), sql: sql)
  }
}
