/// Shows what goes over the wire, for a seller who asks what happens and for a report of a fault.
public import MarketWire

/// One request with what became of it. No secret is in it.
public struct TracedExchange: Sendable {
  /// The request as a `curl` command; see the variables it uses at ``TracingTransport``.
  public let command: String
  /// The answer's status; nil where none came.
  public let status: Int?
  /// Why no answer came.
  public let error: TransportError?
  /// Bytes of the two bodies.
  public let sent: Int
  public let received: Int
  public let duration: Duration
  /// The answer's body where it was asked for and is text, secrets taken out; foreign text.
  public let responseBody: String?
}

/// Tells of each request that passes, each attempt for itself.
///
/// In the command the identifier stands as `$OPENMARKET_IDENTIFIER`, the secret as
/// `$OPENMARKET_SECRET` and the token of a removal as `$OPENMARKET_REMOVAL_TOKEN`.
public struct TracingTransport: Transport {
  private static let answerLimit = 1 << 20
  private let base: any Transport
  private let clock: AnyClock
  private let includesResponseBodies: Bool
  private let onExchange: @Sendable (TracedExchange) -> Void

  public init(
    over base: any Transport, clock: some Clock<Duration>, includesResponseBodies: Bool = false,
    onExchange: @escaping @Sendable (TracedExchange) -> Void
  ) {
    self.init(
      over: base, clock: AnyClock(clock), includesResponseBodies: includesResponseBodies,
      onExchange: onExchange)
  }

  /// The same with the clock that a client's configuration has.
  public init(
    over base: any Transport, clock: AnyClock, includesResponseBodies: Bool = false,
    onExchange: @escaping @Sendable (TracedExchange) -> Void
  ) {
    self.base = base
    self.clock = clock
    self.includesResponseBodies = includesResponseBodies
    self.onExchange = onExchange
  }

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
    let command = CurlCommand(request)
    onExchange(
      TracedExchange(
        command: command.text, status: response?.status, error: error,
        sent: request.body.count, received: response?.body.count ?? 0,
        duration: clock.elapsed() - start,
        responseBody: response.flatMap { answer($0, to: request, hiding: command.secrets) }))
  }

  private func answer(
    _ response: HTTPResponse, to request: HTTPRequest, hiding secrets: [String]
  ) -> String? {
    guard includesResponseBodies, !response.body.isEmpty, response.body.count <= Self.answerLimit,
      let text = String(validating: response.body, as: UTF8.self)
    else { return nil }
    let path = request.target.prefix { $0 != "?" }
    if response.isSuccess, path.hasSuffix("/archived") { return "***" }
    return Redaction(hiding: secrets).hide(in: text)
  }
}
