/// Lists that came lately, so that one which has not changed need not come again.
import MarketWire
import OpenMarketClient
import Synchronization

/// Pages with their `ETag`, in memory, for as long as the session lasts.
///
/// All of them together have at most ``byteLimit`` bytes; those that came first go first.
final class RecentLists: Sendable {
  static let byteLimit = 4 << 20

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

  /// Keeps an answer in place of any before it.
  func keep(_ answer: HTTPResponse, to url: String) {
    state.withLock { state in
      state.remove(url)
      guard answer.body.count <= Self.byteLimit / 4 else { return }
      while state.byteCount + answer.body.count > Self.byteLimit, let first = state.order.first {
        state.remove(first)
      }
      state.answers[url] = answer
      state.order.append(url)
      state.byteCount += answer.body.count
    }
  }
}

/// Sends along what is known of a list, and takes it where the market says that it still holds
/// (RFC 9110, 13.1.2).
struct RevalidatingTransport: Transport {
  let base: any Transport
  let recent: RecentLists

  func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    guard request.method == .get, request.headers[.ifNoneMatch] == nil,
      (try? RequestTarget(parsing: request.target))?.path.suffix(2) == MarketPath.products[...]
    else { return try await base.send(request, options) }
    let known = recent.answer(to: request.target)
    var asked = request
    asked.headers[.ifNoneMatch] = known?.headers[.eTag]
    let answer = try await base.send(asked, options)
    if let known, answer.status == 304 { return known }
    if answer.status == 200, answer.headers[.eTag] != nil {
      recent.keep(answer, to: request.target)
    }
    return answer
  }
}
