/// The time limits of calls.
///
/// A call can need several requests, and each request several attempts.
public struct TimeLimits: Hashable, Sendable {
  /// The limit of one attempt, if the request may be repeated; otherwise an attempt may take the
  /// whole time of the call.
  public var attempt: Duration
  /// The limit of a call with all its requests and attempts.
  public var overall: Duration
  /// The limit of one attempt of a create with images.
  public var attemptWithImages: Duration
  /// The limit of a create with images.
  public var overallWithImages: Duration

  /// Creates limits: by default 15 s per attempt and 30 s per call, 120 s with images.
  public init(
    attempt: Duration = .seconds(15), overall: Duration = .seconds(30),
    attemptWithImages: Duration = .seconds(120), overallWithImages: Duration = .seconds(120)
  ) {
    self.attempt = attempt
    self.overall = overall
    self.attemptWithImages = attemptWithImages
    self.overallWithImages = overallWithImages
  }

  /// Returns the same limit for every call, with at most 15 s per attempt without images.
  public static func all(_ limit: Duration) -> TimeLimits {
    let attempt = min(limit, .seconds(15))
    return TimeLimits(
      attempt: attempt, overall: limit, attemptWithImages: limit, overallWithImages: limit)
  }
}

/// The settings of a client.
///
/// ```swift
/// var configuration = ClientConfiguration()
/// configuration.retryPolicy = RetryPolicy(maximumAttempts: 2)
/// configuration.timeLimits = .all(.seconds(10))
/// let impatient = OpenMarketClient(
///   market: try MarketAddress("https://market.example"), transport: CurlTransport(),
///   configuration: configuration)
/// print(try await impatient.isHealthy())
/// ```
public struct ClientConfiguration: Sendable {
  /// The clock for time limits and waits.
  public var clock: AnyClock
  /// Returns 64 random bits; used for jitter, idempotency keys and multipart boundaries.
  public var random: @Sendable () -> UInt64
  /// The limits of repeated requests.
  public var retryPolicy: RetryPolicy
  /// The time limits of calls.
  public var timeLimits: TimeLimits
  /// The maximum size of a response body, in bytes.
  public var maxBodyBytes: Int
  /// Called before each wait for another attempt, on any thread.
  public var onRetry: (@Sendable (RetryNotice) -> Void)?

  /// Creates a configuration, by default with bodies of up to 64 MiB; tests pass a clock and random
  /// numbers of their own.
  public init(
    clock: some Clock<Duration> = ContinuousClock(),
    random: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) },
    retryPolicy: RetryPolicy = RetryPolicy(), timeLimits: TimeLimits = TimeLimits(),
    maxBodyBytes: Int = 64 << 20, onRetry: (@Sendable (RetryNotice) -> Void)? = nil
  ) {
    self.clock = AnyClock(clock)
    self.random = random
    self.retryPolicy = retryPolicy
    self.timeLimits = timeLimits
    self.maxBodyBytes = maxBodyBytes
    self.onRetry = onRetry
  }
}
