/// Notes whether a market answers, so that the prompt can show that it does not.
import MarketWire
import OpenMarketClient

/// Passes requests on and tells of each whether any answer came.
struct WatchedTransport: Transport {
  let base: any Transport
  let onOutcome: @Sendable (_ answered: Bool) -> Void

  func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    do throws(TransportError) {
      let response = try await base.send(request, options)
      onOutcome(true)
      return response
    } catch {
      switch error.code {
      case .refused, .nameNotFound, .unreachable, .tls, .timedOut, .connectionLost: onOutcome(false)
      // The market is there, or nothing was asked of it.
      case .cancelled, .tooLarge, .badAnswer, .badRequest, .other: break
      }
      throw error
    }
  }
}

extension Session {
  /// `transport`, with what it finds out of a market kept for the prompt.
  func watched(_ transport: any Transport, at market: MarketProfile.Key) -> any Transport {
    WatchedTransport(base: transport) { [weak self] answered in
      self?.withState { state in
        if answered { state.unreachable.remove(market) } else { state.unreachable.insert(market) }
      }
    }
  }
}
