import MarketWire
import OpenMarketClient
import Synchronization

/// Records every request, and lets a test respond instead of the market.
final class TransportSpy: Sendable {
  typealias Interceptor = @Sendable (HTTPRequest) throws(TransportError) -> HTTPResponse?

  private struct State {
    var requests: [HTTPRequest] = []
    var interceptor: Interceptor?
    var afterResponse: (@Sendable (HTTPRequest) throws(TransportError) -> Void)?
  }

  private let state = Mutex(State())

  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  /// The requests that change something.
  var writes: [HTTPRequest] { requests.filter { $0.method != .get && !$0.requestsRemovalPath } }

  func reset() { state.withLock { $0.requests = [] } }

  /// Sets a closure that gets each request first; if it returns nil, the market responds.
  func intercept(_ interceptor: Interceptor?) { state.withLock { $0.interceptor = interceptor } }

  /// Sets a closure that runs after each response of the market; if it throws, the response is
  /// lost.
  func afterResponse(_ body: (@Sendable (HTTPRequest) throws(TransportError) -> Void)?) {
    state.withLock { $0.afterResponse = body }
  }

  func transport(to other: any Transport) -> any Transport { SpiedTransport(spy: self, to: other) }

  fileprivate func record(_ request: HTTPRequest) -> Interceptor? {
    state.withLock { state in
      state.requests.append(request)
      return state.interceptor
    }
  }

  fileprivate func finish(_ request: HTTPRequest) throws(TransportError) {
    try state.withLock { $0.afterResponse }?(request)
  }
}

private struct SpiedTransport: Transport {
  let spy: TransportSpy
  let to: any Transport

  func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    if let answer = try spy.record(request)?(request) { return answer }
    let answer = try await to.send(request, options)
    try spy.finish(request)
    return answer
  }
}

extension TransportSpy {
  typealias Condition = @Sendable (HTTPRequest) -> Bool

  /// Lets requests fail before they reach the market.
  func fail(
    _ error: TransportError = .refused, where condition: @escaping Condition = { _ in true }
  ) {
    intercept { request throws(TransportError) in
      if condition(request) { throw error }
      return nil
    }
  }

  /// Answers requests instead of the market.
  func answer(_ response: HTTPResponse, where condition: @escaping Condition = { _ in true }) {
    intercept { condition($0) ? response : nil }
  }

  /// Loses responses of the market.
  func loseResponses(where condition: @escaping Condition) {
    afterResponse { request throws(TransportError) in if condition(request) { throw .lost } }
  }

  /// Sets a closure that runs before each request.
  func beforeRequest(_ body: @escaping @Sendable (HTTPRequest) -> Void) {
    intercept { request in
      body(request)
      return nil
    }
  }
}

/// Counts the requests that a test looks at.
final class Counter: Sendable {
  private let count = Atomic(0)

  var total: Int { count.load(ordering: .relaxed) }

  /// Counts one more; returns the new total.
  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}

extension TransportError {
  static let refused = TransportError(.refused, wasSent: false)
  static let lost = TransportError(.connectionLost, wasSent: true)
}

extension HTTPRequest {
  var isAdd: Bool { method == .post && !requestsRemovalPath }

  func says(_ text: String) -> Bool { String(decoding: body, as: UTF8.self).contains(text) }

  /// Whether the request asks for a removal path, which is a POST without a change.
  var requestsRemovalPath: Bool { target.contains("/archived") }
}
