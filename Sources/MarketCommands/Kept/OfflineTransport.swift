/// The way to a market that is away: what was kept of it.
import MarketWire
import OpenMarketClient
import Synchronization
import Threads

/// Answers in a market's place with what was kept of it, and notes from when that is.
final class OfflineTransport: Transport {
  private struct State {
    var moments: ClosedRange<WireDate>?
    /// Those of lists alone.
    var lists: ClosedRange<WireDate>?
  }

  /// Pages that were read longer apart are no one list: too much may have moved between them.
  private static let pagesApart: Int64 = 600_000

  private let answers: CachedResponses
  private let state = Mutex(State())

  init(_ answers: CachedResponses) {
    self.answers = answers
  }

  /// When the oldest of what was answered was true; nil where nothing was, or where pages do not
  /// belong together.
  var moment: WireDate? {
    state.withLock { state in
      let apart = state.lists.map { $0.upperBound.milliseconds - $0.lowerBound.milliseconds }
      return apart ?? 0 <= Self.pagesApart ? state.moments?.lowerBound : nil
    }
  }

  func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    let address = answers.market.description
    guard request.method == .get, request.target.hasPrefix(address) else { throw Self.absent }
    let target = String(request.target.dropFirst(address.count))
    let found = await runOnNewThread { [answers] in answers.answer(to: target) }
    guard let found else { throw Self.absent }
    if found.kind != .extensions { note(found.moment, isList: found.kind == .list) }
    return found.response
  }

  private func note(_ moment: WireDate, isList: Bool) {
    func with(_ range: ClosedRange<WireDate>?) -> ClosedRange<WireDate> {
      min(moment, range?.lowerBound ?? moment)...max(moment, range?.upperBound ?? moment)
    }
    state.withLock { state in
      state.moments = with(state.moments)
      if isList { state.lists = with(state.lists) }
    }
  }

  private static let absent = TransportError(.refused, wasSent: false, detail: "not kept")
}
