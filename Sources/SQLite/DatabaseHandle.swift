/// The owner of one open `sqlite3` pointer: whoever still needs the pointer keeps this alive.
import CSQLite

/// Closes the database when the connection and its last statement are gone.
///
/// Proof for `@unchecked`: the pointer is a constant. Only `Connection` and its statements use it,
/// on one thread at a time, apart from `sqlite3_interrupt`, which SQLite allows from any thread.
final class DatabaseHandle: @unchecked Sendable {
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

/// Stops what a connection is doing, from any thread; the statement fails with `.interrupted`.
///
/// It keeps the file open for as long as it lives.
public struct Interrupter: Sendable {
  let handle: DatabaseHandle

  /// Does nothing when no statement is running.
  public func interrupt() {
    sqlite3_interrupt(handle.pointer)
  }
}
