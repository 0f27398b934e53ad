import CSQLite

/// A prepared statement, used only on its connection's thread.
///
/// `Connection` caches statements.
final class Statement {
  /// The text of the statement.
  private let sql: String
  private let pointer: OpaquePointer
  private let handle: DatabaseHandle

  init(_ sql: String, on handle: DatabaseHandle) throws(SQLiteError) {
    guard !sql.utf8.contains(0) else {
      throw SQLiteError(.invalidSQL, "the statement contains a NUL", sql: sql)
    }
    var compiled: OpaquePointer?
    var rest = 0
    let status = sql.withCString { start in
      var tail: UnsafePointer<CChar>?
      let status = sqlite3_prepare_v3(
        handle.pointer, start, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, &tail)
      rest = tail.map { start.distance(to: $0) } ?? 0
      return status
    }
    guard status == SQLITE_OK else { throw handle.lastError(sql: sql) }
    guard let compiled else { throw SQLiteError(.invalidSQL, "the statement is empty", sql: sql) }
    self.sql = sql
    self.pointer = compiled
    self.handle = handle
    // SQLite would silently ignore a second statement.
    guard sql.utf8.dropFirst(rest).allSatisfy({ " \n\r\t;".utf8.contains($0) }) else {
      throw SQLiteError(.invalidSQL, "more than one statement", sql: sql)
    }
    // SQLite numbers the places `$1`, `$2` and so on in the order in which they first appear.
    for index in 0..<sqlite3_bind_parameter_count(compiled) {
      let name = sqlite3_bind_parameter_name(compiled, index + 1).map { String(cString: $0) }
      guard name?.hasPrefix("$") != true || name == "$\(index + 1)" else {
        throw SQLiteError(.invalidSQL, "the places are not in order", sql: sql)
      }
    }
  }

  deinit {
    sqlite3_finalize(pointer)
  }

  /// Resets the statement and binds one value to each parameter, in order.
  ///
  /// - Throws: `.misuse` if the number of values differs from that of the parameters; `.tooBig`.
  func bind(_ values: [Value]) throws(SQLiteError) {
    reset()
    let wanted = Int(sqlite3_bind_parameter_count(pointer))
    guard values.count == wanted else {
      throw SQLiteError(.misuse, "\(values.count) values for \(wanted) parameters", sql: sql)
    }
    for (offset, value) in values.enumerated() {
      guard bind(value, at: Int32(offset + 1)) == SQLITE_OK else {
        throw handle.lastError(sql: sql)
      }
    }
  }

  /// Returns the next row, or nil at the end. A statement without rows runs completely.
  func step() throws(SQLiteError) -> Row? {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return Row(statement: pointer)
    case SQLITE_DONE: return nil
    default: throw handle.lastError(sql: sql)
    }
  }

  /// Ends the execution, which releases locks, and clears the bound values.
  func reset() {
    // The result repeats the error of the last step, which was already thrown.
    _ = sqlite3_reset(pointer)
    _ = sqlite3_clear_bindings(pointer)
  }

  private func bind(_ value: Value, at index: Int32) -> Int32 {
    switch value {
    case .null:
      return sqlite3_bind_null(pointer, index)
    case .integer(let number):
      return sqlite3_bind_int64(pointer, index, number)
    case .real(let number):
      return sqlite3_bind_double(pointer, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        guard let start = bytes.baseAddress else {
          return csqlite_bind_text(pointer, index, "", 0)
        }
        return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
          csqlite_bind_text(pointer, index, $0, UInt64(bytes.count))
        }
      }
    case .blob(let bytes):
      // A null pointer would bind NULL instead of an empty blob.
      guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(pointer, index, 0) }
      return bytes.withUnsafeBytes {
        csqlite_bind_blob(pointer, index, $0.baseAddress, UInt64($0.count))
      }
    }
  }
}
