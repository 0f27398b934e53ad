import CSQLite

/// One row of a result, valid only inside the closure that receives it.
///
/// Columns are numbered from 0. SQLite converts a value of another type (a text read as a number
/// gives its leading digits); a column that does not exist is NULL.
public struct Row {
  let statement: OpaquePointer

  /// The number of columns.
  public var count: Int { Int(sqlite3_column_count(statement)) }

  public func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
  }

  /// The stored value with its own type.
  public subscript(column: Int) -> Value {
    switch sqlite3_column_type(statement, Int32(column)) {
    case SQLITE_INTEGER: .integer(int64(column))
    case SQLITE_FLOAT: .real(double(column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(blob(column))
    default: .null
    }
  }

  /// An integer, 0 for NULL.
  public func int64(_ column: Int) -> Int64 {
    sqlite3_column_int64(statement, Int32(column))
  }

  /// An integer, 0 for NULL.
  public func int(_ column: Int) -> Int {
    Int(int64(column))
  }

  /// Whether the integer is not 0; false for NULL.
  public func bool(_ column: Int) -> Bool {
    int64(column) != 0
  }

  /// A floating-point number, 0 for NULL.
  public func double(_ column: Int) -> Double {
    sqlite3_column_double(statement, Int32(column))
  }

  /// A text with invalid UTF-8 repaired, empty for NULL.
  public func text(_ column: Int) -> String {
    guard let start = sqlite3_column_text(statement, Int32(column)) else { return "" }
    let length = Int(sqlite3_column_bytes(statement, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
  }

  /// Bytes, empty for NULL.
  public func blob(_ column: Int) -> [UInt8] {
    guard let start = sqlite3_column_blob(statement, Int32(column)) else { return [] }
    let length = Int(sqlite3_column_bytes(statement, Int32(column)))
    return [UInt8](UnsafeRawBufferPointer(start: start, count: length))
  }

  /// A text with invalid UTF-8 repaired, or nil for NULL.
  public func optionalText(_ column: Int) -> String? {
    isNull(column) ? nil : text(column)
  }
}
