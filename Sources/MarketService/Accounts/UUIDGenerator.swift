/// Makes UUIDs of version 1 that are never the same twice, however fast they are asked for.
import MarketWire
import Synchronization

/// A source of UUIDs; each gets a later tick of 100 ns than the one before (RFC 9562, 6.2).
final class UUIDGenerator: Sendable {
  private let random: @Sendable (Int) -> [UInt8]
  private let lastTick = Mutex<UInt64>(0)

  init(random: @escaping @Sendable (Int) -> [UInt8]) {
    self.random = random
  }

  /// The next UUID. Its clock sequence and node are random anew, so that it cannot be guessed from
  /// another and does not collide with one of another process.
  func next(at date: WireDate) -> TimeUUID {
    let now = UInt64(max(0, date.milliseconds)) &* 10_000
    let tick = lastTick.withLock { last in
      last = max(now, last &+ 1)
      return last
    }
    return TimeUUID(tick: tick, noise: random(8))
  }
}
