public import MarketService
public import MarketWire
import SQLite
import Synchronization

/// Why a URL of a database cannot be used.
public enum PostgresURLProblem: Error, Hashable, Sendable {
  /// It has a password, which others could read in the list of processes.
  case hasPassword
  /// It is malformed, or libpq is not installed.
  case malformed(reason: String)
}

/// The store of a market in a database of a PostgreSQL server, for any number of processes.
///
/// 1. A write begins with the lock of the one row of `market_state`. Ids and revisions come from
///    this row, so they become visible in their order. A sequence would not do that.
/// 2. The bytes of pictures are written before, in a transaction of their own (`picture_file` with
///    `staged_at`). A write only adopts them, so no write waits for the pictures of others. A move
///    has no other writers, so it copies the pictures in the write of their listings.
/// 3. A read is one REPEATABLE READ READ ONLY transaction.
/// 4. Each statement has a time limit, and so has the wait for a lock.
public final class PostgresStore: MarketStore {
  let pool: Pool<PostgresConnection>
  /// A connection of its own, so that a busy market is not an unhealthy one.
  private let healthPool: Pool<PostgresConnection>
  let clock: @Sendable () -> WireDate
  let lastSweep = Mutex<Int64>(0)
  private let salt: [UInt8]

  /// Opens the market and migrates its tables; creates them if there are none.
  ///
  /// - Parameters:
  ///   - url: a `postgresql://` URL without a password.
  ///   - connections: the number of connections of this process, apart from one for health checks.
  ///   - waitLimit: the maximum time to wait for a free connection.
  ///   - lockTimeout: how long a write waits for other writers.
  ///   - clock: returns the current time.
  public init(
    url: String, connections: Int = 8, waitLimit: Duration = .seconds(5),
    lockTimeout: Duration = .seconds(30),
    clock: @escaping @Sendable () -> WireDate
  ) throws(StoreError) {
    self.clock = clock
    // The server stops a statement whose client has gone.
    let setupSQL = """
      SET statement_timeout = '35s'; SET client_connection_check_interval = '2s';
      SET lock_timeout = \(Int(lockTimeout / .milliseconds(1)));
      SET idle_in_transaction_session_timeout = '120s';
      SET default_transaction_isolation = 'read committed';
      SET jit = off;
      SET bytea_output = 'hex'
      """
    pool = Pool(
      url: url, setupSQL: setupSQL, size: connections, waitLimit: waitLimit)
    healthPool = Pool(url: url, setupSQL: setupSQL, size: 1, waitLimit: waitLimit)
    do {
      // An upgrade of a large market takes minutes.
      let connection = try PostgresConnection.session(
        url: url, setupSQL: setupSQL, timeLimit: .seconds(3600))
      try PostgresSchema.migrate(connection)
      salt = try connection.first("SELECT salt FROM market_state") { $0.blob(0) } ?? []
    } catch {
      throw StoreError(opening: error)
    }
  }

  /// The version of libpq; nil if it cannot be loaded.
  public static var libraryVersion: String? { PostgresConnection.libraryVersion }

  /// Checks a URL without connecting.
  public static func check(url: String) throws(PostgresURLProblem) {
    do throws(PostgresError) { try PostgresConnection.check(url: url) } catch {
      throw error.code == .hasPassword ? .hasPassword : .malformed(reason: error.message)
    }
  }

  public func read<T>(_ body: (any StoreReader) throws -> T) throws -> T {
    try read(settings: "", body)
  }

  /// Slow reads use the same connections as others, and at most this number of them.
  public var slowReaders: Int { 2 }

  public func readSlowly<T>(
    timeLimit: Duration, _ body: (any StoreReader) throws -> T
  ) throws -> T {
    let milliseconds = max(1, Int(timeLimit / .milliseconds(1)))
    // The best plan of a search depends on how many listings have its pairs of characters.
    let settings = """
      SET LOCAL statement_timeout = \(milliseconds); SET LOCAL plan_cache_mode = force_custom_plan;
      """
    return try read(settings: settings, body)
  }

  private func read<T>(
    settings: String, _ body: (any StoreReader) throws -> T
  ) throws -> T {
    let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \(settings) \(MarketState.select)"
    return try transaction(begin, isRepeatable: true) { connection, state in
      let result = try body(PostgresReader(connection, state))
      return (result, { try connection.execute("COMMIT") })
    }
  }

  /// Runs `body` in a transaction as the only writer; commits it, or rolls it back if `body` throws.
  ///
  /// There is no reserve: the server's disk is its operator's.
  public func write<T>(
    mayUseReserve: Bool, _ body: (any StoreWriter) throws -> T
  ) throws -> T {
    try write { writer in try body(writer) }
  }

  func write<T>(
    settings: String = "", _ body: (PostgresWriter) throws -> T
  ) throws -> T {
    try transaction("BEGIN; \(settings) \(MarketState.select) FOR UPDATE", isRepeatable: false) {
      connection, state in
      let writer = PostgresWriter(connection, state)
      let result = try body(writer)
      try writer.flush()
      return (result, { try self.commit(connection) })
    }
  }

  /// Commits a write.
  ///
  /// If the connection is lost here, the outcome is unknown: the client repeats the request with its
  /// key. `pg_xact_status` is no help, because a server that crashed uses the ids of transactions
  /// again whose records were not on the disk.
  private func commit(_ connection: PostgresConnection) throws {
    do throws(PostgresError) { try connection.execute("COMMIT") } catch {
      guard connection.isLost else { throw error }
      pool.dropIdle()
      throw StoreError.outcomeUnknown(detail: error.message)
    }
  }

  /// Runs `body` in a transaction that begins with a script, and then what `body` returns.
  ///
  /// After a restart of the server, connections that were idle are lost. Then the transaction runs
  /// again with a new one, if it had not started or is repeatable.
  private func transaction<T>(
    _ begin: String, isRepeatable: Bool,
    _ body: (PostgresConnection, MarketState) throws -> (T, commit: () throws -> Void)
  ) throws -> T {
    var hasBegun = false
    func attempt() throws -> T {
      try pool.use { connection in
        // One script is one round trip.
        let state = try connection.script(begin, MarketState.init)
        hasBegun = true
        do {
          guard let state else { throw StoreError.damaged(detail: "market_state is empty") }
          let (result, commit) = try body(connection, state)
          try commit()
          return result
        } catch {
          // If this fails, the pool closes the connection.
          if !connection.isLost { try? connection.execute("ROLLBACK") }
          throw error
        }
      }
    }
    return try translated {
      do { return try attempt() } catch let error as PostgresError {
        guard error.code == .connection, isRepeatable || !hasBegun else { throw error }
        pool.dropIdle()
        return try attempt()
      }
    }
  }

  public func hasSpace() -> Bool { true }

  public func freeBytes() -> Int64? { nil }

  public var connections: StoreConnections? {
    StoreConnections(inUse: pool.inUse, limit: pool.size)
  }

  public func check() throws(StoreError) {
    do {
      let isReadOnly = try healthPool.use { connection in
        try connection.first(
          "SELECT current_setting('transaction_read_only')::boolean, revision FROM market_state"
        ) { $0.bool(0) }
      }
      guard isReadOnly != true else { throw StoreError.readOnly }
    } catch {
      // The server may repair itself, or the URL leads to another one.
      healthPool.dropIdle()
      if let error = error as? StoreError { throw error }
      throw .unreachable(detail: (error as? PostgresError)?.message ?? "\(error)")
    }
  }

  public func record(_ line: [UInt8]) throws {
    _ = try connected { connection in
      try connection.run(
        "INSERT INTO removal_note (line) VALUES ($1)",
        [.text(String(decoding: line, as: UTF8.self))])
    }
  }

  public func unfinishedMove() throws -> String? {
    try connected { connection in
      try connection.first("SELECT unfinished_move FROM market_state") { $0.optionalText(0) } ?? nil
    }
  }

  public func setUnfinishedMove(_ text: String?) throws {
    _ = try connected { connection in
      try connection.run("UPDATE market_state SET unfinished_move = $1", [Value(text)])
    }
  }

  public func settings() throws -> StoreSettings {
    try connected { connection in
      let level = try connection.first("SHOW synchronous_commit") { $0.text(0) }
      return StoreSettings(journal: "wal", synchronous: level ?? "unknown")
    }
  }

  public var counters: (any SharedCounters)? { PostgresCounters(pool: pool, salt: salt) }

  public func close() {
    pool.close()
    healthPool.close()
  }

  /// Runs `body` with a connection, outside of a transaction.
  func connected<T>(_ body: (PostgresConnection) throws -> T) throws -> T {
    try translated { try pool.use(body) }
  }

  private func translated<T>(_ body: () throws -> T) throws -> T {
    do { return try body() } catch let error as PostgresError {
      // After a failover, the URL may lead to another server than the one that is read-only.
      if error.code == .connection || error.code == .sqlState("25006") { pool.dropIdle() }
      throw StoreError(error)
    }
  }
}
