/// The thread that ends connections whose time is over.
import Dispatch
import Foundation

/// Looks at the connections at regular intervals until it is stopped.
///
/// The library's own time-out is one of inactivity only: a byte every few seconds defeats it.
final class TimeoutThread: Sendable {
  private let stopping = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// How often it looks: a quarter of the shortest limit, between 5 ms and 1 s.
  static func interval(for limits: ServerLimits) -> Duration {
    let shortest = min(
      limits.headerTimeout, limits.bodyTimeout, limits.idleTimeout, limits.writeTimeout)
    return max(.milliseconds(5), min(.seconds(1), shortest / 4))
  }

  func start(over table: ConnectionTable, every interval: Duration) {
    let thread = Thread { [stopping, ended] in
      while stopping.wait(timeout: .now() + interval.dispatchInterval) == .timedOut {
        table.abortOverdue()
      }
      ended.signal()
    }
    thread.name = "reaper"
    thread.stackSize = 256 * 1024
    thread.start()
  }

  /// Returns when the thread has looked for the last time.
  func stop() {
    stopping.signal()
    ended.wait()
  }
}
