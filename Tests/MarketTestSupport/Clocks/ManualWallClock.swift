public import MarketWire
import Synchronization

/// A wall clock that a test advances.
public final class ManualWallClock: Sendable {
  private let milliseconds = Mutex<Int64>(1_795_273_445_678)

  public init() {}

  public var now: @Sendable () -> WireDate {
    { [self] in WireDate(milliseconds: milliseconds.withLock { $0 }) }
  }

  public func move(_ step: Duration) {
    milliseconds.withLock { $0 += step.components.seconds * 1000 }
  }
}
