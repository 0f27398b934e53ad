import MarketWire
import Synchronization

/// The shared state of a request that is handled elsewhere; only its first end counts.
final class PendingResponse: Sendable {
  enum Failure: Error {
    case cancelled, timedOut

    var code: TransportError.Code { self == .cancelled ? .cancelled : .timedOut }
  }

  typealias End = Result<HTTPResponse, Failure>

  private struct State {
    var hasBegun = false
    var end: End?
    var continuation: CheckedContinuation<End, Never>?
    /// Functions that cancel the tasks of the request.
    var cancellations: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  var hasBegun: Bool { state.withLock { $0.hasBegun } }

  /// Marks the request as sent; returns false if it has already ended.
  func begin() -> Bool {
    state.withLock { state in
      guard state.end == nil else { return false }
      state.hasBegun = true
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
  /// - Parameter unlessBegun: Whether to ignore this end if the request was already sent.
  func end(_ end: End, unlessBegun: Bool = false) {
    let before: State? = state.withLock { state in
      guard state.end == nil, !unlessBegun || !state.hasBegun else { return nil }
      defer { state = State(hasBegun: state.hasBegun, end: end) }
      return state
    }
    guard let before else { return }
    before.continuation?.resume(returning: end)
    for cancel in before.cancellations { cancel() }
  }
}
