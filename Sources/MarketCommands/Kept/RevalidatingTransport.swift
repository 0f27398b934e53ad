/// Asks a market for a list with the tag of the one that came before.
import MarketWire
import OpenMarketClient

/// Sends along what is known of a list, and takes it where the market says that it still holds
/// (RFC 9110, 13.1.2).
struct RevalidatingTransport: Transport {
  let base: any Transport
  let recent: RevalidationCache

  func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    guard request.method == .get, request.headers[.ifNoneMatch] == nil,
      (try? RequestTarget(parsing: request.target))?.path.suffix(2) == MarketPath.products[...]
    else { return try await base.send(request, options) }
    let known = recent.answer(to: request.target)
    var asked = request
    asked.headers[.ifNoneMatch] = known?.headers[.eTag]
    let answer = try await base.send(asked, options)
    if var known, answer.status == 304 {
      known.freshen(by: answer)
      recent.keep(known, to: request.target)
      return known
    }
    if answer.status == 200, answer.headers[.eTag] != nil, answer.mayBeStored {
      recent.keep(answer, to: request.target)
    }
    return answer
  }
}
