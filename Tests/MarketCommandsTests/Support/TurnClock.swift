/// A clock that stands still, but lets whoever waits a moment for somebody else go on.
import MarketTestSupport

/// Time limits never pass; a wait of less than 50 ms only lets others have their turn.
struct TurnClock: Clock {
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
