import MarketTestSupport
import OpenMarketClient
import Testing

private struct MaximumGenerator: RandomNumberGenerator {
  func next() -> UInt64 { .max }
}

private struct MinimumGenerator: RandomNumberGenerator {
  func next() -> UInt64 { 0 }
}

@Suite(.timeLimit(.minutes(60))) struct RetryStateTests {
  /// Returns the decisions after a series of outcomes, without the waits.
  private func decisions(
    _ retrySafety: RetrySafety, _ outcomes: [AttemptOutcome]
  ) -> [String] {
    var state = RetryState(
      policy: RetryPolicy(), retrySafety: retrySafety, timeLimit: .seconds(600))
    var generator = MaximumGenerator()
    return outcomes.map { outcome in
      switch state.decide(outcome, elapsed: .zero, using: &generator) {
      case .finish: "finish"
      case .retry: "retry"
      case .outcomeUnknown: "unknown"
      }
    }
  }

  private static let lost = AttemptOutcome.failed(TransportError(.connectionLost, wasSent: true))
  private static let refused = AttemptOutcome.failed(TransportError(.refused, wasSent: false))

  private static func status(_ status: Int, after: Duration? = nil) -> AttemptOutcome {
    .answered(status: status, retryAfter: after)
  }

  @Test(arguments: [
    (status(200), ["finish", "finish", "finish"]),
    (status(301), ["finish", "finish", "finish"]),
    (status(400), ["finish", "finish", "finish"]),
    (status(401), ["finish", "finish", "finish"]),
    (status(404), ["finish", "finish", "finish"]),
    (status(408), ["retry", "retry", "finish"]),
    (status(413), ["finish", "finish", "finish"]),
    (status(429), ["retry", "retry", "retry"]),
    (status(429, after: .seconds(9)), ["retry", "retry", "retry"]),
    (status(429, after: .seconds(301)), ["finish", "finish", "finish"]),
    (status(500), ["retry", "retry", "unknown"]),
    (status(501), ["finish", "finish", "finish"]),
    (status(502), ["retry", "retry", "unknown"]),
    (status(503), ["retry", "retry", "finish"]),
    (status(503, after: .seconds(1)), ["retry", "retry", "retry"]),
    (status(504), ["retry", "retry", "unknown"]),
    (status(507), ["finish", "finish", "finish"]),
    (status(522), ["retry", "retry", "unknown"]),
    (lost, ["retry", "retry", "unknown"]),
    (refused, ["retry", "retry", "retry"]),
    (.failed(TransportError(.nameNotFound, wasSent: false)), ["retry", "retry", "retry"]),
    (.failed(TransportError(.tls, wasSent: false)), ["finish", "finish", "finish"]),
    (.failed(TransportError(.timedOut, wasSent: false)), ["retry", "retry", "retry"]),
    (.failed(TransportError(.timedOut, wasSent: true)), ["retry", "retry", "unknown"]),
    (.failed(TransportError(.badResponse, wasSent: true)), ["retry", "retry", "unknown"]),
    (.failed(TransportError(.tooLarge, wasSent: true)), ["finish", "unknown", "unknown"]),
    (.failed(TransportError(.cancelled, wasSent: false)), ["finish", "finish", "finish"]),
    (.failed(TransportError(.cancelled, wasSent: true)), ["finish", "unknown", "unknown"]),
    (.failed(TransportError(.badRequest, wasSent: false)), ["finish", "finish", "finish"]),
  ])
  func `the decision depends on the outcome and on what may be repeated`(
    _ outcome: AttemptOutcome, _ expected: [String]
  ) {
    let found = [RetrySafety.always, .withKey, .onlyIfUnsent].map { decisions($0, [outcome])[0] }
    #expect(found == expected)
  }

  @Test func `there are at most four attempts`() {
    #expect(
      decisions(.always, Array(repeating: Self.lost, count: 4)) == [
        "retry", "retry", "retry", "finish",
      ])
    #expect(
      decisions(.withKey, Array(repeating: Self.lost, count: 4)) == [
        "retry", "retry", "retry", "unknown",
      ])
    #expect(
      decisions(.onlyIfUnsent, Array(repeating: Self.refused, count: 4)) == [
        "retry", "retry", "retry", "finish",
      ])
  }

  @Test(arguments: [
    (status(201), "finish"), (status(400), "finish"), (status(422), "finish"),
    (status(401), "unknown"), (status(404), "unknown"), (status(413), "unknown"),
  ])
  func `after a lost attempt, only a success or a rejection of the request is conclusive`(
    _ second: AttemptOutcome, _ expected: String
  ) {
    #expect(decisions(.withKey, [Self.lost, second]) == ["retry", expected])
  }

  @Test func `a lost attempt is remembered when later connections are refused`() {
    #expect(
      decisions(.withKey, [Self.lost, Self.refused, Self.refused, Self.refused]) == [
        "retry", "retry", "retry", "unknown",
      ])
  }

  @Test func `waits are random from zero to a maximum that doubles`() {
    func waits(_ generator: some RandomNumberGenerator) -> [Duration] {
      var generator = generator
      let policy = RetryPolicy(maximumAttempts: 9, maximumDelay: .seconds(2))
      var state = RetryState(policy: policy, retrySafety: .always, timeLimit: .seconds(600))
      return (1...6).compactMap { _ in
        guard
          case .retry(let wait) = state.decide(Self.lost, elapsed: .zero, using: &generator)
        else { return nil }
        return wait
      }
    }
    #expect(waits(MinimumGenerator()) == Array(repeating: .zero, count: 6))
    #expect(
      waits(MaximumGenerator()) == [200, 400, 800, 1600, 2000, 2000].map { .milliseconds($0) })
  }

  @Test func `no wait exceeds the time limit`() {
    var generator = MinimumGenerator()
    func decision(_ wait: Duration, elapsed: Duration) -> RetryDecision {
      var state = RetryState(
        policy: RetryPolicy(), retrySafety: .onlyIfUnsent, timeLimit: .seconds(30))
      return state.decide(Self.status(429, after: wait), elapsed: elapsed, using: &generator)
    }
    #expect(decision(.seconds(29), elapsed: .zero) == .retry(after: .seconds(29)))
    #expect(decision(.seconds(30), elapsed: .zero) == .finish)
    #expect(decision(.seconds(20), elapsed: .seconds(11)) == .finish)
  }
}
