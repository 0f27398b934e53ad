/// Takes back what was kept of a listing that is gone, or that its seller changes.
import MarketWire
import OpenMarketClient

/// Passes requests on and tells of each after which a kept listing is known to be wrong: the market
/// said that there is none, or it was asked to change or remove it, whatever came of that.
struct InvalidatingTransport: Transport {
  let base: any Transport
  let market: MarketAddress
  /// Told the key under which the listing was kept.
  let onWithdrawal: @Sendable (String) -> Void

  func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    guard let key = key(of: request) else { return try await base.send(request, options) }
    if !request.method.isSafe { onWithdrawal(key) }
    let answer = try await base.send(request, options)
    if [404, 410].contains(answer.status) { onWithdrawal(key) }
    return answer
  }

  /// Of the listing that a request is about; a removal names it when it asks for its path.
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
