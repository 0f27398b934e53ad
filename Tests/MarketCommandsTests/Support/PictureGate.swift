/// A market whose pictures come when a test lets them.
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization

/// Holds requests for pictures back; of those that wait, the last one that came is answered first.
final class PictureGate: Transport {
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
  ///   - opens: whether one of those that wait is answered; nil never.
  ///   - picture: what is answered in the market's place.
  init(
    _ base: any Transport,
    opens: (@Sendable (_ begun: Int, _ waiting: Int) -> Bool)? = nil,
    picture: @escaping @Sendable (HTTPRequest) -> HTTPResponse? = { _ in nil }
  ) {
    self.base = base
    self.opens = opens
    self.picture = picture
  }

  /// The URLs that were asked for, in order.
  var begun: [String] { state.withLock { $0.begun } }
  var cancelled: Int { state.withLock { $0.cancelled } }
  var underWay: Int { state.withLock { $0.underWay } }
  /// The most that were under way at once.
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
        if Task.isCancelled { letGo(number) }
        openWhereDue()
      }
    } onCancel: {
      letGo(number)
    }
    let isCancelled = Task.isCancelled
    state.withLock { state in
      state.underWay -= 1
      if isCancelled { state.cancelled += 1 }
    }
    openWhereDue()
    guard !isCancelled else { throw TransportError(.cancelled, wasSent: true) }
    if let answer = picture(request) { return answer }
    return try await base.send(request, options)
  }

  private func openWhereDue() {
    guard let opens else { return }
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty, opens(state.begun.count, state.waiting.count) else {
        return nil
      }
      return state.waiting.removeLast().continuation
    }
    next?.resume()
  }

  private func letGo(_ number: Int) {
    let found = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return nil }
      return state.waiting.remove(at: index).continuation
    }
    found?.resume()
  }
}
