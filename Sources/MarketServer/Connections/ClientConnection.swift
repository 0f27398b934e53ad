import Synchronization

/// A client's connection.
///
/// 1. Its own thread moves it from phase to phase; the timeout thread and `stop` abort it.
/// 2. An aborted connection stays aborted: nothing is sent on it.
final class ClientConnection: Sendable {
  let descriptor: Int32
  /// The address at the other end; nil if it is neither IPv4 nor IPv6.
  let address: IPAddress?
  /// The address as text, or `?`.
  let addressText: String
  /// The group of addresses in which the connection is counted.
  let group: String
  /// Whether the other end is a trusted proxy, which has no limit per address.
  let isProxy: Bool
  /// Whether the connection exceeds a limit, so that its first request gets 503.
  let exceedsLimits: Bool
  /// Whether the connection uses TLS, so that only the library can write to it.
  let isSecure: Bool
  private let limits: ServerLimits
  private let state: Mutex<ConnectionState>

  /// - Parameter now: nanoseconds from the start of the server's clock, as in all methods.
  init(
    descriptor: Int32, address: IPAddress?, isProxy: Bool = false, exceedsLimits: Bool = false,
    isSecure: Bool = false, limits: ServerLimits, at now: Int
  ) {
    self.descriptor = descriptor
    self.address = address
    addressText = address?.text ?? "?"
    group = address?.group ?? "?"
    self.isProxy = isProxy
    self.exceedsLimits = exceedsLimits
    self.isSecure = isSecure
    self.limits = limits
    state = Mutex(ConnectionState(deadline: now + limits.headerTimeout.wholeNanoseconds))
  }

  var phase: ConnectionPhase { state.withLock { $0.phase } }

  /// Sets the phase and returns false if the connection was aborted before.
  @discardableResult
  func advance(to phase: ConnectionPhase, at now: Int) -> Bool {
    let deadline = timeout(of: phase).map { now + $0.wholeNanoseconds }
    return state.withLock { state in
      guard !state.phase.isAborted else { return false }
      state.phase = phase
      state.deadline = deadline
      if phase == .idle { state.hasServed = true }
      return true
    }
  }

  /// Sets the deadline of a body by the bytes that have arrived until now (API 8.2).
  ///
  /// A client that has sent much may not wait longer than others for the rest.
  func extendBody(startedAt start: Int, received bytes: Int, at now: Int) {
    let rate = max(1, limits.bodyBytesPerSecond)
    let due = min(now, start + Int(Double(bytes) / Double(rate) * 1e9))
    let deadline = min(
      start + limits.bodyTimeout.wholeNanoseconds, due + limits.bodyGrace.wholeNanoseconds)
    state.withLock { state in
      if state.phase == .body { state.deadline = deadline }
    }
  }

  /// How long the client has kept the server waiting; nil while a request is being handled.
  ///
  /// A request whose headers do not end counts as none.
  func idleTime(at now: Int) -> (hasSentRequest: Bool, nanoseconds: Int)? {
    let state = state.withLock { $0 }
    guard let since = idleStart(of: state) else { return nil }
    let isWaiting = state.phase == .opened || state.phase == .headers
    return (state.hasServed || !isWaiting, now - since)
  }

  /// Aborts the connection if it has been idle for at least `minimum`.
  func abort(idleFor minimum: Duration, at now: Int) -> ConnectionPhase? {
    abort(responding: false) { state in
      idleStart(of: state).map { now - $0 >= minimum.wholeNanoseconds } ?? false
    }
  }

  /// Aborts the connection if its deadline has passed.
  ///
  /// - Returns: the phase before, or nil if the connection was not aborted now.
  func abort(overdueAt now: Int) -> ConnectionPhase? {
    abort { state in state.deadline.map { $0 <= now } ?? false }
  }

  /// Aborts the connection unless a request is running or being refused.
  func abortIfUnused() -> ConnectionPhase? {
    abort { $0.phase == .opened || $0.phase == .idle }
  }

  /// Aborts the connection in any phase, without a response.
  func abort() -> ConnectionPhase? {
    abort(responding: false) { _ in true }
  }

  private func abort(
    responding: Bool = true, if isDue: (ConnectionState) -> Bool
  ) -> ConnectionPhase? {
    state.withLock { state in
      let before = state.phase
      guard !before.isAborted, isDue(state) else { return nil }
      state.phase = responding && before.respondsToTimeout ? .timedOut : .aborted
      state.deadline = nil
      return before
    }
  }

  /// The time from which on the client keeps the server waiting.
  ///
  /// A body that keeps its rate does not, nor does a response in its first seconds.
  private func idleStart(of state: ConnectionState) -> Int? {
    guard let deadline = state.deadline, let timeout = timeout(of: state.phase) else { return nil }
    let start = deadline - timeout.wholeNanoseconds
    return state.phase == .responding ? start + limits.bodyGrace.wholeNanoseconds : start
  }

  private func timeout(of phase: ConnectionPhase) -> Duration? {
    switch phase {
    case .opened, .headers: limits.headerTimeout
    case .body: min(limits.bodyGrace, limits.bodyTimeout)
    case .responding: limits.writeTimeout
    case .idle: limits.idleTimeout
    case .handling, .closing, .aborted, .timedOut: nil
    }
  }
}
