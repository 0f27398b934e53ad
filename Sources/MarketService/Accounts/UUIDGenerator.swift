import MarketWire
import Synchronization

/// A generator of unique version 1 UUIDs.
///
/// Each UUID has a later tick of 100 ns than the one before (RFC 9562, 6.2).
final class UUIDGenerator: Sendable {
  private let random: @Sendable (Int) -> [UInt8]
  private let lastTick = Mutex<UInt64>(0)

  init(random: @escaping @Sendable (Int) -> [UInt8]) {
    self.random = random
  }

  /// The next UUID.
  ///
  /// Clock sequence and node are random for each UUID, so it cannot be guessed from another one and
  /// does not collide with those of other processes.
  func next(at date: WireDate) -> TimeUUID {
    let now = UInt64(max(0, date.milliseconds)) &* 10_000
    let tick = lastTick.withLock { last in
      last = max(now, last &+ 1)
      return last
    }
    return TimeUUID(tick: tick, randomBytes: random(8))
  }
}
