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
///    where it carries a key and the market honours keys.
/// 2. A write without an honoured key goes out over a fresh connection, so that nothing below sends
///    it again either.
/// 3. The copies of a client share what was learned of the market.
/// 4. Nothing is sent to another host but the request for a picture, without the identifier; the
///    transport holds to it where the market redirects (``SendOptions/followsToOtherHosts``).
public struct OpenMarketClient: Sendable {
  public let market: MarketAddress
  public let credentials: Credentials?
  let configuration: ClientConfiguration
  let transport: any Transport
  let knowledge: MarketKnowledge

  public init(
    market: MarketAddress, transport: any Transport, credentials: Credentials? = nil,
    configuration: ClientConfiguration
  ) {
    self.init(
      market: market, transport: transport, credentials: credentials,
      configuration: configuration, knowledge: MarketKnowledge())
  }

  private init(
    market: MarketAddress, transport: any Transport, credentials: Credentials?,
    configuration: ClientConfiguration, knowledge: MarketKnowledge
  ) {
    self.market = market
    self.credentials = credentials
    self.configuration = configuration
    self.transport = transport
    self.knowledge = knowledge
  }

  /// The same client as another vendor, or as nobody.
  public func signedIn(as credentials: Credentials?) -> OpenMarketClient {
    OpenMarketClient(
      market: market, transport: transport, credentials: credentials,
      configuration: configuration, knowledge: knowledge)
  }

  /// The same client with other time limits.
  public func limited(to limits: TimeLimits) -> OpenMarketClient {
    var configuration = configuration
    configuration.timeLimits = limits
    return OpenMarketClient(
      market: market, transport: transport, credentials: credentials,
      configuration: configuration, knowledge: knowledge)
  }

  /// The same client with its requests going through what is made of its transport.
  public func sending(through wrap: (any Transport) -> any Transport) -> OpenMarketClient {
    OpenMarketClient(
      market: market, transport: wrap(transport), credentials: credentials,
      configuration: configuration, knowledge: knowledge)
  }

  /// What the market told of its extensions so far; nil before its first answer.
  public var knownExtensions: MarketExtensions? { knowledge.extensions }

  /// What the market can do; asks for its health where no answer told yet. A market that cannot
  /// even answer that is taken to know none.
  public func extensions() async throws(ClientError) -> MarketExtensions {
    try await extensions(for: .health, deadline: deadline())
  }

  /// Whether the market can do this; see ``extensions()``.
  public func offers(_ offer: MarketOffer) async throws(ClientError) -> Bool {
    try await extensions().offers(offer)
  }
}
