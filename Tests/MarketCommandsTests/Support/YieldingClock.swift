import MarketTestSupport

/// A clock that does not advance. Time limits never pass; a wait of less than 50 ms only yields to
/// other tasks.
struct YieldingClock: Clock {
  private let frozen = FrozenClock()

  var now: FrozenClock.Instant { frozen.now }
  var minimumResolution: Duration { frozen.minimumResolution }

  func sleep(until deadline: FrozenClock.Instant, tolerance: Duration?) async throws {
    if now.duration(to: deadline) < .milliseconds(50) {
      try Task.checkCancellation()
      await Task.yield()
    } else {
      try await frozen.sleep(until: deadline, tolerance: tolerance)
    }
  }
}
