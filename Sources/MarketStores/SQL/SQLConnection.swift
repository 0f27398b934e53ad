import MarketWire
import SQLite

/// A connection to a database, for one thread at a time.
///
/// Values have the places `$1`, `$2` and so on, which a statement names in this order. Statements
/// stay prepared.
protocol SQLConnection: AnyObject {
  /// Runs a script of statements without parameters.
  func execute(_ script: String) throws
  /// Runs a statement; returns the number of rows that it has changed.
  @discardableResult
  func run(_ sql: String, _ values: [Value]) throws -> Int
  /// Calls `body` with one row after another until it returns false.
  func forEachRow(_ sql: String, _ values: [Value], _ body: (any SQLRow) -> Bool) throws
}

extension SQLConnection {
  /// Returns all rows of a result, each converted by `make`.
  func query<T>(
    _ sql: String, _ values: [Value] = [], _ make: (any SQLRow) -> T
  ) throws -> [T] {
    var result: [T] = []
    try forEachRow(sql, values) { row in
      result.append(make(row))
      return true
    }
    return result
  }

  /// Returns the first row of a result, converted by `make`, or nil if there is none.
  func first<T>(
    _ sql: String, _ values: [Value] = [], _ make: (any SQLRow) -> T
  ) throws -> T? {
    var result: T?
    try forEachRow(sql, values) { row in
      result = make(row)
      return false
    }
    return result
  }
}

/// A row of a result; valid only inside the closure that receives it.
///
/// Columns are numbered from 0. NULL is 0, false, or empty.
protocol SQLRow {
  func isNull(_ column: Int) -> Bool
  func int64(_ column: Int) -> Int64
  func bool(_ column: Int) -> Bool
  func text(_ column: Int) -> String
  func blob(_ column: Int) -> [UInt8]
}

extension SQLRow {
  func int(_ column: Int) -> Int { Int(int64(column)) }

  /// A text, or nil for NULL.
  func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

  func date(_ column: Int) -> WireDate { WireDate(milliseconds: int64(column)) }
}

extension Value {
  /// A date in milliseconds, or NULL for nil.
  init(_ date: WireDate?) { self.init(date?.milliseconds) }
}

extension Row: SQLRow {}

extension Connection: SQLConnection {
  func forEachRow(_ sql: String, _ values: [Value], _ body: (any SQLRow) -> Bool) throws {
    try each(sql, values) { row throws(SQLiteError) in body(row) }
  }
}
