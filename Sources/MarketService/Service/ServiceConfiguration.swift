/// What the owner of a market decides about it.

/// The settings of a market service; the standard ones suit a market on one's own machine.
public struct ServiceConfiguration: Sendable {
  /// Whether the limits of the document are enforced (API 1.5). Without them the market takes
  /// what the old server took: short or missing texts, price 0, a discount above the price.
  public var enforcesLimits = true
  /// Whether the market offers what the old one did not have: keys of writes, filters, orders,
  /// exact dates, revisions, summaries (API 7). Without them it answers as the old one did.
  public var hasExtensions = true
  /// What image URLs begin with, such as `https://market.example.com`; nil for the scheme and
  /// host that each request was sent to.
  public var publicURL: String?
  /// Whether requests come over TLS, so that image URLs begin with `https`.
  public var isTLS = false
  /// How long a write waits for another process that writes, before it is refused with 503.
  public var patience = Duration.seconds(5)
  /// Writes are refused while the device has fewer free bytes than this, but for removals and for
  /// what was done already.
  public var minimumFreeBytes: Int64 = 64 << 20
  /// The free bytes of the device a folder is on; nil where that cannot be found out.
  public var freeBytes: @Sendable (_ folder: String) -> Int64? = FileSystem.freeBytes(of:)
  /// Is told why an answer is 500, or why health fails; a client is not. Called on the request's
  /// thread. The error names files and statements, but no value of a request.
  public var onFailure: @Sendable (ServiceError) -> Void = { _ in }

  public init() {}
}
