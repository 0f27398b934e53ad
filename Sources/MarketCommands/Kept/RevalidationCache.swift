/// Lists that came lately, so that one which has not changed need not come again.
import MarketWire
import Synchronization

/// Pages with their `ETag`, in memory, for as long as the session lasts.
///
/// All of them together have at most ``byteLimit`` bytes; those that came first go first. A page that
/// is far longer than a window, as `--all` reads them, would only drive out the others.
final class RevalidationCache: Sendable {
  static let byteLimit = 4 << 20
  static let pageLimit = byteLimit / 16

  private struct State {
    var answers: [String: HTTPResponse] = [:]
    /// From the one that came first to the one that came last.
    var order: [String] = []
    var byteCount = 0

    mutating func remove(_ url: String) {
      guard let old = answers.removeValue(forKey: url) else { return }
      order.removeAll { $0 == url }
      byteCount -= old.body.count
    }
  }

  private let state = Mutex(State())

  /// What a URL was answered the last time.
  func answer(to url: String) -> HTTPResponse? { state.withLock { $0.answers[url] } }

  /// Forgets all of them, so that they come anew.
  func forget() { state.withLock { $0 = State() } }

  /// Keeps an answer in place of any before it.
  func keep(_ answer: HTTPResponse, to url: String) {
    state.withLock { state in
      state.remove(url)
      guard answer.body.count <= Self.pageLimit else { return }
      while state.byteCount + answer.body.count > Self.byteLimit, let first = state.order.first {
        state.remove(first)
      }
      state.answers[url] = answer
      state.order.append(url)
      state.byteCount += answer.body.count
    }
  }
}
