public import MarketWire

/// A client of one market.
///
/// ```swift
/// let client = OpenMarketClient(
///   market: try MarketAddress("https://market.example"), transport: CurlTransport(),
///   credentials: credentials)
/// for try await product in client.listings(search: "mug") { print(product.name) }
/// ```
///
/// All calls throw ``ClientError``.
///
/// 1. Reads are repeated after a failure. A write is repeated only if nothing was carried out, or if
///    it has a key and the market supports idempotency.
/// 2. A write without a supported key uses a new connection, because HTTP libraries repeat requests
///    on reused connections.
/// 3. The copies of a client share the known extensions of the market.
/// 4. Only requests for images go to other hosts, and they have no identifier. Redirects to other
///    hosts are restricted by ``SendOptions/allowsCrossHostRedirects``.
public struct OpenMarketClient: Sendable {
  /// The address of the market.
  public let market: MarketAddress
  /// The credentials for writes, or nil for a client that only reads.
  public private(set) var credentials: Credentials?
  private(set) var configuration: ClientConfiguration
  private(set) var transport: any Transport
  let extensionCache = ExtensionCache()
  /// Called with each response to a read that could be decoded.
  private(set) var onResponse: (@Sendable (HTTPRequest, HTTPResponse) -> Void)?

  /// Creates a client; it sends nothing until the first call.
  public init(
    market: MarketAddress, transport: any Transport, credentials: Credentials? = nil,
    configuration: ClientConfiguration = ClientConfiguration()
  ) {
    self.market = market
    self.credentials = credentials
    self.configuration = configuration
    self.transport = transport
  }

  /// Returns a copy with other credentials, or without any.
  public func signedIn(as credentials: Credentials?) -> OpenMarketClient {
    changed(credentials: credentials)
  }

  /// Returns a copy with other time limits.
  ///
  /// ```swift
  /// let patient = client.limited(to: .all(.seconds(120)))
  /// print(try await patient.isHealthy())
  /// ```
  public func limited(to limits: TimeLimits) -> OpenMarketClient {
    var configuration = configuration
    configuration.timeLimits = limits
    return changed(credentials: credentials, configuration: configuration)
  }

  /// Returns a copy that repeats requests by another policy.
  public func retrying(_ policy: RetryPolicy) -> OpenMarketClient {
    var configuration = configuration
    configuration.retryPolicy = policy
    return changed(credentials: credentials, configuration: configuration)
  }

  /// Returns a copy that sends requests through the transport that `wrap` makes of its own.
  ///
  /// ```swift
  /// struct Logging: Transport {
  ///   let base: any Transport
  ///   func send(
  ///     _ request: HTTPRequest, _ options: SendOptions
  ///   ) async throws(TransportError) -> HTTPResponse {
  ///     print(request.target)
  ///     return try await base.send(request, options)
  ///   }
  /// }
  /// let logged = client.sending { Logging(base: $0) }
  /// print(try await logged.isHealthy())
  /// ```
  public func sending(through wrap: (any Transport) -> any Transport) -> OpenMarketClient {
    changed(credentials: credentials, transport: wrap(transport))
  }

  /// Returns a copy that reports each response to a read that could be decoded, except images.
  ///
  /// ```swift
  /// let observed = client.observingReads { request, response in
  ///   print(request.target, response.status)
  /// }
  /// _ = try await observed.products()
  /// ```
  ///
  /// - Parameter onResponse: Called on any thread, before the call returns.
  public func observingReads(
    _ onResponse: @escaping @Sendable (HTTPRequest, HTTPResponse) -> Void
  ) -> OpenMarketClient {
    var client = self
    client.onResponse = onResponse
    return client
  }

  private func changed(
    credentials: Credentials?, configuration: ClientConfiguration? = nil,
    transport: (any Transport)? = nil
  ) -> OpenMarketClient {
    var client = self
    client.credentials = credentials
    if let configuration { client.configuration = configuration }
    if let transport { client.transport = transport }
    return client
  }

  /// The extensions announced so far, or nil before the first response.
  public var knownExtensions: MarketExtensions? { extensionCache.extensions }

  /// Returns the extensions of the market, with a health check if they are unknown.
  ///
  /// A market that returns an error status counts as a market without extensions.
  ///
  /// - Throws: ``ClientError`` if there is no response.
  public func extensions() async throws(ClientError) -> MarketExtensions {
    try await extensions(for: .health, deadline: deadline())
  }

  /// Returns whether the market supports an extension; see ``extensions()``.
  public func supports(_ name: MarketExtension) async throws(ClientError) -> Bool {
    try await extensions().supports(name)
  }
}
