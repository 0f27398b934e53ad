/// The way from a session to its market: counted, and broken where a test wants it.
import MarketWire
import OpenMarketClient
import Synchronization

/// Remembers every request, and lets a test answer in the market's place.
final class TransportSpy: Sendable {
  typealias Trick = @Sendable (HTTPRequest) throws(TransportError) -> HTTPResponse?

  private struct State {
    var requests: [HTTPRequest] = []
    var trick: Trick?
    var afterwards: (@Sendable (HTTPRequest) throws(TransportError) -> Void)?
  }

  private let state = Mutex(State())

  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  /// Requests that change something.
  var writes: [HTTPRequest] { requests.filter { $0.method != .get && !$0.isLookUp } }

  func forget() { state.withLock { $0.requests = [] } }

  /// Asked before each request goes on to the market; nil lets it.
  func play(_ trick: Trick?) { state.withLock { $0.trick = trick } }

  /// Asked after the market has done it; throwing loses the answer.
  func afterwards(_ body: (@Sendable (HTTPRequest) throws(TransportError) -> Void)?) {
    state.withLock { $0.afterwards = body }
  }

  func transport(to other: any Transport) -> any Transport { WiredTransport(wire: self, to: other) }

  fileprivate func note(_ request: HTTPRequest) -> Trick? {
    state.withLock { state in
      state.requests.append(request)
      return state.trick
    }
  }

  fileprivate func settle(_ request: HTTPRequest) throws(TransportError) {
    try state.withLock { $0.afterwards }?(request)
  }
}

private struct WiredTransport: Transport {
  let wire: TransportSpy
  let to: any Transport

  func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    if let answer = try wire.note(request)?(request) { return answer }
    let answer = try await to.send(request, options)
    try wire.settle(request)
    return answer
  }
}

extension HTTPRequest {
  /// Whether it asks for a removal path, which is a POST that changes nothing.
  var isLookUp: Bool { target.contains("/archived") }
}
