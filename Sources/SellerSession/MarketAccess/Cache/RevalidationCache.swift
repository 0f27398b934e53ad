import MarketWire
import Synchronization

/// List pages with their `ETag`, in memory, for the lifetime of the session.
///
/// All pages together have at most ``byteLimit`` bytes; the oldest are evicted first. Pages longer
/// than ``pageLimit``, as `--all` requests them, are not stored because they would evict all others.
package final class RevalidationCache: Sendable {
  static let byteLimit = 4 << 20
  static let pageLimit = byteLimit / 16

  private struct State {
    var responses: [String: HTTPResponse] = [:]
    /// The URLs, oldest first.
    var order: [String] = []
    var byteCount = 0

    mutating func remove(_ url: String) {
      guard let old = responses.removeValue(forKey: url) else { return }
      order.removeAll { $0 == url }
      byteCount -= old.body.count
    }
  }

  private let state = Mutex(State())

  /// The latest response to a URL.
  func response(to url: String) -> HTTPResponse? { state.withLock { $0.responses[url] } }

  package func removeAll() { state.withLock { $0 = State() } }

  /// Stores a response and replaces an older one.
  func store(_ response: HTTPResponse, to url: String) {
    state.withLock { state in
      state.remove(url)
      guard response.body.count <= Self.pageLimit else { return }
      while state.byteCount + response.body.count > Self.byteLimit, let first = state.order.first {
        state.remove(first)
      }
      state.responses[url] = response
      state.order.append(url)
      state.byteCount += response.body.count
    }
  }
}
