import MarketWire
import Synchronization

/// The state of a request that another task handles.
///
/// Only the first result counts.
final class PendingResponse: Sendable {
  enum Failure: Error {
    case cancelled, timedOut

    var code: TransportError.Code { self == .cancelled ? .cancelled : .timedOut }
  }

  typealias End = Result<HTTPResponse, Failure>

  private struct State {
    var hasStarted = false
    var end: End?
    var continuation: CheckedContinuation<End, Never>?
    /// Functions that cancel the tasks of the request.
    var cancellations: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  var hasStarted: Bool { state.withLock { $0.hasStarted } }

  /// Marks the request as sent; returns false if it has already ended.
  func begin() -> Bool {
    state.withLock { state in
      guard state.end == nil else { return false }
      state.hasStarted = true
      return true
    }
  }

  /// Cancels a task when the request ends, or now if it has already ended.
  func cancelAtEnd<Success: Sendable, Failure: Error>(_ task: Task<Success, Failure>) {
    let isOver = state.withLock { state in
      if state.end == nil { state.cancellations.append { task.cancel() } }
      return state.end != nil
    }
    if isOver { task.cancel() }
  }

  /// Resumes a continuation when the request ends, or now if it has already ended.
  func wait(_ continuation: CheckedContinuation<End, Never>) {
    let end: End? = state.withLock { state in
      if state.end == nil { state.continuation = continuation }
      return state.end
    }
    if let end { continuation.resume(returning: end) }
  }

  /// Ends the request; later ends are ignored.
  ///
  /// - Parameter unlessStarted: Whether to ignore this end if the request was already sent.
  func end(_ end: End, unlessStarted: Bool = false) {
    let before: State? = state.withLock { state in
      guard state.end == nil, !unlessStarted || !state.hasStarted else { return nil }
      defer { state = State(hasStarted: state.hasStarted, end: end) }
      return state
    }
    guard let before else { return }
    before.continuation?.resume(returning: end)
    for cancel in before.cancellations { cancel() }
  }
}
