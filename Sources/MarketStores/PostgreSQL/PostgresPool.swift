import Dispatch
import Synchronization

/// A few connections to one database, shared by any number of threads.
///
/// Calls block, so they must not run on Swift's cooperative thread pool.
///
/// 1. At most `size` connections are in use; further callers wait for one, up to a time limit.
/// 2. A connection is in use by at most one thread.
/// 3. A connection that may be unusable is closed instead of being used again.
final class PostgresPool: Sendable {
  /// A connection that is not in use. `@unchecked` is safe: the lock protects the idle connections,
  /// and all others are used by one thread each.
  private struct IdleConnection: @unchecked Sendable {
    let connection: PostgresConnection
  }

  private struct State {
    var idle: [IdleConnection] = []
    var inUse = 0
    var isClosed = false
  }

  private let url: String
  private let setupSQL: String
  private let waitLimit: Duration
  /// The maximum number of connections.
  let size: Int
  private let places: DispatchSemaphore
  private let state = Mutex(State())

  /// Creates a pool; connections are opened when they are needed.
  ///
  /// - Parameters:
  ///   - setupSQL: a script that runs first on each connection.
  ///   - size: the maximum number of connections.
  ///   - waitLimit: the maximum time to wait for a free connection.
  init(url: String, setupSQL: String, size: Int = 8, waitLimit: Duration = .seconds(5)) {
    self.url = url
    self.setupSQL = setupSQL
    self.waitLimit = waitLimit
    self.size = size
    places = DispatchSemaphore(value: size)
  }

  /// Runs `body` with a connection.
  ///
  /// - Throws: the error of `body`; `.noFreeConnection`, `.connection`, `.closed`.
  func withConnection<T>(_ body: (PostgresConnection) throws -> T) throws -> T {
    let milliseconds = Int(waitLimit / .milliseconds(1))
    guard places.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else {
      throw PostgresError(.noFreeConnection, "all connections are in use")
    }
    state.withLock { $0.inUse += 1 }
    defer {
      state.withLock { $0.inUse -= 1 }
      places.signal()
    }
    let connection = try take()
    defer { giveBack(connection) }
    return try body(connection)
  }

  /// The number of connections that are in use or being opened.
  var inUse: Int { state.withLock { $0.inUse } }

  /// Closes the connections that are not in use; the others are closed after their use.
  func close() {
    let idle = state.withLock { state in
      state.isClosed = true
      defer { state.idle = [] }
      return state.idle
    }
    _ = consume idle
  }

  /// Closes all idle connections, for use after an error that suggests a restart of the server.
  func dropIdle() {
    let idle = state.withLock { state in
      defer { state.idle = [] }
      return state.idle
    }
    _ = consume idle
  }

  private func take() throws(PostgresError) -> PostgresConnection {
    while true {
      let (found, isClosed) = state.withLock { ($0.idle.popLast(), $0.isClosed) }
      if isClosed { throw PostgresError(.closed, "the pool is closed") }
      guard let found else {
        return try PostgresConnection(url: url, setupSQL: setupSQL)
      }
      if found.connection.isUsable { return found.connection }
    }
  }

  private func giveBack(_ connection: PostgresConnection) {
    guard connection.isUsable else { return }
    let idle = IdleConnection(connection: connection)
    state.withLock { state in
      if !state.isClosed { state.idle.append(idle) }
    }
  }
}
