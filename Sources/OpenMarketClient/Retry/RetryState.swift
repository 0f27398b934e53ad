/// The decisions about the attempts of one request, without a clock or a network.
///
/// ```swift
/// var state = RetryState(policy: RetryPolicy(), retrySafety: .always, timeLimit: .seconds(30))
/// var generator = SystemRandomNumberGenerator()
/// let decision = state.decide(
///   .answered(status: 503, retryAfter: .seconds(2)), elapsed: .seconds(1), using: &generator)
/// print(decision)
/// ```
///
/// 1. There are at most ``RetryPolicy/maximumAttempts`` attempts, and no wait exceeds `timeLimit`.
/// 2. A request that is ``RetrySafety/onlyIfUnsent`` is repeated only after an attempt that was
///    certainly not carried out: nothing was sent, or the status is 429, or 503 with `Retry-After`.
/// 3. After a lost attempt of a write, the result is a success, a rejection of the request itself
///    (400, 422), or ``RetryDecision/outcomeUnknown``. Other errors do not say what happened to the
///    lost attempt.
public struct RetryState: Sendable {
  /// The limits of the request.
  public let policy: RetryPolicy
  /// When the request may be repeated.
  public let retrySafety: RetrySafety
  /// The time limit of all attempts and waits together.
  public let timeLimit: Duration
  /// The number of attempts so far.
  public private(set) var attempts = 0
  /// Whether an attempt of a write was lost: it may have been carried out, without a response.
  public private(set) var hasLostAttempt = false

  /// Creates the state before the first attempt.
  public init(policy: RetryPolicy, retrySafety: RetrySafety, timeLimit: Duration) {
    self.policy = policy
    self.retrySafety = retrySafety
    self.timeLimit = timeLimit
  }

  /// Records an attempt and returns what to do next.
  ///
  /// - Parameters:
  ///   - outcome: The result of the attempt.
  ///   - elapsed: The time since the first attempt began.
  ///   - generator: The source of the jitter: waits are uniform from zero to the maximum.
  public mutating func decide(
    _ outcome: AttemptOutcome, elapsed: Duration,
    using generator: inout some RandomNumberGenerator
  ) -> RetryDecision {
    attempts += 1
    switch AttemptVerdict(outcome) {
    case .final(let settles): return hasLostAttempt && !settles ? .outcomeUnknown : .finish
    case .notDone(let retryAfter): return retry(retryAfter, elapsed: elapsed, using: &generator)
    case .refused:
      guard retrySafety != .onlyIfUnsent else { return end }
      return retry(nil, elapsed: elapsed, using: &generator)
    case .unclear(let isWorthRepeating):
      if retrySafety != .always { hasLostAttempt = true }
      guard isWorthRepeating, retrySafety != .onlyIfUnsent else { return end }
      return retry(nil, elapsed: elapsed, using: &generator)
    }
  }

  private var end: RetryDecision { hasLostAttempt ? .outcomeUnknown : .finish }

  private func retry(
    _ retryAfter: Duration?, elapsed: Duration, using generator: inout some RandomNumberGenerator
  ) -> RetryDecision {
    guard attempts < policy.maximumAttempts else { return end }
    if let retryAfter, retryAfter > policy.maximumRetryAfter { return end }
    let wait = retryAfter ?? jitter(using: &generator)
    return elapsed + wait < timeLimit ? .retry(after: wait) : end
  }

  private func jitter(using generator: inout some RandomNumberGenerator) -> Duration {
    let doubled = policy.baseDelay * (1 << min(attempts - 1, 20))
    let longest = min(doubled, policy.maximumDelay)
    // `Double.random` would loop forever with a test generator that always returns the same number.
    let fraction = Double(generator.next() as UInt64 >> 11) / Double(UInt64.max >> 11)
    return longest * fraction
  }
}

/// The meaning of an outcome for the request.
private enum AttemptVerdict {
  /// Repeating makes no sense; `settles` says whether the response also covers earlier attempts.
  case final(settles: Bool)
  /// The attempt was not carried out; it may be repeated after the wait.
  case notDone(retryAfter: Duration?)
  /// The attempt was rejected without an invitation to repeat it.
  case refused
  /// The attempt may have been carried out.
  case unclear(isWorthRepeating: Bool)

  init(_ outcome: AttemptOutcome) {
    switch outcome {
    case .answered(let status, let retryAfter): self = .answered(status, retryAfter)
    case .failed(let error): self = .failed(error)
    }
  }

  private static func answered(_ status: Int, _ retryAfter: Duration?) -> AttemptVerdict {
    switch status {
    case 429: .notDone(retryAfter: retryAfter)
    case 503: retryAfter.map { .notDone(retryAfter: $0) } ?? .refused
    case 408, 425: .refused
    case 400, 422, ..<300: .final(settles: true)
    default:
      RetryPolicy.leavesOutcomeUnknown(status: status)
        ? .unclear(isWorthRepeating: true) : .final(settles: false)
    }
  }

  private static func failed(_ error: TransportError) -> AttemptVerdict {
    switch error.code {
    case .cancelled, .tooLarge, .badRequest, .localAddress, .tls:
      error.wasSent ? .unclear(isWorthRepeating: false) : .final(settles: false)
    case .refused, .nameNotFound, .unreachable, .timedOut, .connectionLost, .badResponse, .other:
      error.wasSent ? .unclear(isWorthRepeating: true) : .notDone(retryAfter: nil)
    }
  }
}
