import MarketTestSupport

/// A clock that does not advance. Time limits never pass; a wait of less than 50 ms, or of exactly
/// `passing`, lasts a millisecond.
struct YieldingClock: Clock {
  /// The wait between two rounds of `watch`.
  var passing: Duration?
  private let frozen = FrozenClock()

  init(passing: Duration? = nil) {
    self.passing = passing
  }

  var now: FrozenClock.Instant { frozen.now }
  var minimumResolution: Duration { frozen.minimumResolution }

  func sleep(until deadline: FrozenClock.Instant, tolerance: Duration?) async throws {
    let wait = now.duration(to: deadline)
    if wait < .milliseconds(50) || wait == passing {
      try Task.checkCancellation()
      await pause()
    } else {
      try await frozen.sleep(until: deadline, tolerance: tolerance)
    }
  }
}
