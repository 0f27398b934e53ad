public import MarketWire

/// A request and its result, without secrets.
public struct TracedExchange: Sendable {
  /// The request as a `curl` command; ``TracingTransport`` lists its variables.
  public let command: String
  /// The status of the response, or nil if there was none.
  public let status: Int?
  /// The error, if there was no response.
  public let error: TransportError?
  /// The id that the market gave the request, by which its log can be searched.
  public let requestID: String?
  /// The size of the request body, in bytes.
  public let sent: Int
  /// The size of the response body, in bytes.
  public let received: Int
  /// The time from the request to the end of the response.
  public let duration: Duration
  /// The response body without secrets, if it was requested and is text of at most 1 MiB; untrusted
  /// text.
  public let responseBody: String?
}

/// A transport that reports each attempt of each request.
///
/// The commands contain `$OPENMARKET_IDENTIFIER`, `$OPENMARKET_SECRET` and
/// `$OPENMARKET_REMOVAL_TOKEN` in place of the identifier, the secret and the token of a removal.
public struct TracingTransport: Transport {
  private static let bodyLimit = 1 << 20
  private let base: any Transport
  private let clock: AnyClock
  private let includesResponseBodies: Bool
  private let imageFile: @Sendable ([UInt8]) -> String?
  private let onExchange: @Sendable (TracedExchange) -> Void

  /// Wraps a transport.
  ///
  /// - Parameters:
  ///   - base: The transport that sends the requests.
  ///   - clock: The clock that measures durations.
  ///   - includesResponseBodies: Whether to report response bodies.
  ///   - imageFile: Returns the path of a file with the bytes of an image that was sent, so that the
  ///     command works in any folder; nil names the image only.
  ///   - onExchange: Called after each attempt, on any thread.
  public init(
    over base: any Transport, clock: AnyClock, includesResponseBodies: Bool = false,
    imageFile: @escaping @Sendable ([UInt8]) -> String? = { _ in nil },
    onExchange: @escaping @Sendable (TracedExchange) -> Void
  ) {
    self.base = base
    self.clock = clock
    self.includesResponseBodies = includesResponseBodies
    self.imageFile = imageFile
    self.onExchange = onExchange
  }

  /// Sends a request and reports it; see ``Transport/send(_:_:)``.
  public func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    let start = clock.elapsed()
    do throws(TransportError) {
      let response = try await base.send(request, options)
      report(request, response, nil, since: start)
      return response
    } catch {
      report(request, nil, error, since: start)
      throw error
    }
  }

  private func report(
    _ request: HTTPRequest, _ response: HTTPResponse?, _ error: TransportError?,
    since start: Duration
  ) {
    let command = CurlCommand(request, imageFile: imageFile)
    onExchange(
      TracedExchange(
        command: command.text, status: response?.status, error: error,
        requestID: response?.requestID.map(Redaction(hiding: command.secrets).hide),
        sent: request.body.count, received: response?.body.count ?? 0,
        duration: clock.elapsed() - start,
        responseBody: response.flatMap { body(of: $0, to: request, hiding: command.secrets) }))
  }

  private func body(
    of response: HTTPResponse, to request: HTTPRequest, hiding secrets: [String]
  ) -> String? {
    guard includesResponseBodies, !response.body.isEmpty, response.body.count <= Self.bodyLimit,
      let text = String(validating: response.body, as: UTF8.self)
    else { return nil }
    let path = request.target.prefix { $0 != "?" }
    if response.isSuccess, path.hasSuffix("/archived") { return "***" }
    return Redaction(hiding: secrets).hide(in: text)
  }
}
