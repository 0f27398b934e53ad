import CSQLite
import Foundation

/// The owner of an open `sqlite3` pointer, shared by a connection and its statements.
///
/// The database is closed when the last of them is released.
final class DatabaseHandle {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    sqlite3_close_v2(pointer)
  }

  /// The last error of this connection, with SQLite's message.
  func lastError(sql: String?) -> SQLiteError {
    // SQLite 3.40 does not keep the error of a commit, but rolling back leaves it in place.
    let reasons = [errno, sqlite3_system_errno(pointer)]
    var code = SQLiteError.Code(extended: sqlite3_extended_errcode(pointer))
    // SQLite reports a full disk as an I/O error in about half of the cases, such as from a sync.
    if code == .inputOutput, reasons.contains(where: [ENOSPC, EDQUOT].contains) { code = .full }
    return SQLiteError(
      code, String(cString: sqlite3_errmsg(pointer)), sql: sql)
  }
}
