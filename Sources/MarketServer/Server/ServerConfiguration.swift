/// Where a server listens, what it allows, and whom it tells.
public import MarketWire

/// The settings of one server, and the two clocks that it is given.
public struct ServerConfiguration: Sendable {
  /// A numeric IPv4 or IPv6 address, or `localhost`, which is 127.0.0.1. `::` takes IPv4 too.
  public var host = "127.0.0.1"
  /// 0 takes any free port.
  public var port: UInt16 = 0
  /// Nil serves plain HTTP, anything else HTTPS only.
  public var identity: TLSIdentity?
  public var limits = ServerLimits()
  /// Takes secrets out of a target before it is logged; it gets the target in full length.
  public var redact: @Sendable (HTTPMethod, String) -> String = { _, target in target }
  /// Told about each request when it is over, on the connection's thread.
  public var log: @Sendable (RequestLogEntry) -> Void = { _ in }

  /// Time since some moment, for measuring intervals only.
  public var elapsed: @Sendable () -> Duration
  /// The present moment, for the dates of answers.
  public var now: @Sendable () -> WireDate

  /// - Parameters:
  ///   - clock: measures intervals; one that runs on whatever is done to the time of day.
  ///   - now: the present moment.
  public init(clock: some Clock<Duration>, now: @escaping @Sendable () -> WireDate) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    self.now = now
  }
}
