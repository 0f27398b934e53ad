import Foundation
public import MarketWire
public import OpenMarketClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport over `URLSession`, for apps and wherever there is no libcurl.
///
/// 1. A redirect of a write, or of a request with an identifier, is never followed: it would send the
///    credentials on. Others follow at most five, never from `https` to `http`, and to another host
///    only with `SendOptions.allowsCrossHostRedirects`.
/// 2. `URLSession` may repeat a request on a connection that turns out to be closed. So a write, and a
///    request with `SendOptions.freshConnection`, has a session of its own.
/// 3. It cannot see the address that a name stands for, so it refuses every request with
///    `SendOptions.refusesLocalNetwork`.
public struct URLSessionTransport: Transport {
  private let reads: Exchanges

  /// Creates a transport.
  ///
  /// - Parameter connectionsPerHost: The most connections to one host for reads.
  public init(connectionsPerHost: Int = 16) {
    reads = Exchanges(connectionsPerHost: connectionsPerHost)
  }

  /// Sends a request; see `Transport.send` of the client.
  public func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    _ = try request.targetParts()
    guard let url = URL(string: request.target) else {
      throw TransportError(.badRequest, wasSent: false, detail: "the URL is not valid")
    }
    guard !options.refusesLocalNetwork else {
      throw TransportError(
        .badRequest, wasSent: false, detail: "URLSession does not tell addresses apart")
    }
    guard !Task.isCancelled else { throw TransportError(.cancelled, wasSent: false) }
    let isRead = request.method.isSafe && !options.freshConnection
    let exchanges = isRead ? reads : Exchanges(connectionsPerHost: 1)
    return try await exchanges.run(
      Self.message(request, url, options), request.body, options,
      followsRedirects: request.mayFollowRedirects
    ).get()
  }

  private static func message(
    _ request: HTTPRequest, _ url: URL, _ options: SendOptions
  ) -> URLRequest {
    // The whole time is limited elsewhere; this is the time without any byte.
    var message = URLRequest(
      url: url, cachePolicy: .reloadIgnoringLocalCacheData,
      timeoutInterval: max(options.timeLimit / .seconds(1), 1))
    message.httpMethod = request.method.rawValue
    for field in request.headers.fields {
      // A line break would start a header field of its own.
      let value = String(field.value.unicodeScalars.map { $0.value < 0x20 ? " " : Character($0) })
      message.addValue(value, forHTTPHeaderField: field.name.text)
    }
    return message
  }
}
