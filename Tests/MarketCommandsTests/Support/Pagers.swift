/// Pagers of a test: what they were given, and how they end.
import MarketCommands
import MarketShell
import SellerSession
import Synchronization

/// Starts pagers that note what they get.
final class Pagers: Sendable {
  /// What a pager of the test does.
  enum Kind: Hashable, Sendable {
    /// It cannot be started.
    case none
    /// It shows everything.
    case patient
    /// Its reader leaves at once.
    case left
    /// Its reader leaves when the test says so; see ``Pagers/leave()``.
    case leftOnCall
    /// The shell that should have started it finds nothing, which is noticed when more is written
    /// than these bytes, as many as a pipe holds.
    case missing(after: Int = 65_536)
  }

  private struct State {
    var kind = Kind.none
    var requests: [PagerRequest] = []
    var text = ""
    var isLeft = false
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  var requests: [PagerRequest] { state.withLock { $0.requests } }
  /// All that they were given.
  var text: String { state.withLock { $0.text } }

  func use(_ kind: Kind) { state.withLock { $0.kind = kind } }

  @Sendable func start(_ request: PagerRequest) async -> PagerRun? {
    let kind = state.withLock { state in
      state.requests.append(request)
      return state.kind
    }
    if case .none = kind { return nil }
    let taken = Mutex(0)
    return PagerRun { [self] text in
      let count = taken.withLock { taken in
        taken += text.utf8.count
        return taken
      }
      if case .missing(let limit) = kind, count > limit { return false }
      state.withLock { $0.text += text }
      if case .left = kind { return false }
      return true
    } isLeft: { [self] in
      guard case .leftOnCall = kind else { return false }
      await untilLeft()
      return state.withLock { $0.isLeft }
    } finish: {
      if case .missing = kind { return .notStarted }
      return .shown
    }
  }

  /// Has the reader leave while more is awaited.
  func leave() {
    let watchers = state.withLock { state in
      state.isLeft = true
      defer { state.watchers = [] }
      return state.watchers
    }
    for watcher in watchers { watcher.resume() }
  }

  /// Returns when the reader has left, or when the task is cancelled.
  private func untilLeft() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          let isOver = state.isLeft || Task.isCancelled
          if !isOver { state.watchers.append(continuation) }
          return isOver
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let watchers = state.withLock { state in
        defer { state.watchers = [] }
        return state.watchers
      }
      for watcher in watchers { watcher.resume() }
    }
  }
}
