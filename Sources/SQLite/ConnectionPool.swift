import Foundation
import Synchronization

/// One writing and a few reading connections to a database, shared by any number of threads.
///
/// Calls block, so they must not run on Swift's cooperative thread pool.
///
/// 1. At most one thread is inside `write` or `withWriter`; others queue.
/// 2. A reader never waits for the writer (WAL), only for a free reading connection. Slow readers
///    have connections of their own, so that others never wait for them.
/// 3. A connection is in use by at most one thread.
/// 4. While a caller's closure runs, no lock is held except the writer's permit.
/// 5. A thread holds at most one reader and one writer, so threads cannot deadlock.
/// 6. The writer is closed after the readers. The last connection to a file moves the log into it
///    and deletes the log; a read-only connection cannot do that.
/// 7. The connections are closed once, when the pool is closed and no thread uses it any more.
public final class ConnectionPool: Sendable {
  private struct Use {
    /// The number of threads that use the pool.
    var threads = 0
    var isClosed = false
  }

  private let location: Connection.Location
  private let writer: Pool<Connection>
  private let readers: Pool<Connection>
  private let slowReaders: Pool<Connection>
  private let mark: WriteMark?
  private let lock = NSLock()
  /// The lock protects it.
  nonisolated(unsafe) private var uses = Use()

  /// Opens the writing connection and migrates the schema; readers are opened when first needed.
  ///
  /// - Parameters:
  ///   - readers: The maximum number of concurrent readers, at least 1. A database in memory has a
  ///     single connection: readers wait for the writer, and a read inside a write is misuse.
  ///   - slowReaders: The number of further readers for `readSlowly`, at least 1.
  ///   - busyTimeout: The maximum time to wait for a write of another process.
  ///   - mark: shows whether the database has lost writes; then it is not changed.
  /// - Throws: The errors of `Connection.init` and `Migrator.migrate`; `.lostWrites`.
  public init(
    _ location: Connection.Location, migrator: Migrator? = nil, readers: Int = 4,
    slowReaders: Int = 1, busyTimeout: Duration = .seconds(5), mark: WriteMark? = nil
  ) throws(SQLiteError) {
    self.location = location
    self.mark = mark
    let known = mark?.number ?? 0
    if known > 0, case .file(let path) = location, Self.isEmpty(path) {
      throw WriteMark.lostWrites
    }
    let open = { @Sendable in
      try Connection(location, access: .readOnly, busyTimeout: busyTimeout)
    }
    let busy = SQLiteError(.busy, "all readers of this process take too long")
    self.readers = Pool(size: readers, busy: busy, closed: Self.closed, open: open)
    self.slowReaders = Pool(size: slowReaders, busy: busy, closed: Self.closed, open: open)
    writer = Pool(
      size: 1, busy: SQLiteError(.busy, "another write of this process takes too long"),
      closed: Self.closed
    ) { throw Self.closed }
    let connection = try Connection(location, busyTimeout: busyTimeout)
    try mark?.check(connection, has: known)
    try migrator?.migrate(connection)
    writer.add(connection)
    let id = ObjectIdentifier(self)
    Self.open.withLock { $0[id] = WeakPool(pool: self) }
  }

  deinit {
    let id = ObjectIdentifier(self)
    Self.open.withLock { _ = $0.removeValue(forKey: id) }
    closeConnections()
  }

  /// Closes all pools of the process, which thereby move their logs into their files; for the end of
  /// a process that runs no `deinit`.
  public static func closeAll() {
    let pools = open.withLock { $0.values.compactMap(\.pool) }
    for pool in pools { pool.close() }
  }

  private struct WeakPool {
    weak var pool: ConnectionPool?
  }

  private static let open = Mutex<[ObjectIdentifier: WeakPool]>([:])

  private static func isEmpty(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 || status.st_size == 0
  }

  /// Closes the connections as soon as no thread uses them any more. Later calls fail with
  /// `.closed`.
  public func close() {
    let isUnused = lock.withLock {
      uses.isClosed = true
      return uses.threads == 0
    }
    if isUnused { closeConnections() }
  }

  /// Runs `body` in a transaction that holds the write lock.
  ///
  /// - Parameter timeout: The maximum time to queue behind other writers of this process.
  /// - Throws: The error of `body`; `.busy` after the timeout; `.misuse` inside another write.
  public func write<T>(
    timeout: Duration = .seconds(30), _ body: (Connection) throws -> T
  ) throws -> T {
    try withWriter(timeout: timeout) { try transaction(on: $0, body) }
  }

  /// Runs `body` in a transaction on the writing connection inside `withWriter`, and counts it.
  public func transaction<T>(
    on connection: Connection, _ body: (Connection) throws -> T
  ) throws -> T {
    let (result, number) = try connection.transaction(.immediate) {
      (try body(connection), try mark?.count(in: connection))
    }
    if let number { mark?.store(number) }
    return result
  }

  /// Runs `body` on the writing connection without a transaction, for example for a checkpoint.
  public func withWriter<T>(
    timeout: Duration = .seconds(30), _ body: (Connection) throws -> T
  ) throws -> T {
    try used {
      guard !writer.isInUseHere else { throw SQLiteError(.misuse, "a write inside a write") }
      return try writer.use(waiting: timeout, body)
    }
  }

  /// Runs `body` on a read-only connection with a consistent view of the database.
  ///
  /// Inside a write, `body` sees the state before that write.
  ///
  /// - Parameter timeout: The maximum time to wait for a free reading connection.
  /// - Throws: The error of `body`; `.busy` after the timeout; `.misuse` inside another read.
  public func read<T>(
    timeout: Duration = .seconds(30), _ body: (Connection) throws -> T
  ) throws -> T {
    try read(in: readers, timeout, timeLimit: nil, body)
  }

  /// Runs `body` like `read`, but on a connection for slow reads.
  ///
  /// - Parameter timeLimit: The time after which the statements of `body` fail.
  /// - Throws: The errors of `read`; `.interrupted` after the time limit.
  public func readSlowly<T>(
    timeout: Duration = .seconds(30), timeLimit: Duration, _ body: (Connection) throws -> T
  ) throws -> T {
    try read(in: slowReaders, timeout, timeLimit: timeLimit, body)
  }

  private func read<T>(
    in pool: Pool<Connection>, _ timeout: Duration, timeLimit: Duration?,
    _ body: (Connection) throws -> T
  ) throws -> T {
    guard location != .memory else {
      return try withWriter(timeout: timeout) { connection in
        try connection.transaction(.deferred) { try body(connection) }
      }
    }
    return try used {
      guard !readers.isInUseHere, !slowReaders.isInUseHere else {
        throw SQLiteError(.misuse, "a read inside a read")
      }
      return try pool.use(waiting: timeout) { connection in
        try connection.transaction(.deferred) {
          guard let timeLimit else { return try body(connection) }
          return try connection.withTimeLimit(timeLimit) { try body(connection) }
        }
      }
    }
  }

  /// Runs `body` while the connections cannot be closed.
  private func used<T>(_ body: () throws -> T) throws -> T {
    try lock.withLock {
      guard !uses.isClosed else { throw Self.closed }
      uses.threads += 1
    }
    defer {
      let isLast = lock.withLock {
        uses.threads -= 1
        return uses.isClosed && uses.threads == 0
      }
      if isLast { closeConnections() }
    }
    return try body()
  }

  /// Closes readers, then the writer.
  private func closeConnections() {
    readers.close()
    slowReaders.close()
    writer.close()
  }

  private static let closed = SQLiteError(.closed, "the database is closed")
}
