import MarketWire

/// A failed attempt before the wait for the next one.
public struct RetryNotice: Hashable, Sendable {
  /// The number of the failed attempt, from 1.
  public let attempt: Int
  /// The maximum number of attempts.
  public let maximumAttempts: Int
  /// The result of the failed attempt.
  public let outcome: AttemptOutcome
  /// The wait before the next attempt.
  public let wait: Duration
}

/// Repeats a request over a transport as long as that is safe.
///
/// ``RetryState`` decides; this type only sends and waits. ``SendOptions/timeLimit`` covers all
/// attempts. If the outcome of a write is unknown, the error of the lost attempt is thrown.
struct RetryingTransport {
  let base: any Transport
  let policy: RetryPolicy
  /// The time limit of one attempt, for requests that may be repeated.
  let attemptLimit: Duration
  let clock: AnyClock
  /// Returns 64 random bits, for the jitter.
  let random: @Sendable () -> UInt64
  let onRetry: (@Sendable (RetryNotice) -> Void)?

  /// Returns the response of the last attempt, with the number of attempts.
  func answer(
    to request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> CountedResponse {
    let start = clock.elapsed()
    var state = RetryState(
      policy: policy, retrySafety: options.retrySafety, timeLimit: options.timeLimit)
    var generator = InjectedGenerator(random: random)
    var lost: TransportError?
    while true {
      let result = await attempt(request, options, elapsed: clock.elapsed() - start)
      let outcome = result.outcome
      let hadLostAttempt = state.hasLostAttempt
      let decision = state.decide(outcome, elapsed: clock.elapsed() - start, using: &generator)
      if state.hasLostAttempt, !hadLostAttempt { lost = result.loss }
      switch decision {
      case .finish: return try result.value(attempts: state.attempts)
      case .outcomeUnknown:
        // A 502 without an earlier lost attempt is returned: its status has the same meaning.
        if case .response = result, !hadLostAttempt {
          return try result.value(attempts: state.attempts)
        }
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
            .cancelled, wasSent: state.hasLostAttempt, detail: "while waiting to retry",
            attempts: state.attempts)
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

/// A response, and how many attempts it took.
struct CountedResponse: Sendable {
  let response: HTTPResponse
  let attempts: Int
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

  /// The error that represents a lost attempt.
  var loss: TransportError {
    switch self {
    case .response(let response):
      TransportError(.badResponse, wasSent: true, detail: "status \(response.status)")
    case .error(let error): error
    }
  }

  func value(attempts: Int) throws(TransportError) -> CountedResponse {
    switch self {
    case .response(let response): return CountedResponse(response: response, attempts: attempts)
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
