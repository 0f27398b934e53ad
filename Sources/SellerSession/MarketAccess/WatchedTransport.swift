package import MarketWire
package import OpenMarketClient

/// Forwards requests and reports whether the market answered, so that the prompt can show that it
/// does not. Pictures may come from another host, which says nothing about the market.
package struct WatchedTransport: Transport {
  package let base: any Transport
  package let market: MarketAddress
  package let onOutcome: @Sendable (_ answered: Bool) -> Void

  package func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    guard isOfMarket(request) else { return try await base.send(request, options) }
    do throws(TransportError) {
      let response = try await base.send(request, options)
      onOutcome(true)
      return response
    } catch {
      switch error.code {
      case .refused, .nameNotFound, .unreachable, .tls, .timedOut, .connectionLost: onOutcome(false)
      // The market is there, or no request reached it.
      case .cancelled, .tooLarge, .badResponse, .badRequest, .localAddress, .other: break
      }
      throw error
    }
  }

  /// Another port is another server, because it is another origin (RFC 6454, section 4).
  private func isOfMarket(_ request: HTTPRequest) -> Bool {
    guard let parts = try? URLParts(request.target) else { return false }
    return parts.host == market.host
      && (parts.port ?? parts.scheme.port) == (market.port ?? market.scheme.port)
  }
}

extension MarketAddress.Scheme {
  /// The default port of the scheme.
  fileprivate var port: Int { self == .https ? 443 : 80 }
}
