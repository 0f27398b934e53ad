import CPostgreSQL
import Foundation
import SQLite

/// A connection to a PostgreSQL server, for one thread at a time.
///
/// 1. A statement is prepared when it is first used, and the first 128 stay prepared. Filters and
///    orders make thousands of statements, and the server holds each that stays.
/// 2. Each request has a time limit. After it, the request is canceled and the connection unusable.
/// 3. Notices are dropped, and errors have no values of a row.
package final class PostgresConnection: SQLConnection {
  let connection: OpaquePointer
  /// The names of prepared statements by their SQL.
  private var prepared: [String: String] = [:]
  private static let preparedLimit = 128
  /// The time limit of a request in milliseconds.
  private let timeLimit: Int32
  private var isBroken = false

  /// Loads libpq and checks a URL without connecting.
  ///
  /// - Throws: `.noLibrary`, `.invalidURL`; `.hasPassword`, because others could read it in the
  ///   list of processes.
  static func check(url: String) throws(PostgresError) {
    guard market_pq_is_installed() else {
      throw PostgresError(.noLibrary, "libpq is missing; install the package libpq5")
    }
    var problem: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(url, &problem) else {
      defer { PQfreemem(problem) }
      throw PostgresError(
        .invalidURL,
        mayHavePassword(url)
          ? "it is malformed, and not repeated here because it may have a password"
          : problem.map { String(cString: $0).trimmed } ?? "out of memory")
    }
    defer { PQconninfoFree(options) }
    // A row without a keyword is the end.
    let rows = sequence(first: options) { $0 + 1 }.lazy.map(\.pointee).prefix { $0.keyword != nil }
    let given = rows.filter { $0.val != nil }.map { String(cString: $0.keyword) }
    if given.contains(where: ["password", "sslpassword"].contains) {
      throw PostgresError(.hasPassword, "the URL has a password")
    }
  }

  /// Whether a malformed URL may have a password, which messages of libpq would repeat.
  private static func mayHavePassword(_ url: String) -> Bool {
    let url = url.lowercased()
    return url.contains("@") || url.contains("pass") || url.contains("%")
  }

  /// The version of libpq, such as `15.18`.
  static var libraryVersion: String? {
    guard market_pq_is_installed() else { return nil }
    let number = PQlibVersion()
    return "\(number / 10_000).\(number % 10_000)"
  }

  /// Connects.
  ///
  /// - Parameters:
  ///   - url: a URL without a password.
  ///   - setupSQL: a script that runs first.
  ///   - timeLimit: the maximum time for each request, which is then canceled.
  /// - Throws: the errors of ``check(url:)``, `.connection`.
  package init(
    url: String, setupSQL: String, timeLimit: Duration = .seconds(60)
  ) throws(PostgresError) {
    try Self.check(url: url)
    self.timeLimit = Int32(clamping: Int(timeLimit / .milliseconds(1)))
    // A later key wins, so the URL can have other values.
    let options = [
      ("fallback_application_name", "market"), ("connect_timeout", "5"),
      ("keepalives_idle", "30"), ("tcp_user_timeout", "20000"), ("dbname", url),
      ("client_encoding", "UTF8"),
    ]
    let found = withCStrings(options.map(\.0)) { keys in
      withCStrings(options.map(\.1)) { values in PQconnectdbParams(keys, values, 1) }
    }
    guard let found else { throw PostgresError(.connection, "out of memory") }
    connection = found
    // Notices would be printed on stderr.
    PQsetNoticeProcessor(connection, { _, _ in }, nil)
    guard PQstatus(connection) == CONNECTION_OK else {
      throw PostgresError(.connection, String(cString: PQerrorMessage(connection)).trimmed)
    }
    if !setupSQL.isEmpty { try execute(setupSQL) }
  }

  deinit { PQfinish(connection) }

  /// Whether the connection works, as far as is known, and no transaction is open.
  var isUsable: Bool {
    !isLost && PQtransactionStatus(connection) == PQTRANS_IDLE
      && !market_pq_has_input(connection)
  }

  /// Whether the connection was lost.
  var isLost: Bool { isBroken || PQstatus(connection) != CONNECTION_OK }

  /// The version of the server, such as 150018.
  var serverVersion: Int { Int(PQserverVersion(connection)) }

  /// The id of the server's process, as the server or a pooler told it.
  var processID: Int { Int(PQbackendPID(connection)) }

  /// A setting that the server reports, such as `server_encoding`.
  func parameter(_ name: String) -> String? {
    PQparameterStatus(connection, name).map { String(cString: $0) }
  }

  /// Runs a script of statements without parameters.
  package func execute(_ script: String) throws(PostgresError) {
    PQclear(try result(of: PQsendQuery(connection, script)))
  }

  /// Runs a script and returns the first row of its last statement, converted by `make`.
  package func script<T>(
    _ script: String, _ make: (PostgresRow) -> T
  ) throws(PostgresError) -> T? {
    let result = try result(of: PQsendQuery(connection, script))
    defer { PQclear(result) }
    guard PQntuples(result) > 0 else { return nil }
    return make(PostgresRow(result: result, row: 0, isBinary: false))
  }

  @discardableResult
  func run(_ sql: String, _ values: [Value] = []) throws(PostgresError) -> Int {
    let result = try send(sql, values, isBinary: false)
    defer { PQclear(result) }
    return Int(String(cString: PQcmdTuples(result))) ?? 0
  }

  func forEachRow(_ sql: String, _ values: [Value], _ body: (any SQLRow) -> Bool) throws {
    let result = try send(sql, values, isBinary: false)
    defer { PQclear(result) }
    for row in 0..<PQntuples(result) {
      guard body(PostgresRow(result: result, row: row, isBinary: false)) else { return }
    }
  }

  /// The bytes in the first column of the first row, which arrive as they are; nil if there is no
  /// row.
  func blob(_ sql: String, _ values: [Value]) throws(PostgresError) -> [UInt8]? {
    let result = try send(sql, values, isBinary: true)
    defer { PQclear(result) }
    guard PQntuples(result) > 0 else { return nil }
    return PostgresRow(result: result, row: 0, isBinary: true).blob(0)
  }

  private func send(
    _ sql: String, _ values: [Value], isBinary: Bool
  ) throws(PostgresError) -> OpaquePointer {
    let name = try name(of: sql)
    let bytes = values.map(\.parameter)
    let lengths = bytes.map { Int32(clamping: $0?.count ?? 0) }
    let formats = values.map { if case .blob = $0 { Int32(1) } else { Int32(0) } }
    // All values in one buffer, each followed by NUL.
    var buffer: [UInt8] = []
    var offsets: [Int?] = []
    for value in bytes {
      offsets.append(value == nil ? nil : buffer.count)
      buffer += value ?? []
      buffer.append(0)
    }
    let isSent = buffer.withUnsafeBytes { raw in
      let pointers = offsets.map { offset in
        offset.flatMap { raw.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
      }
      return PQsendQueryPrepared(
        connection, name, Int32(values.count), pointers, lengths, formats, isBinary ? 1 : 0)
    }
    return try result(of: isSent)
  }

  private func name(of sql: String) throws(PostgresError) -> String {
    if let name = prepared[sql] { return name }
    let stays = prepared.count < Self.preparedLimit
    // The statement without a name is replaced by the next one.
    let name = stays ? "s\(prepared.count)" : ""
    PQclear(try result(of: PQsendPrepare(connection, name, sql, 0, nil)))
    if stays { prepared[sql] = name }
    return name
  }

  /// Waits for the result of a request, which the caller must clear.
  func result(of isSent: Int32) throws(PostgresError) -> OpaquePointer {
    guard isSent == 1, !isBroken else { throw lost() }
    guard let result = market_pq_wait(connection, timeLimit) else {
      isBroken = true
      market_pq_cancel(connection)
      throw PostgresError(.connection, "the server did not answer in time")
    }
    if market_pq_is_success(result) { return result }
    defer { PQclear(result) }
    let field = { (code: Int) in
      PQresultErrorField(result, Int32(code)).map { String(cString: $0).trimmed }
    }
    let message = field(market_pq_message) ?? String(cString: PQerrorMessage(connection)).trimmed
    guard let state = field(market_pq_sqlstate) else {
      isBroken = true
      throw PostgresError(.connection, message)
    }
    // Class 57P: the server shuts down or starts, and closes the connection.
    if state.hasPrefix("57P") || state.hasPrefix("08") { isBroken = true }
    throw PostgresError(.sqlState(state), message)
  }

  /// The error for a request that could not be sent.
  func lost() -> PostgresError {
    isBroken = true
    return PostgresError(.connection, String(cString: PQerrorMessage(connection)).trimmed)
  }
}

/// Calls `body` with C strings, followed by a null pointer.
private func withCStrings<T>(
  _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> T
) -> T {
  let copies = texts.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies.map { UnsafePointer($0) } + [nil])
}

extension String {
  /// One line without surrounding whitespace.
  fileprivate var trimmed: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
