import CSQLite
import Dispatch
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
  private let location: Connection.Location
  private let writer: Writer
  private let readers: ReaderPool
  private let slowReaders: ReaderPool
  private let mark: WriteMark?
  /// The number of threads that use the pool, plus `closedBit` when it is closed.
  private let users = Atomic<Int>(0)

  private static let closedBit = 1 << 40

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
    self.readers = ReaderPool(location, count: readers, busyTimeout: busyTimeout)
    self.slowReaders = ReaderPool(location, count: slowReaders, busyTimeout: busyTimeout)
    let connection = try Connection(location, busyTimeout: busyTimeout)
    try mark?.check(connection, has: known)
    try migrator?.migrate(connection)
    writer = Writer(connection)
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
    // A second call must not count as a second user.
    let before = users.bitwiseOr(Self.closedBit, ordering: .acquiringAndReleasing).oldValue
    if before == 0 { closeConnections() }
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
      let thread = csqlite_current_thread()
      guard writer.thread.load(ordering: .relaxed) != thread else {
        throw SQLiteError(.misuse, "a write inside a write")
      }
      guard writer.permit.wait(timeout: .now() + timeout.interval) == .success else {
        throw SQLiteError(.busy, "another write of this process takes too long")
      }
      writer.thread.store(thread, ordering: .relaxed)
      defer {
        writer.thread.store(0, ordering: .relaxed)
        writer.permit.signal()
      }
      guard let connection = writer.connection else { throw Self.closed }
      return try body(connection)
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
    in pool: ReaderPool, _ timeout: Duration, timeLimit: Duration?,
    _ body: (Connection) throws -> T
  ) throws -> T {
    guard location != .memory else {
      return try withWriter(timeout: timeout) { connection in
        try connection.transaction(.deferred) { try body(connection) }
      }
    }
    return try used {
      let thread = csqlite_current_thread()
      guard !readers.isReading(thread), !slowReaders.isReading(thread) else {
        throw SQLiteError(.misuse, "a read inside a read")
      }
      return try pool.read(
        on: thread, until: .now() + timeout.interval, timeLimit: timeLimit, body)
    }
  }

  /// Runs `body` while the connections cannot be closed.
  private func used<T>(_ body: () throws -> T) throws -> T {
    let before = users.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue
    defer {
      let rest = users.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
      if rest == Self.closedBit { closeConnections() }
    }
    guard before & Self.closedBit == 0 else { throw Self.closed }
    return try body()
  }

  /// Closes readers, then the writer. A late caller that is refused may repeat it.
  private func closeConnections() {
    guard writer.isClosing.exchange(true, ordering: .acquiringAndReleasing) == false else { return }
    readers.close()
    slowReaders.close()
    writer.connection = nil
  }

  private static let closed = SQLiteError(.closed, "the database is closed")

  /// The connection that moves between writing threads.
  ///
  /// Proof for `@unchecked`: by invariants 1 and 7 one thread uses the connection at a time, and
  /// `permit` orders these uses.
  private final class Writer: @unchecked Sendable {
    var connection: Connection?
    let permit = DispatchSemaphore(value: 1)
    /// The thread inside `withWriter`, or 0.
    let thread = Atomic<UInt>(0)
    let isClosing = Atomic<Bool>(false)

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
