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
  /// Removes secrets from a target before it is logged.
  ///
  /// The target has its full length.
  public var redact: @Sendable (HTTPMethod, String) -> String = { _, target in target }
  /// Receives an entry for each request that has ended, on the thread of the connection.
  public var log: @Sendable (RequestLogEntry) -> Void = { _ in }

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
