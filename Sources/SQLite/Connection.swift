import CSQLite

/// A connection to a database, for one thread at a time.
///
/// `ConnectionPool` serves many threads.
///
/// 1. One thread at a time uses a connection. It is opened without SQLite's own locks (`NOMUTEX`)
///    and is not `Sendable`, so the compiler enforces this.
/// 2. A prepared statement is either idle in the cache or in use by exactly one closure.
/// 3. A file is in WAL mode, if its file system supports that, with `synchronous=FULL`: committed
///    changes survive a power cut.
public final class Connection {
  /// The location of a database.
  public enum Location: Hashable, Sendable {
    /// A file; its folder must exist.
    case file(String)
    /// A private database in memory that is deleted with its connection.
    case memory
  }

  /// The permitted access to the file.
  public enum Access: Hashable, Sendable {
    /// A missing file is created with mode 0600.
    case readWrite
    /// A missing file fails with `.cannotOpen`.
    case readOnly
  }

  let handle: DatabaseHandle
  /// Prepared statements that are not in use, by their SQL.
  private var idle: [String: Statement] = [:]

  /// Opens a database and configures the connection.
  ///
  /// - Parameter busyTimeout: The maximum time a statement waits for the lock of another connection;
  ///   then it fails with `.busy`.
  /// - Throws: `.cannotOpen`, `.notADatabase`, `.corrupt`, `.readOnly`, `.busy`.
  public init(
    _ location: Location, access: Access = .readWrite, busyTimeout: Duration = .seconds(5)
  ) throws(SQLiteError) {
    handle = try Self.open(location, access)
    csqlite_set_waiting(handle.pointer, Int32(clamping: busyTimeout.milliseconds))
    try execute("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA synchronous = FULL")
    if access == .readWrite { try enterWAL(busyTimeout) }
    // Opening is lazy: SQLite reads the file, and rejects other files, only here.
    _ = try first("SELECT count(*) FROM sqlite_schema") { $0.int(0) }
  }

  /// Runs one statement to completion.
  ///
  /// - Returns: The number of rows that an INSERT, UPDATE or DELETE affected.
  @discardableResult
  public func run(_ sql: String, _ values: [Value] = []) throws(SQLiteError) -> Int {
    try each(sql, values) { _ throws(SQLiteError) in true }
    return changes
  }

  /// Returns all rows of a result, each converted by `make`.
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

  /// Returns the first row of a result, converted by `make`, or nil if there is none.
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

  /// Calls `body` with one row after another until it returns false.
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

  /// Runs `body` with a prepared statement, which is taken from the cache if possible.
  ///
  /// The statement is reset afterwards.
  private func withStatement<T>(
    _ sql: String, _ body: (Statement) throws(SQLiteError) -> T
  ) throws(SQLiteError) -> T {
    let statement =
      if let cached = idle.removeValue(forKey: sql) { cached } else {
        try Statement(sql, on: handle)
      }
    defer {
      statement.reset()
      // Statements are constants of the program, so the cache overflows only if a caller
      // assembles SQL from values.
      if idle.count >= Self.cacheLimit { idle.removeAll() }
      idle[sql] = statement
    }
    return try body(statement)
  }

  /// Runs a script of several statements without parameters; stops at the first error.
  public func execute(_ script: String) throws(SQLiteError) {
    guard !script.utf8.contains(0) else {
      throw SQLiteError(.invalidSQL, "the script contains a NUL", sql: script)
    }
    guard sqlite3_exec(handle.pointer, script, nil, nil, nil) == SQLITE_OK else {
      throw handle.lastError(sql: script)
    }
  }

  /// The number of rows that the last INSERT, UPDATE or DELETE affected.
  public var changes: Int { Int(sqlite3_changes64(handle.pointer)) }

  /// The row id of the last successful INSERT on this connection, or 0.
  public var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle.pointer) }

  /// The maximum number of cached statements.
  private static let cacheLimit = 128
}

extension Connection {
  /// The settings of the library, made once.
  private static let configuration: Void = csqlite_configure()

  private static func open(
    _ location: Location, _ access: Access
  ) throws(SQLiteError) -> DatabaseHandle {
    configuration
    let name: String
    switch location {
    case .memory: name = ":memory:"
    // With "./" in front, SQLite does not take a relative path for a URI or a special name.
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

  /// Switches the file to WAL mode, which is permanent.
  ///
  /// If two connections open a new file at the same time, each holds the shared lock that the other
  /// waits for. SQLite then fails without waiting, so this method retries.
  private func enterWAL(_ busyTimeout: Duration) throws(SQLiteError) {
    var remaining = busyTimeout.milliseconds
    while true {
      do throws(SQLiteError) {
        _ = try first("PRAGMA journal_mode = WAL") { $0.text(0) }
        return
      } catch {
        guard error.code == .busy, remaining > 0 else { throw error }
        remaining -= 10
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
