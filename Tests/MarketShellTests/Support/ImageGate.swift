import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization

/// A transport that holds back the requests for images until a test lets them continue.
///
/// The latest waiting request is answered first.
final class ImageGate: Transport {
  private struct State {
    var waiting: [(number: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var begun: [String] = []
    var cancelled = 0
    var underWay = 0
    var most = 0
  }

  private let base: any Transport
  private let opens: (@Sendable (_ begun: Int, _ waiting: Int) -> Bool)?
  private let picture: @Sendable (HTTPRequest) -> HTTPResponse?
  private let state = Mutex(State())

  /// - Parameters:
  ///   - opens: Whether one of the waiting requests is answered; nil answers none.
  ///   - picture: A response instead of the one of the market.
  init(
    _ base: any Transport,
    opens: (@Sendable (_ begun: Int, _ waiting: Int) -> Bool)? = nil,
    picture: @escaping @Sendable (HTTPRequest) -> HTTPResponse? = { _ in nil }
  ) {
    self.base = base
    self.opens = opens
    self.picture = picture
  }

  /// The requested URLs, in order.
  var begun: [String] { state.withLock { $0.begun } }
  var cancelled: Int { state.withLock { $0.cancelled } }
  var underWay: Int { state.withLock { $0.underWay } }
  /// The maximum of simultaneous requests.
  var most: Int { state.withLock { $0.most } }

  func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    guard request.target.contains("/pictures/") else {
      return try await base.send(request, options)
    }
    let number = state.withLock { state in
      state.begun.append(request.target)
      state.underWay += 1
      state.most = max(state.most, state.underWay)
      return state.begun.count
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { $0.waiting.append((number, continuation)) }
        if Task.isCancelled { resume(number) }
        openIfDue()
      }
    } onCancel: {
      resume(number)
    }
    let isCancelled = Task.isCancelled
    state.withLock { state in
      state.underWay -= 1
      if isCancelled { state.cancelled += 1 }
    }
    openIfDue()
    guard !isCancelled else { throw TransportError(.cancelled, wasSent: true) }
    if let answer = picture(request) { return answer }
    return try await base.send(request, options)
  }

  private func openIfDue() {
    guard let opens else { return }
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty, opens(state.begun.count, state.waiting.count) else {
        return nil
      }
      return state.waiting.removeLast().continuation
    }
    next?.resume()
  }

  private func resume(_ number: Int) {
    let found = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return nil }
      return state.waiting.remove(at: index).continuation
    }
    found?.resume()
  }
}
