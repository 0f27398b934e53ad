import MarketShell
import SellerSession
import Synchronization

/// Starts pagers that record their input.
final class FakePagers: Sendable {
  /// The behavior of a pager.
  enum Kind: Hashable, Sendable {
    /// The pager cannot be started.
    case none
    /// The pager shows everything.
    case readsAll
    /// The user quits the pager at once.
    case quits
    /// The user quits the pager when the test calls ``FakePagers/quit()``.
    case quitsOnCall
    /// The shell does not find the pager, which is noticed when more is written than the bytes that
    /// fit into a pipe.
    case missing(after: Int = 65_536)
  }

  private struct State {
    var kind = Kind.none
    var requests: [PagerRequest] = []
    var text = ""
    var hasQuit = false
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  var requests: [PagerRequest] { state.withLock { $0.requests } }
  /// The text that the pagers got.
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
      if case .quits = kind { return false }
      return true
    } isLeft: { [self] in
      guard case .quitsOnCall = kind else { return false }
      await waitUntilQuit()
      return state.withLock { $0.hasQuit }
    } finish: {
      if case .missing = kind { return .notStarted }
      return .shown
    }
  }

  /// Quits the pager while it waits for more text.
  func quit() {
    let watchers = state.withLock { state in
      state.hasQuit = true
      defer { state.watchers = [] }
      return state.watchers
    }
    for watcher in watchers { watcher.resume() }
  }

  /// Returns when the user has quit the pager, or when the task is cancelled.
  private func waitUntilQuit() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          let isOver = state.hasQuit || Task.isCancelled
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
