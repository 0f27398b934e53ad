/// What a client takes from outside: time, randomness, limits.

/// How long calls may take.
public struct TimeLimits: Hashable, Sendable {
  /// One attempt of a request that may be repeated; any other attempt may use the whole time.
  public var attempt: Duration
  /// One call with all its requests and attempts.
  public var overall: Duration
  /// The same for a create with pictures, which has to upload them.
  public var attemptWithImages: Duration
  public var overallWithImages: Duration

  /// 15 s an attempt and 30 s a call; 120 s with pictures.
  public init(
    attempt: Duration = .seconds(15), overall: Duration = .seconds(30),
    attemptWithImages: Duration = .seconds(120), overallWithImages: Duration = .seconds(120)
  ) {
    self.attempt = attempt
    self.overall = overall
    self.attemptWithImages = attemptWithImages
    self.overallWithImages = overallWithImages
  }

  /// The same limit for every call, with pictures or without.
  public static func all(_ limit: Duration) -> TimeLimits {
    let attempt = min(limit, .seconds(15))
    return TimeLimits(
      attempt: attempt, overall: limit, attemptWithImages: limit, overallWithImages: limit)
  }
}

/// The settings of a client.
public struct ClientConfiguration: Sendable {
  public var clock: AnyClock
  /// 64 random bits at each call; for jitter, keys and boundaries.
  public var random: @Sendable () -> UInt64
  public var retryPolicy: RetryPolicy
  public var timeLimits: TimeLimits
  /// The longest answer that is taken, in bytes.
  public var maxBodyBytes: Int
  /// Told before each wait for another attempt.
  public var onRetry: (@Sendable (RetryNotice) -> Void)?

  /// - Parameters:
  ///   - clock: `ContinuousClock()` in a program, a clock that jumps in a test.
  ///   - random: `{ .random(in: .min ... .max) }` in a program.
  public init(
    clock: some Clock<Duration>, random: @escaping @Sendable () -> UInt64,
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
