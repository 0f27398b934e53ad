import CSQLite
import Dispatch
import Synchronization

/// One writing and a few reading connections to a database, shared by any number of threads.
///
/// Calls block, so they must not run on Swift's cooperative thread pool.
///
/// 1. At most one thread is inside `write` or `withWriter`; others queue.
/// 2. A reader never waits for the writer (WAL), only for a free reading connection.
/// 3. A connection is either in `free` or in use by exactly one thread.
/// 4. While a caller's closure runs, no lock is held except the writer's permit.
/// 5. A thread holds at most one reader and one writer, so threads cannot deadlock.
/// 6. The writer is closed after the readers. The last connection to a file moves the log into it
///    and deletes the log; a read-only connection cannot do that.
public final class ConnectionPool: Sendable {
  private let location: Connection.Location
  private let busyTimeout: Duration
  private let writer: PooledConnection
  private let writerPermit = DispatchSemaphore(value: 1)
  private let readerPermits: DispatchSemaphore
  private let state = Mutex(State())

  /// Opens the writing connection and migrates the schema; readers are opened when first needed.
  ///
  /// - Parameters:
  ///   - readers: The maximum number of concurrent readers, at least 1. A database in memory has a
  ///     single connection: readers wait for the writer, and a read inside a write is misuse.
  ///   - busyTimeout: The maximum time to wait for a write of another process.
  /// - Throws: The errors of `Connection.init` and `Migrator.migrate`.
  public init(
    _ location: Connection.Location, migrator: Migrator? = nil, readers: Int = 4,
    busyTimeout: Duration = .seconds(5)
  ) throws(SQLiteError) {
    self.location = location
    self.busyTimeout = busyTimeout
    readerPermits = DispatchSemaphore(value: max(1, readers))
    let connection = try Connection(location, busyTimeout: busyTimeout)
    try migrator?.migrate(connection)
    writer = PooledConnection(connection)
  }

  deinit {
    state.withLock { $0.free = [] }
  }

  /// Runs `body` in a transaction that holds the write lock.
  ///
  /// - Parameter timeout: The maximum time to queue behind other writers of this process.
  /// - Throws: The error of `body`; `.busy` after the timeout; `.misuse` inside another write.
  public func write<T>(
    timeout: Duration = .seconds(30), _ body: (Connection) throws -> T
  ) throws -> T {
    try withWriter(timeout: timeout) { connection in
      try connection.transaction(.immediate) { try body(connection) }
    }
  }

  /// Runs `body` on the writing connection without a transaction, for example for a checkpoint.
  public func withWriter<T>(
    timeout: Duration = .seconds(30), _ body: (Connection) throws -> T
  ) throws -> T {
    let thread = csqlite_current_thread()
    guard state.withLock({ $0.writing != thread }) else {
      throw SQLiteError(.misuse, "a write inside a write")
    }
    guard writerPermit.wait(timeout: .now() + timeout.interval) == .success else {
      throw SQLiteError(.busy, "another write of this process takes too long")
    }
    state.withLock { $0.writing = thread }
    defer {
      state.withLock { $0.writing = nil }
      writerPermit.signal()
    }
    return try body(writer.connection)
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
    guard location != .memory else {
      return try withWriter(timeout: timeout) { connection in
        try connection.transaction(.deferred) { try body(connection) }
      }
    }
    let thread = csqlite_current_thread()
    guard state.withLock({ !$0.reading.contains(thread) }) else {
      throw SQLiteError(.misuse, "a read inside a read")
    }
    guard readerPermits.wait(timeout: .now() + timeout.interval) == .success else {
      throw SQLiteError(.busy, "all readers of this process take too long")
    }
    defer { readerPermits.signal() }
    let free = state.withLock { $0.free.popLast() }
    let lease =
      try free
      ?? PooledConnection(
        Connection(location, access: .readOnly, busyTimeout: busyTimeout))
    _ = state.withLock { $0.reading.insert(thread) }
    defer {
      state.withLock {
        $0.reading.remove(thread)
        $0.free.append(lease)
      }
    }
    return try lease.connection.transaction(.deferred) { try body(lease.connection) }
  }

  private struct State {
    /// Reading connections that are not in use.
    var free: [PooledConnection] = []
    /// Threads inside `read`.
    var reading: Set<UInt> = []
    /// The thread inside `withWriter`.
    var writing: UInt?
  }

  /// A connection that moves between threads.
  ///
  /// Proof for `@unchecked`: by invariants 1 and 3 one thread uses it at a time, and the semaphores
  /// order these uses.
  private struct PooledConnection: @unchecked Sendable {
    let connection: Connection

    init(_ connection: Connection) {
      self.connection = connection
    }
  }
}

extension Duration {
  /// The duration for Dispatch, limited to a year because longer intervals overflow.
  fileprivate var interval: DispatchTimeInterval {
    .milliseconds(Int(clamping: Swift.min(milliseconds, 31_536_000_000)))
  }
}
