import Testing

@testable import MarketServer

@Suite(.timeLimit(.minutes(60))) struct TimeoutThreadTests {
  @Test func `the interval is a quarter of the shortest limit, between 5 ms and 1 s`() {
    var limits = ServerLimits()
    #expect(TimeoutThread.interval(for: limits) == .seconds(1))
    limits.bodyTimeout = .milliseconds(200)
    #expect(TimeoutThread.interval(for: limits) == .milliseconds(50))
    limits.idleTimeout = .zero
    #expect(TimeoutThread.interval(for: limits) == .milliseconds(5))
  }
}
