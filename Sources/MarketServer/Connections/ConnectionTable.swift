import Dispatch
import Synchronization

/// The open connections of a server, shared by their threads, the timeout thread and `stop`.
///
/// 1. The lock is taken when a connection opens or closes, by the timeout thread and while the
///    server drains; a request takes none.
/// 2. Sockets are shut down while the lock is held. A connection leaves the table under the same
///    lock before its descriptor is closed, so no descriptor is shut down that already belongs to
///    another file. None of the calls under the lock can block.
final class ConnectionTable: Sendable {
  private struct State {
    var connections: [Int32: ClientConnection] = [:]
    var countByGroup: [String: Int] = [:]
    var hasSignaledIdle = false
  }

  private let configuration: ServerConfiguration
  /// Called when a connection has left the table.
  private let closed: @Sendable () -> Void
  private let state = Mutex(State())
  private let draining = Atomic(false)
  /// Signaled once, when the table drains and no request is running.
  private let idle = DispatchSemaphore(value: 0)

  init(_ configuration: ServerConfiguration, closed: @escaping @Sendable () -> Void = {}) {
    self.configuration = configuration
    self.closed = closed
  }

  var isDraining: Bool { draining.load(ordering: .sequentiallyConsistent) }

  /// The number of connections, each of which holds a descriptor.
  var count: Int { state.withLock { $0.connections.count } }

  subscript(descriptor: Int32) -> ClientConnection? {
    state.withLock { $0.connections[descriptor] }
  }

  /// Adds a connection; nil if there is no room even for a refusal.
  ///
  /// A connection that exceeds a limit has its first request refused. When all connections are
  /// taken, a new one replaces an idle one, if there is one to close.
  func open(_ descriptor: Int32, from address: IPAddress?) -> ClientConnection? {
    let limits = configuration.limits
    let isProxy = address.map(configuration.forwarding.isTrusted) ?? false
    let now = now
    return state.withLock { state in
      let count = isProxy ? 0 : state.countByGroup[address?.group ?? "?", default: 0]
      guard state.connections.count < limits.connections + Self.refusedConnections,
        count < limits.connectionsPerAddress + Self.refusedPerAddress
      else { return nil }
      let isWithinLimits =
        count < limits.connectionsPerAddress && makeRoom(in: state.connections, at: now)
      let connection = ClientConnection(
        descriptor: descriptor, address: address, isProxy: isProxy,
        exceedsLimits: !isWithinLimits, isSecure: configuration.identity != nil, limits: limits,
        at: now)
      state.connections[descriptor] = connection
      state.countByGroup[connection.group, default: 0] += 1
      return connection
    }
  }

  /// Closes an idle connection in one of the phases and returns whether there was one to close.
  @discardableResult
  func closeLongestIdle(in isIncluded: (ConnectionPhase) -> Bool = { _ in true }) -> Bool {
    let now = now
    return state.withLock { state in
      let candidates = state.connections.values.filter { isIncluded($0.phase) }
      return closeLongestIdle(of: candidates, at: now)
    }
  }

  /// Sets the phase of a connection and returns false if the connection was shut down.
  @discardableResult
  func advance(_ connection: ClientConnection, to phase: ConnectionPhase) -> Bool {
    let isOpen = connection.advance(to: phase, at: now)
    // Either this sees that the table drains, or `drain` sees the phase.
    if isDraining {
      state.withLock { state in
        if phase == .idle, let before = connection.abortIfUnused() {
          shutDown(connection, in: before)
        }
        signalIfIdle(&state)
      }
    }
    return isOpen
  }

  /// Removes a connection; must be called before its descriptor is closed.
  func close(_ connection: ClientConnection) {
    defer { closed() }
    state.withLock { state in
      guard state.connections.removeValue(forKey: connection.descriptor) != nil else { return }
      let count = state.countByGroup[connection.group, default: 1] - 1
      state.countByGroup[connection.group] = count > 0 ? count : nil
      if isDraining { signalIfIdle(&state) }
    }
  }

  /// Shuts down all connections.
  func abortAll() {
    shutDownAll(responding: false) { $0.abort() }
  }

  func abortOverdue() {
    let now = now
    shutDownAll { $0.abort(overdueAt: now) }
  }

  /// Shuts down connections without a running request, waits at most `limit` for the others and
  /// then shuts them down too.
  func drain(within limit: Duration) {
    draining.store(true, ordering: .sequentiallyConsistent)
    shutDownAll { $0.abortIfUnused() }
    state.withLock { signalIfIdle(&$0) }
    if idle.wait(timeout: .now() + limit.dispatchInterval) == .timedOut { abortAll() }
  }

  /// Connections beyond the limits whose first request is refused; others are closed at once.
  static let refusedConnections = 64
  private static let refusedPerAddress = 32

  /// Returns whether another connection is within the total limit, after closing one if needed.
  private func makeRoom(in connections: [Int32: ClientConnection], at now: Int) -> Bool {
    let limit = configuration.limits.connections
    guard connections.count >= limit else { return true }
    let open = connections.values.filter { !$0.phase.isAborted }
    return open.count < limit || closeLongestIdle(of: open, at: now)
  }

  private func closeLongestIdle(of connections: [ClientConnection], at now: Int) -> Bool {
    let minimum = configuration.limits.protectedIdleTime
    for victim in ClientConnection.longestIdle(of: connections, at: now) {
      guard victim.abort(idleFor: minimum, at: now) != nil else { continue }
      ClientSocket.shutDown(victim.descriptor)
      return true
    }
    return false
  }

  private var now: Int { configuration.elapsed().wholeNanoseconds }

  private func signalIfIdle(_ state: inout State) {
    guard !state.hasSignaledIdle, !state.connections.values.contains(where: \.phase.isRunning)
    else { return }
    state.hasSignaledIdle = true
    idle.signal()
  }

  /// Shuts down the connections that `abort` has aborted.
  private func shutDownAll(
    responding: Bool = true, _ abort: (ClientConnection) -> ConnectionPhase?
  ) {
    state.withLock { state in
      for connection in state.connections.values {
        guard let phase = abort(connection) else { continue }
        shutDown(connection, in: responding ? phase : .aborted)
      }
    }
  }

  private func shutDown(_ connection: ClientConnection, in phase: ConnectionPhase) {
    // Plain text would not be a TLS record, so a TLS client gets no 408.
    if phase.respondsToTimeout, configuration.identity == nil {
      let response = ClosingResponse.bytes(
        RequestRefusal.timeout.response, isHead: false, at: configuration.now())
      ClientSocket.sendWithoutWaiting(response, to: connection.descriptor)
    }
    ClientSocket.shutDown(connection.descriptor)
  }
}
