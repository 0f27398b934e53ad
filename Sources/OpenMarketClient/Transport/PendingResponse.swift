/// What a caller waits for while its request is worked on elsewhere.
import MarketWire
import Synchronization

/// The first end of it counts: an answer, a cancellation or the time limit.
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
    /// What is cancelled at the end.
    var tasks: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  var hasBegun: Bool { state.withLock { $0.hasBegun } }

  /// Whether the work is still wanted; from here on it counts as sent.
  func begin() -> Bool {
    state.withLock { state in
      guard state.end == nil else { return false }
      state.hasBegun = true
      return true
    }
  }

  func hold<Success: Sendable, Failure: Error>(_ task: Task<Success, Failure>) {
    let isOver = state.withLock { state in
      if state.end == nil { state.tasks.append { task.cancel() } }
      return state.end != nil
    }
    if isOver { task.cancel() }
  }

  func wait(_ continuation: CheckedContinuation<End, Never>) {
    let end: End? = state.withLock { state in
      if state.end == nil { state.continuation = continuation }
      return state.end
    }
    if let end { continuation.resume(returning: end) }
  }

  /// - Parameter onlyBefore: whether work that has begun is left to end by itself.
  func end(_ end: End, onlyBefore: Bool = false) {
    let before: State? = state.withLock { state in
      guard state.end == nil, !onlyBefore || !state.hasBegun else { return nil }
      defer { state = State(hasBegun: state.hasBegun, end: end) }
      return state
    }
    guard let before else { return }
    before.continuation?.resume(returning: end)
    for cancel in before.tasks { cancel() }
  }
}
