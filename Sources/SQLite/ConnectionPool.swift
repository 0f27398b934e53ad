/// One writer and a few readers of a database, for any number of threads.
///
/// 1. At most one thread is in `write` or `withWriter`; the others queue for it.
/// 2. A reader never waits for a writer (WAL); it waits only while all readers are lent.
/// 3. A connection is in `free` or lent to exactly one thread, never both.
/// 4. No lock is held while a caller's closure runs, apart from being that one writer.
/// 5. A thread holds at most one reader and one writer, so waiting never goes in a circle.
/// 6. The writer is closed after the readers: the last connection to a file folds the log into it
///    and takes the log away, which a reader must not do.
import CSQLite
import Dispatch
import Synchronization

/// Lends connections to threads that may block (never to tasks of the cooperative pool).
public final class ConnectionPool: Sendable {
  public let location: Connection.Location
  private let busyTimeout: Duration
  private let writer: PooledConnection
  private let writerPermit = DispatchSemaphore(value: 1)
  private let readerPermits: DispatchSemaphore
  private let state = Mutex(State())

  /// Opens the writer and brings the schema up to date; readers are opened when first needed.
  ///
  /// - Parameters:
  ///   - readers: how many threads can read at once, at least 1. A database in memory has one
  ///     connection, so there a reader does wait for the writer, and a read inside a write is
  ///     misuse.
  ///   - busyTimeout: how long to wait for another process that writes.
  /// - Throws: whatever `Connection.init` and `Migrator.migrate` throw.
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

  /// Runs `body` in a transaction that holds the write lock; all of it lasts, or nothing.
  ///
  /// - Parameter timeout: how long to queue behind this process's other writers.
  /// - Throws: what `body` throws; `.busy` after waiting in vain; `.misuse` inside another write.
  public func write<T>(
    timeout: Duration = .seconds(30), _ body: (Connection) throws -> T
  ) throws -> T {
    try withWriter(timeout: timeout) { connection in
      try connection.transaction(.immediate) { try body(connection) }
    }
  }

  /// Lends the writer without a transaction, for checkpoints and the like.
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

  /// Runs `body` on a read-only connection with one consistent view of the database.
  ///
  /// Inside a write it sees what was there before that write.
  ///
  /// - Parameter timeout: how long to queue while all readers are lent.
  /// - Throws: what `body` throws; `.busy` after waiting in vain; `.misuse` inside another read.
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
    /// Readers that nobody has.
    var free: [PooledConnection] = []
    /// Threads inside `read`.
    var reading: Set<UInt> = []
    /// The thread inside `withWriter`.
    var writing: UInt?
  }

  /// A connection on its way between threads.
  ///
  /// Proof for `@unchecked`: invariants 1 and 3; the semaphores order one thread after the other.
  private struct PooledConnection: @unchecked Sendable {
    let connection: Connection

    init(_ connection: Connection) {
      self.connection = connection
    }
  }
}

extension Duration {
  /// For Dispatch; a year stands for anything longer, since its numbers overflow.
  fileprivate var interval: DispatchTimeInterval {
    .milliseconds(Int(clamping: Swift.min(milliseconds, 31_536_000_000)))
  }
}
