import CSQLite
import Dispatch
import Foundation

/// A few connections of one kind, shared by any number of threads.
///
/// Calls block, so they must not run on Swift's cooperative thread pool. The lock is one of the
/// system: a `Mutex` spins, and collapses when more threads than cores meet in it.
///
/// 1. At most `size` connections are in use; further callers wait for one, up to a time limit.
/// 2. A connection is in use by one thread at a time.
/// 3. A connection that may be unusable is closed instead of being used again.
///
/// `@unchecked` is safe: the lock protects the state, and by invariant 2 a connection that is in use
/// belongs to one thread.
package final class Pool<Resource>: @unchecked Sendable {
  /// The maximum number of connections.
  package let size: Int
  private let waitLimit: Duration
  private let busy: any Error
  private let closed: any Error
  private let isUsable: @Sendable (Resource) -> Bool
  private let open: @Sendable () throws -> Resource
  private let places: DispatchSemaphore
  private let lock = NSLock()
  private var idle: [Resource] = []
  /// The threads that use a connection, or open one.
  private var threads: [UInt] = []
  private var isClosed = false

  /// Creates a pool; connections are opened when they are needed.
  ///
  /// - Parameters:
  ///   - waitLimit: the maximum time to wait for a free connection.
  ///   - busy: the error after this time.
  ///   - closed: the error for calls after ``close()``.
  package init(
    size: Int, waitLimit: Duration = .seconds(30), busy: any Error, closed: any Error,
    isUsable: @escaping @Sendable (Resource) -> Bool = { _ in true },
    open: @escaping @Sendable () throws -> Resource
  ) {
    self.size = max(size, 1)
    self.waitLimit = waitLimit
    self.busy = busy
    self.closed = closed
    self.isUsable = isUsable
    self.open = open
    places = DispatchSemaphore(value: self.size)
  }

  /// Runs `body` with a connection.
  ///
  /// - Parameter limit: the maximum time to wait for a free connection, if not that of the pool.
  package func use<T>(
    waiting limit: Duration? = nil, _ body: (Resource) throws -> T
  ) throws -> T {
    guard places.wait(timeout: .now() + (limit ?? waitLimit).interval) == .success else {
      throw busy
    }
    let thread = csqlite_current_thread()
    lock.withLock { threads.append(thread) }
    defer {
      lock.withLock { _ = threads.firstIndex(of: thread).map { threads.remove(at: $0) } }
      places.signal()
    }
    let resource = try take()
    defer { giveBack(resource) }
    return try body(resource)
  }

  /// The number of connections that are in use or being opened.
  package var inUse: Int { lock.withLock { threads.count } }

  /// Whether the thread that calls this uses a connection.
  var isInUseHere: Bool {
    let thread = csqlite_current_thread()
    return lock.withLock { threads.contains(thread) }
  }

  /// Closes the connections that are not in use; the others are closed after their use.
  package func close() {
    lock.withLock { isClosed = true }
    dropIdle()
  }

  /// Closes all idle connections, for use after an error that suggests a restart of a server.
  package func dropIdle() {
    // They are closed without the lock.
    let dropped = lock.withLock {
      defer { idle = [] }
      return idle
    }
    _ = consume dropped
  }

  /// Adds a connection that is not in use.
  func add(_ resource: Resource) {
    lock.withLock { if !isClosed { idle.append(resource) } }
  }

  private func take() throws -> Resource {
    while true {
      let (found, isClosed) = lock.withLock { (idle.popLast(), self.isClosed) }
      if isClosed { throw closed }
      guard let found else { return try open() }
      if isUsable(found) { return found }
    }
  }

  private func giveBack(_ resource: Resource) {
    if isUsable(resource) { add(resource) }
  }
}

extension Duration {
  /// The duration for Dispatch, limited to a year because longer intervals overflow.
  fileprivate var interval: DispatchTimeInterval {
    .milliseconds(Int(clamping: Swift.min(milliseconds, 31_536_000_000)))
  }
}
