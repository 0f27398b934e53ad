/// The limits of repeated requests.
public struct RetryPolicy: Hashable, Sendable {
  /// The maximum number of attempts, including the first one.
  public var maximumAttempts: Int
  /// The maximum wait before the second attempt; it doubles with each further attempt.
  public var baseDelay: Duration
  /// The maximum wait before any attempt, unless the market asks for another one.
  public var maximumDelay: Duration
  /// The maximum wait that a market can ask for; after a longer one, there is no further attempt.
  public var maximumRetryAfter: Duration

  /// Creates a policy: by default 4 attempts, with waits of at most 200, 400 and 800 ms.
  public init(
    maximumAttempts: Int = 4, baseDelay: Duration = .milliseconds(200),
    maximumDelay: Duration = .seconds(8), maximumRetryAfter: Duration = .seconds(300)
  ) {
    self.maximumAttempts = maximumAttempts
    self.baseDelay = baseDelay
    self.maximumDelay = maximumDelay
    self.maximumRetryAfter = maximumRetryAfter
  }

  /// A policy with a single attempt.
  public static let never = RetryPolicy(maximumAttempts: 1)

  /// Returns whether a write with this response status may have been carried out.
  ///
  /// Status 500 means a failure inside the market, and 502, 504 and similar ones mean that a proxy
  /// stopped waiting. Status 503 and 507 mean that the write was not carried out.
  public static func leavesOutcomeUnknown(status: Int) -> Bool {
    switch status {
    case 501, 503, 505, 507, 511: false
    default: status >= 500
    }
  }
}

/// The result of one attempt.
public enum AttemptOutcome: Hashable, Sendable {
  /// There was a response, with this status and `Retry-After`.
  case answered(status: Int, retryAfter: Duration?)
  /// There was no response.
  case failed(TransportError)
}

/// The decision after an attempt.
public enum RetryDecision: Hashable, Sendable {
  /// Return the outcome of this attempt.
  case finish
  /// Wait, then send the same bytes again.
  case retry(after: Duration)
  /// Stop, because an attempt may have been carried out and no response says whether it was.
  case outcomeUnknown
}
