/// Sends a request until it is answered, as far as repeating is safe.
public import MarketWire

/// An attempt that is about to be followed by another.
public struct RetryNotice: Hashable, Sendable {
  /// The attempt that just ended, from 1.
  public let attempt: Int
  public let maximumAttempts: Int
  public let outcome: AttemptOutcome
  public let wait: Duration
}

/// Obeys ``RetryState``: it only sends and waits.
///
/// `timeLimit` of the options holds for all attempts together. Where an attempt of a write was lost
/// and no later one settled it, the error of the lost attempt is thrown, with `wasSent`.
public struct RetryingTransport: Transport {
  private let base: any Transport
  private let policy: RetryPolicy
  private let attemptLimit: Duration
  private let clock: AnyClock
  private let random: @Sendable () -> UInt64
  private let onRetry: (@Sendable (RetryNotice) -> Void)?

  /// - Parameter attemptLimit: the time of one attempt of a request that may be repeated.
  public init(
    over base: any Transport, policy: RetryPolicy, attemptLimit: Duration, clock: AnyClock,
    random: @escaping @Sendable () -> UInt64, onRetry: (@Sendable (RetryNotice) -> Void)? = nil
  ) {
    self.base = base
    self.policy = policy
    self.attemptLimit = attemptLimit
    self.clock = clock
    self.random = random
    self.onRetry = onRetry
  }

  public func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    let start = clock.elapsed()
    var state = RetryState(
      policy: policy, retrySafety: options.retrySafety, timeLimit: options.timeLimit)
    var generator = InjectedGenerator(random: random)
    var lost: TransportError?
    while true {
      let result = await attempt(request, options, elapsed: clock.elapsed() - start)
      let outcome = result.outcome
      let wasLost = state.isLost
      let decision = state.decide(outcome, elapsed: clock.elapsed() - start, using: &generator)
      if state.isLost, !wasLost { lost = result.loss }
      switch decision {
      case .finish: return try result.value(attempts: state.attempts)
      case .outcomeUnknown:
        // A lone 502 of a write goes to the caller as it is: its status says as much.
        if case .response = result, !wasLost { return try result.value(attempts: state.attempts) }
        throw (lost ?? result.loss).counted(state.attempts)
      case .retry(let wait):
        onRetry?(
          RetryNotice(
            attempt: state.attempts, maximumAttempts: policy.maximumAttempts, outcome: outcome,
            wait: wait))
        do {
          try await clock.sleep(wait)
        } catch {
          throw TransportError(
            .cancelled, wasSent: state.isLost, detail: "while waiting", attempts: state.attempts)
        }
      }
    }
  }

  private func attempt(
    _ request: HTTPRequest, _ options: SendOptions, elapsed: Duration
  ) async -> AttemptResult {
    var options = options
    let remaining = max(options.timeLimit - elapsed, .milliseconds(1))
    options.timeLimit =
      options.retrySafety == .onlyIfUnsent ? remaining : min(attemptLimit, remaining)
    do throws(TransportError) {
      return .response(try await base.send(request, options))
    } catch {
      return .error(error)
    }
  }
}

private enum AttemptResult {
  case response(HTTPResponse)
  case error(TransportError)

  var outcome: AttemptOutcome {
    switch self {
    case .response(let response):
      .answered(status: response.status, retryAfter: response.retryAfter)
    case .error(let error): .failed(error)
    }
  }

  /// The error that stands for an attempt whose outcome is not known.
  var loss: TransportError {
    switch self {
    case .response(let response):
      TransportError(.badResponse, wasSent: true, detail: "status \(response.status)")
    case .error(let error): error
    }
  }

  func value(attempts: Int) throws(TransportError) -> HTTPResponse {
    switch self {
    case .response(let response): return response
    case .error(let error): throw error.counted(attempts)
    }
  }
}

extension TransportError {
  fileprivate func counted(_ attempts: Int) -> TransportError {
    var error = self
    error.attempts = attempts
    return error
  }
}

private struct InjectedGenerator: RandomNumberGenerator {
  let random: @Sendable () -> UInt64

  mutating func next() -> UInt64 { random() }
}
