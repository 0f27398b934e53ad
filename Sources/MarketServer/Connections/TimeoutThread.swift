import Base
import Dispatch
import Foundation

/// A thread that shuts down connections whose deadline has passed.
///
/// The library's own timeout covers inactivity only: a client that sends one byte every few
/// seconds never reaches it.
final class TimeoutThread: Sendable {
  private let stopping = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// The interval between two checks: a quarter of the shortest limit, between 5 ms and 1 s.
  static func interval(for limits: ServerLimits) -> Duration {
    let shortest = min(
      limits.headerTimeout, limits.bodyGrace, limits.bodyTimeout, limits.idleTimeout,
      limits.writeTimeout)
    return max(.milliseconds(5), min(.seconds(1), shortest / 4))
  }

  func start(over table: ConnectionTable, every interval: Duration) throws(ServerError) {
    let isStarted = startThread("timeouts", stackSize: 256 * 1024) { [stopping, ended] in
      while stopping.wait(timeout: .now() + interval.dispatchInterval) == .timedOut {
        table.abortOverdue()
      }
      ended.signal()
    }
    if !isStarted { throw .callFailed(name: "pthread_create", code: EAGAIN) }
  }

  /// Returns when the thread has ended.
  func stop() {
    stopping.signal()
    ended.wait()
  }
}
