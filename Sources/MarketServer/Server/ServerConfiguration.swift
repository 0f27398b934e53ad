public import MarketWire

/// The address, the limits, the log and the clocks of a server.
public struct ServerConfiguration: Sendable {
  /// A numeric IPv4 or IPv6 address, or `localhost` for 127.0.0.1.
  ///
  /// `::` also accepts IPv4 clients.
  public var host = "127.0.0.1"
  /// The port; 0 selects any free port.
  public var port: UInt16 = 0
  /// The certificate for HTTPS; nil serves plain HTTP.
  public var identity: TLSIdentity?
  /// The limits for clients.
  public var limits = ServerLimits()
  /// The proxies whose header ``forwardedHeader`` is trusted.
  ///
  /// Their connections have no limit per address.
  public var trustedProxies: [AddressRange] = []
  /// The header to which each proxy appends the address that it got a request from: a list of
  /// addresses, or of `for=` elements (RFC 7239).
  public var forwardedHeader: HTTPHeaderName = "X-Forwarded-For"
  /// The hosts that requests may name which no trusted proxy forwards; nil permits each.
  public var knownHosts: KnownHosts?
  /// Receives, once, the address of a client that sends such a header without being a trusted proxy,
  /// and the name of the header.
  public var onUnknownProxy: @Sendable (_ address: String, _ header: HTTPHeaderName) -> Void =
    { _, _ in }
  /// The beginning of the ids that requests have in the log and in `X-Request-Id`.
  ///
  /// It should differ between servers and between two starts.
  public var requestIDPrefix = "r"
  /// A socket that already listens, passed on by the process that started this one; it replaces
  /// ``host`` and ``port``.
  public var listeningDescriptor: Int32?
  /// Removes secrets from a target before it is logged.
  ///
  /// The target has its full length.
  public var redact: @Sendable (HTTPMethod, String) -> String = { _, target in target }
  /// Receives the entries of requests that have ended, in order, on a thread of its own.
  ///
  /// A few milliseconds of entries arrive together. If the closure blocks, requests wait for it when
  /// 4,096 entries are queued. ``HTTPServer/stop()`` returns after the last entry.
  public var log: @Sendable ([RequestLogEntry]) -> Void = { _ in }

  /// The connections that leave descriptors for files; nil counts the descriptors of the process.
  var slots: Int?

  var forwarding: ForwardedAddress {
    ForwardedAddress(proxies: trustedProxies, header: forwardedHeader)
  }

  /// The time since an arbitrary moment, for measuring intervals.
  public var elapsed: @Sendable () -> Duration
  /// The current time, for the `Date` header.
  public var now: @Sendable () -> WireDate

  /// Creates the configuration of a server on 127.0.0.1 with a free port.
  ///
  /// - Parameters:
  ///   - clock: a monotonic clock for measuring intervals.
  ///   - now: returns the current time.
  public init(clock: some Clock<Duration>, now: @escaping @Sendable () -> WireDate) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    self.now = now
  }
}
