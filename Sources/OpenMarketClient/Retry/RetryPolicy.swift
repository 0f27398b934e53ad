/// Whether a request is sent again, and when: a decision without a clock, a network or chance.

/// The numbers of the decision.
public struct RetryPolicy: Hashable, Sendable {
  /// All attempts, the first one included.
  public var maximumAttempts: Int
  /// The longest wait before the second attempt; it doubles with each attempt.
  public var baseDelay: Duration
  /// The longest wait that is not told by the market.
  public var maximumDelay: Duration
  /// The longest wait that a market may ask for; if it asks for more, the request is given up.
  public var maximumRetryAfter: Duration

  public init(
    maximumAttempts: Int = 4, baseDelay: Duration = .milliseconds(200),
    maximumDelay: Duration = .seconds(8), maximumRetryAfter: Duration = .seconds(300)
  ) {
    self.maximumAttempts = maximumAttempts
    self.baseDelay = baseDelay
    self.maximumDelay = maximumDelay
    self.maximumRetryAfter = maximumRetryAfter
  }

  /// One attempt and no more.
  public static let never = RetryPolicy(maximumAttempts: 1)

  /// Whether a write that is answered so may have been done all the same: the market broke while it
  /// worked (500), or something between did not wait for it (502, 504 and their like). 503 and 507
  /// say that it was not done.
  public static func leavesOutcomeUnknown(status: Int) -> Bool {
    switch status {
    case 501, 503, 505, 507, 511: false
    default: status >= 500
    }
  }
}

/// What became of one attempt.
public enum AttemptOutcome: Hashable, Sendable {
  case answered(status: Int, retryAfter: Duration?)
  case failed(TransportError)
}

/// What to do about it.
public enum RetryDecision: Hashable, Sendable {
  /// This outcome is the result.
  case finish
  /// Wait, then send the request again, the same to the byte.
  case retry(after: Duration)
  /// Give up; an attempt may have been carried out, and no answer tells.
  case outcomeUnknown
}

/// The attempts of one request.
///
/// 1. `attempts` never exceeds the policy's number, and no wait goes beyond `timeLimit`.
/// 2. A request that is `onlyIfUnsent` is sent again only after an attempt that certainly did
///    nothing: none of it was sent, 429, or 503 with `Retry-After`.
/// 3. Once an attempt of a write was lost (`isLost`), the end is a success, the market's verdict on
///    the request itself (400, 422), or `outcomeUnknown`: a later refusal does not tell about it.
public struct RetryState: Sendable {
  public let policy: RetryPolicy
  public let retrySafety: RetrySafety
  /// For the request with all its attempts and waits.
  public let timeLimit: Duration
  public private(set) var attempts = 0
  /// Whether an attempt of a write may have been carried out without an answer that says so.
  public private(set) var isLost = false

  public init(policy: RetryPolicy, retrySafety: RetrySafety, timeLimit: Duration) {
    self.policy = policy
    self.retrySafety = retrySafety
    self.timeLimit = timeLimit
  }

  /// - Parameters:
  ///   - elapsed: since the first attempt began.
  ///   - generator: for full jitter: any wait from nothing to the longest is as likely.
  public mutating func decide(
    _ outcome: AttemptOutcome, elapsed: Duration,
    using generator: inout some RandomNumberGenerator
  ) -> RetryDecision {
    attempts += 1
    switch Verdict(outcome) {
    case .final(let settles): return isLost && !settles ? .outcomeUnknown : .finish
    case .notDone(let told): return again(told, elapsed: elapsed, using: &generator)
    case .refused:
      guard retrySafety != .onlyIfUnsent else { return end }
      return again(nil, elapsed: elapsed, using: &generator)
    case .unclear(let isWorthRepeating):
      if retrySafety != .always { isLost = true }
      guard isWorthRepeating, retrySafety != .onlyIfUnsent else { return end }
      return again(nil, elapsed: elapsed, using: &generator)
    }
  }

  private var end: RetryDecision { isLost ? .outcomeUnknown : .finish }

  private func again(
    _ told: Duration?, elapsed: Duration, using generator: inout some RandomNumberGenerator
  ) -> RetryDecision {
    guard attempts < policy.maximumAttempts else { return end }
    if let told, told > policy.maximumRetryAfter { return end }
    let wait = told ?? jitter(using: &generator)
    return elapsed + wait < timeLimit ? .retry(after: wait) : end
  }

  private func jitter(using generator: inout some RandomNumberGenerator) -> Duration {
    let doubled = policy.baseDelay * (1 << min(attempts - 1, 20))
    let longest = min(doubled, policy.maximumDelay)
    // Not `Double.random`, which draws again and again from a generator that is none.
    let fraction = Double(generator.next() as UInt64 >> 11) / Double(UInt64.max >> 11)
    return longest * fraction
  }
}

/// What an outcome says about the request.
private enum Verdict {
  /// There is nothing to repeat; `settles` where it tells about earlier attempts too.
  case final(settles: Bool)
  /// Nothing was done: it may be sent again, after the wait that was told.
  case notDone(told: Duration?)
  /// It was not done this time, in words that are not an invitation to come back.
  case refused
  /// It may have been done.
  case unclear(isWorthRepeating: Bool)

  init(_ outcome: AttemptOutcome) {
    switch outcome {
    case .answered(let status, let retryAfter): self = .answered(status, retryAfter)
    case .failed(let error): self = .failed(error)
    }
  }

  private static func answered(_ status: Int, _ retryAfter: Duration?) -> Verdict {
    switch status {
    case 429: .notDone(told: retryAfter)
    case 503: retryAfter.map { .notDone(told: $0) } ?? .refused
    case 408, 425: .refused
    case 400, 422, ..<300: .final(settles: true)
    default:
      RetryPolicy.leavesOutcomeUnknown(status: status)
        ? .unclear(isWorthRepeating: true) : .final(settles: false)
    }
  }

  private static func failed(_ error: TransportError) -> Verdict {
    switch error.code {
    case .cancelled, .tooLarge, .badRequest, .tls:
      error.wasSent ? .unclear(isWorthRepeating: false) : .final(settles: false)
    case .refused, .nameNotFound, .unreachable, .timedOut, .connectionLost, .badResponse, .other:
      error.wasSent ? .unclear(isWorthRepeating: true) : .notDone(told: nil)
    }
  }
}
