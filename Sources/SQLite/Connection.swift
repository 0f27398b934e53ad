/// One connection to a database file.
///
/// 1. A connection is used by one thread at a time. It is opened in multi-thread mode (`NOMUTEX`:
///    no locks inside SQLite) and is not `Sendable`, so the compiler holds callers to that.
/// 2. A statement is either idle in the cache or lent to exactly one closure.
/// 3. A file is in WAL mode (where its file system can) with `synchronous=FULL`: what was committed
///    survives a power cut.
import CSQLite

/// An open database, to be used by one thread at a time; `ConnectionPool` serves many threads.
public final class Connection {
  /// Where a database lives.
  public enum Location: Hashable, Sendable {
    /// A file; its folder must exist.
    case file(String)
    /// A private database that ends with its connection.
    case memory
  }

  /// What may be done with the file.
  public enum Access: Hashable, Sendable {
    /// Created when missing, with mode 0600.
    case readWrite
    /// Refused with `.cannotOpen` when missing.
    case readOnly
  }

  public let location: Location
  public let access: Access
  /// How long a statement waits for a lock of another connection before it fails with `.busy`.
  public var busyTimeout: Duration {
    didSet { applyBusyTimeout() }
  }
  let handle: DatabaseHandle
  private var idle: [String: Statement] = [:]

  /// Opens a database and sets it up.
  ///
  /// - Throws: `.cannotOpen`, `.notADatabase`, `.corrupt`, `.readOnly`, `.busy`.
  public init(
    _ location: Location, access: Access = .readWrite, busyTimeout: Duration = .seconds(5)
  ) throws(SQLiteError) {
    self.location = location
    self.access = access
    self.busyTimeout = busyTimeout
    handle = try Self.open(location, access)
    applyBusyTimeout()
    try configure()
  }

  /// Runs one statement to its end.
  ///
  /// - Returns: How many rows it inserted, changed or deleted; only meaningful for those.
  @discardableResult
  public func run(_ sql: String, _ values: [Value] = []) throws(SQLiteError) -> Int {
    try each(sql, values) { _ throws(SQLiteError) in true }
    return changes
  }

  /// All rows of a result, each turned into a value.
  public func query<T>(
    _ sql: String, _ values: [Value] = [], _ make: (Row) throws(SQLiteError) -> T
  ) throws(SQLiteError) -> [T] {
    var result: [T] = []
    try each(sql, values) { row throws(SQLiteError) in
      result.append(try make(row))
      return true
    }
    return result
  }

  /// The first row of a result, or nil when there is none.
  public func first<T>(
    _ sql: String, _ values: [Value] = [], _ make: (Row) throws(SQLiteError) -> T
  ) throws(SQLiteError) -> T? {
    var result: T?
    try each(sql, values) { row throws(SQLiteError) in
      result = try make(row)
      return false
    }
    return result
  }

  /// Hands over row after row until `body` answers false.
  public func each(
    _ sql: String, _ values: [Value] = [], _ body: (Row) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) {
    try withStatement(sql) { statement throws(SQLiteError) in
      try statement.bind(values)
      while let row = try statement.step() {
        guard try body(row) else { return }
      }
    }
  }

  /// Lends a prepared statement, out of the cache where one is idle; reset before and after.
  public func withStatement<T>(
    _ sql: String, _ body: (Statement) throws(SQLiteError) -> T
  ) throws(SQLiteError) -> T {
    let statement =
      if let cached = idle.removeValue(forKey: sql) { cached } else {
        try Statement(sql, on: handle)
      }
    defer {
      statement.reset()
      // Statements are constants, so this many means that somebody builds them from values.
      if idle.count >= Self.cacheLimit { idle.removeAll() }
      idle[sql] = statement
    }
    return try body(statement)
  }

  /// Runs a script of several statements without parameters; it stops at the first failure.
  public func execute(_ script: String) throws(SQLiteError) {
    guard !script.utf8.contains(0) else {
      throw SQLiteError(.invalidSQL, "the script contains a NUL", sql: script)
    }
    guard sqlite3_exec(handle.pointer, script, nil, nil, nil) == SQLITE_OK else {
      throw handle.lastError(sql: script)
    }
  }

  /// Rows inserted, changed or deleted by the last statement that does such things.
  public var changes: Int { Int(sqlite3_changes64(handle.pointer)) }

  /// The row id of the last successful insert on this connection, 0 when there was none.
  public var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle.pointer) }

  /// Statements kept ready for their next use.
  private static let cacheLimit = 128
}

extension Connection {
  private static func open(
    _ location: Location, _ access: Access
  ) throws(SQLiteError) -> DatabaseHandle {
    let name: String
    switch location {
    case .memory: name = ":memory:"
    // A relative name must not be taken for a URI, nor for a name with a meaning of its own.
    case .file(let path): name = path.hasPrefix("/") ? path : "./" + path
    }
    guard !name.utf8.contains(0) else {
      throw SQLiteError(.cannotOpen, "the path contains a NUL")
    }
    if case .file = location, access == .readWrite { csqlite_create_private(name) }
    let mode =
      access == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    var pointer: OpaquePointer?
    let status = sqlite3_open_v2(
      name, &pointer, mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let pointer else { throw SQLiteError(.other(status), "out of memory") }
    let handle = DatabaseHandle(pointer)
    guard status == SQLITE_OK else { throw handle.lastError(sql: nil) }
    return handle
  }

  private func applyBusyTimeout() {
    csqlite_set_waiting(handle.pointer, Int32(clamping: busyTimeout.milliseconds))
  }

  private func configure() throws(SQLiteError) {
    try execute("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA synchronous = FULL")
    if access == .readWrite { try enterWAL() }
    // Opening is lazy: this is where a file that is no database is found out.
    _ = try first("SELECT count(*) FROM sqlite_schema") { $0.int(0) }
  }

  /// Switches to WAL, which stays with the file.
  ///
  /// Two first openers at once collide here without SQLite's own waiting, since each holds the
  /// shared lock that the other needs gone; so this waits by itself.
  private func enterWAL() throws(SQLiteError) {
    var left = busyTimeout.milliseconds
    while true {
      do throws(SQLiteError) {
        _ = try first("PRAGMA journal_mode = WAL") { $0.text(0) }
        return
      } catch {
        guard error.code == .busy, left > 0 else { throw error }
        left -= 10
        sqlite3_sleep(10)
      }
    }
  }
}

extension Duration {
  /// Whole milliseconds, rounded down.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds.multipliedReportingOverflow(by: 1000).overflow
      ? .max : seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}
