package import MarketWire
package import OpenMarketClient

/// A transport that sends the `ETag` of a known list, so that an unchanged list is not sent again
/// (RFC 9110, 13.1.2).
package struct RevalidatingTransport: Transport {
  let base: any Transport
  let cache: RevalidationCache

  package init(base: any Transport, cache: RevalidationCache) {
    self.base = base
    self.cache = cache
  }

  package func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    guard request.method == .get, request.headers[.ifNoneMatch] == nil,
      (try? RequestTarget(parsing: request.target))?.path.suffix(2) == MarketPath.products[...]
    else { return try await base.send(request, options) }
    let cached = cache.response(to: request.target)
    var conditional = request
    conditional.headers[.ifNoneMatch] = cached?.headers[.eTag]
    let response = try await base.send(conditional, options)
    if var cached, response.status == 304 {
      cached.freshen(with: response)
      cache.store(cached, to: request.target)
      return cached
    }
    if response.status == 200, response.headers[.eTag] != nil, response.isStorable {
      cache.store(response, to: request.target)
    }
    return response
  }
}
