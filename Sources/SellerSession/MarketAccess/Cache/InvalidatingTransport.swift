package import MarketWire
package import OpenMarketClient

/// A transport that reports when cached listings and lists become invalid.
///
/// A listing is invalid after the market said that it does not exist, and after a request to change
/// or remove it was sent, even if that request failed. Lists are invalid after any such request.
package struct InvalidatingTransport: Transport {
  let base: any Transport
  let market: MarketAddress
  /// Receives the cache key of the listing.
  let onInvalidation: @Sendable (_ key: String) -> Void
  /// Called before and after a request that may change lists.
  var onChange: @Sendable () -> Void = {}
  /// Receives the id of a listing that the market does not have.
  var onMissing: @Sendable (_ id: Int) -> Void = { _ in }

  package func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    guard let path = path(of: request) else { return try await base.send(request, options) }
    let id = path.first.flatMap { Int($0) }
    let key = id.flatMap { self.key(of: $0) }
    // A removal begins with a POST for its path, which changes nothing.
    let changesLists = !request.method.isSafe && (request.method != .post || path.isEmpty)
    if !request.method.isSafe, let key { onInvalidation(key) }
    if changesLists { onChange() }
    defer { if changesLists { onChange() } }
    let response = try await base.send(request, options)
    if [404, 410].contains(response.status), let key, let id {
      onInvalidation(key)
      if path.count == 1 { onMissing(id) }
    }
    return response
  }

  /// The cache key of the listing that a request is about.
  ///
  /// The path of a removal contains a token instead of an id, but the request for that token contains
  /// the id and is not safe.
  private func key(of id: Int) -> String? {
    CachedResponses.key(of: ShowProduct(id: id).request.target, at: market)?.key
  }

  /// The rest of the path after that of the listings.
  private func path(of request: HTTPRequest) -> ArraySlice<String>? {
    let address = market.description
    guard request.target.hasPrefix(address),
      let target = try? RequestTarget(parsing: String(request.target.dropFirst(address.count))),
      target.path.starts(with: MarketPath.products)
    else { return nil }
    return target.path.dropFirst(MarketPath.products.count)
  }
}
