package import MarketWire
package import OpenMarketClient

/// A transport that reports when a cached listing becomes invalid.
///
/// A listing is invalid after the market said that it does not exist, and after a request to change
/// or remove it was sent, even if that request failed.
package struct InvalidatingTransport: Transport {
  let base: any Transport
  let market: MarketAddress
  let onInvalidation: @Sendable (String) -> Void

  /// - Parameter onInvalidation: Receives the cache key of the listing.
  package init(
    base: any Transport, market: MarketAddress,
    onInvalidation: @escaping @Sendable (_ key: String) -> Void
  ) {
    self.base = base
    self.market = market
    self.onInvalidation = onInvalidation
  }

  package func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    guard let key = key(of: request) else { return try await base.send(request, options) }
    if !request.method.isSafe { onInvalidation(key) }
    let response = try await base.send(request, options)
    if [404, 410].contains(response.status) { onInvalidation(key) }
    return response
  }

  /// The cache key of the listing that a request is about.
  ///
  /// The path of a removal contains a token instead of an id, but the request for that token contains
  /// the id and is not safe.
  private func key(of request: HTTPRequest) -> String? {
    let address = market.description
    guard request.target.hasPrefix(address),
      let target = try? RequestTarget(parsing: String(request.target.dropFirst(address.count))),
      target.path.starts(with: MarketPath.products),
      let id = target.path.dropFirst(MarketPath.products.count).first.flatMap({ Int($0) })
    else { return nil }
    return CachedResponses.key(of: ShowProduct(id: id).request.target, at: market)?.key
  }
}
