import Base
package import MarketWire
package import OpenMarketClient
import Synchronization

/// A transport that answers from the offline cache instead of the market.
///
/// It records the age of what it returned. A request without a cached response fails with
/// `TransportError.Code.refused`.
package final class OfflineTransport: Transport {
  private struct State {
    var times: ClosedRange<WireDate>?
    /// The times of list pages only.
    var listTimes: ClosedRange<WireDate>?
  }

  /// The maximum time in milliseconds between the pages of one list. Listings may have moved from
  /// page to page in a longer time.
  private static let maximumPageSpread: Int64 = 600_000

  private let responses: CachedResponses
  private let state = Mutex(State())

  package init(_ responses: CachedResponses) {
    self.responses = responses
  }

  /// The age of the oldest response that was returned.
  ///
  /// Is nil if nothing was returned, or if the returned pages do not belong to one list.
  package var cachedAt: WireDate? {
    state.withLock { state in
      let spread = state.listTimes.map { $0.upperBound.milliseconds - $0.lowerBound.milliseconds }
      return spread ?? 0 <= Self.maximumPageSpread ? state.times?.lowerBound : nil
    }
  }

  package func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    let address = responses.market.description
    guard request.method == .get, request.target.hasPrefix(address) else { throw Self.notCached }
    let target = String(request.target.dropFirst(address.count))
    let found = await runOnNewThread { [responses] in responses.response(to: target) }
    guard let found else { throw Self.notCached }
    if found.kind != .extensions { record(found.cachedAt, isList: found.kind == .list) }
    return found.response
  }

  private func record(_ time: WireDate, isList: Bool) {
    func extended(_ range: ClosedRange<WireDate>?) -> ClosedRange<WireDate> {
      min(time, range?.lowerBound ?? time)...max(time, range?.upperBound ?? time)
    }
    state.withLock { state in
      state.times = extended(state.times)
      if isList { state.listTimes = extended(state.listTimes) }
    }
  }

  private static let notCached = TransportError(.refused, wasSent: false, detail: "not cached")
}
