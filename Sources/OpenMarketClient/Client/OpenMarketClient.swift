/// An Open Market as Swift calls: list, show, create, edit, remove.
public import MarketWire

/// A client of one market.
///
/// ```swift
/// let client = OpenMarketClient(
///   market: try MarketAddress("https://market.example"), transport: CurlTransport(),
///   credentials: credentials,
///   configuration: ClientConfiguration(
///     clock: ContinuousClock(), random: { .random(in: .min ... .max) }))
/// for try await product in client.listings(search: "mug") { print(product.name) }
/// ```
///
/// 1. Reads are repeated after trouble; a write only while it is certain that nothing was done, or
///    where it carries a key and the market honors keys.
/// 2. A write without an honored key goes out over a fresh connection, so that nothing below sends
///    it again either.
/// 3. The copies of a client share what was learned of the market.
/// 4. Nothing is sent to another host but the request for a picture, without the identifier; the
///    transport holds to it where the market redirects (``SendOptions/allowsCrossHostRedirects``).
public struct OpenMarketClient: Sendable {
  public let market: MarketAddress
  public let credentials: Credentials?
  let configuration: ClientConfiguration
  let transport: any Transport
  let extensionCache: ExtensionCache
  /// Told of each answer to a read that could be read.
  private(set) var onResponse: (@Sendable (HTTPRequest, HTTPResponse) -> Void)?

  public init(
    market: MarketAddress, transport: any Transport, credentials: Credentials? = nil,
    configuration: ClientConfiguration
  ) {
    self.init(
      market: market, transport: transport, credentials: credentials,
      configuration: configuration, extensionCache: ExtensionCache())
  }

  private init(
    market: MarketAddress, transport: any Transport, credentials: Credentials?,
    configuration: ClientConfiguration, extensionCache: ExtensionCache
  ) {
    self.market = market
    self.credentials = credentials
    self.configuration = configuration
    self.transport = transport
    self.extensionCache = extensionCache
  }

  /// The same client as another vendor, or as nobody.
  public func signedIn(as credentials: Credentials?) -> OpenMarketClient {
    changed(credentials: credentials)
  }

  /// The same client with other time limits.
  public func limited(to limits: TimeLimits) -> OpenMarketClient {
    var configuration = configuration
    configuration.timeLimits = limits
    return changed(credentials: credentials, configuration: configuration)
  }

  /// The same client with its requests going through what is made of its transport.
  public func sending(through wrap: (any Transport) -> any Transport) -> OpenMarketClient {
    changed(credentials: credentials, transport: wrap(transport))
  }

  /// The same client telling of what a market answered to operations that change nothing, as far as
  /// it could be understood; of pictures it does not tell.
  ///
  /// - Parameter onResponse: called on any thread, before the answer is handed on.
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
    var client = OpenMarketClient(
      market: market, transport: transport ?? self.transport, credentials: credentials,
      configuration: configuration ?? self.configuration, extensionCache: extensionCache)
    client.onResponse = onResponse
    return client
  }

  /// What the market told of its extensions so far; nil before its first answer.
  public var knownExtensions: MarketExtensions? { extensionCache.extensions }

  /// What the market can do; asks for its health where no answer told yet. A market that cannot
  /// even answer that is taken to know none.
  public func extensions() async throws(ClientError) -> MarketExtensions {
    try await extensions(for: .health, deadline: deadline())
  }

  /// Whether the market can do this; see ``extensions()``.
  public func supports(_ name: MarketExtension) async throws(ClientError) -> Bool {
    try await extensions().supports(name)
  }
}
