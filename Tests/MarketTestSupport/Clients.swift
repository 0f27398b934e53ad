public import MarketWire
public import OpenMarketClient
import Synchronization

extension OpenMarketClient {
  /// A client of the embedded market whose waits take no time.
  public static func test(
    _ transport: any Transport, credentials: Credentials? = .test,
    clock: some Clock<Duration> = TestClock(jumps: true), timeLimits: TimeLimits = TimeLimits(),
    retryPolicy: RetryPolicy = RetryPolicy(), market: MarketAddress = .embedded,
    onRetry: (@Sendable (RetryNotice) -> Void)? = nil
  ) -> OpenMarketClient {
    OpenMarketClient(
      market: market, transport: transport, credentials: credentials,
      configuration: ClientConfiguration(
        clock: clock, random: CountingRandom().next, retryPolicy: retryPolicy,
        timeLimits: timeLimits, onRetry: onRetry))
  }
}

extension Credentials {
  /// Credentials with a secret that tests search for in outputs.
  public static let test = Credentials(
    identifier: VendorIdentifier("c0ffee00-aaaa-11ee-9999-feedfacecafe"),
    secret: Secret("topsecretword1234"))
}

/// A source of pseudorandom numbers that are the same in each run.
public final class CountingRandom: Sendable {
  private let state: Mutex<UInt64>

  public init(seed: UInt64 = 0) {
    state = Mutex(seed)
  }

  /// Returns the next number of a SplitMix64 sequence.
  public var next: @Sendable () -> UInt64 {
    {
      self.state.withLock { state in
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
      }
    }
  }
}
