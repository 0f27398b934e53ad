/// A market that answers for a listing only when a test lets it.
import MarketWire
import OpenMarketClient
import Synchronization

/// Holds the details of listings back until the pictures that a test waits for were asked for.
final class HeldDetail: Transport {
  private struct State {
    var asked: [String] = []
    var cancelled: [String] = []
    var answered: [String] = []
    /// Pictures still to be asked for before a detail is answered.
    var awaited: Set<String> = []
    var waiting: [CheckedContinuation<Void, Never>] = []
    var onWait: (@Sendable () -> Void)?
  }

  private let base: any Transport
  private let picture: @Sendable (String) -> HTTPResponse?
  private let state = Mutex(State())

  /// - Parameter picture: by URL; nil keeps it waiting until it is cancelled.
  init(_ base: any Transport, picture: @escaping @Sendable (_ url: String) -> HTTPResponse?) {
    self.base = base
    self.picture = picture
  }

  /// Pictures that were asked for, in order.
  var asked: [String] { state.withLock { $0.asked } }
  var cancelled: [String] { state.withLock { $0.cancelled } }
  /// Those that no answer came for yet, and that were not cancelled either.
  var underWay: Int {
    state.withLock { $0.asked.count - $0.cancelled.count - $0.answered.count }
  }

  /// From here on a detail is not answered before these pictures are under way.
  ///
  /// - Parameter onWait: told when that is so.
  func hold(until pictures: Set<String>, onWait: (@Sendable () -> Void)? = nil) {
    state.withLock { state in
      state.asked = []
      state.cancelled = []
      state.answered = []
      state.awaited = pictures
      state.onWait = onWait
    }
  }

  func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    guard request.target.contains("/pictures/") else {
      if !request.target.contains("?") { await waitForPictures() }
      guard !Task.isCancelled else { throw TransportError(.cancelled, wasSent: true) }
      return try await base.send(request, options)
    }
    note(request.target)
    if let answer = picture(request.target) {
      state.withLock { $0.answered.append(request.target) }
      return answer
    }
    await untilCancelled()
    state.withLock { $0.cancelled.append(request.target) }
    throw TransportError(.cancelled, wasSent: true)
  }

  private func note(_ url: String) {
    let (waiting, onWait) = state.withLock {
      state -> ([CheckedContinuation<Void, Never>], (@Sendable () -> Void)?) in
      state.asked.append(url)
      state.awaited.remove(url)
      guard state.awaited.isEmpty else { return ([], nil) }
      defer {
        state.waiting = []
        state.onWait = nil
      }
      return (state.waiting, state.onWait)
    }
    onWait?()
    for continuation in waiting { continuation.resume() }
  }

  private func waitForPictures() async {
    await withCheckedContinuation { continuation in
      let waits = state.withLock { state in
        if !state.awaited.isEmpty { state.waiting.append(continuation) }
        return !state.awaited.isEmpty
      }
      if !waits { continuation.resume() }
    }
  }

  private func untilCancelled() async {
    let (stream, end) = AsyncStream.makeStream(of: Void.self)
    await withTaskCancellationHandler {
      for await _ in stream {}
    } onCancel: {
      end.finish()
    }
  }
}
