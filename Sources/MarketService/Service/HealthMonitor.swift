import Base
import Foundation
import Synchronization

/// What is known about the health of the market's database (API 8.5).
///
/// A thread checks the database once a second. A damaged database stays unhealthy until the market is
/// opened again. Asking costs nothing, so that no number of health checks can slow the market down.
final class HealthMonitor: Sendable {
  private enum State {
    case healthy, unreachable, damaged, closed
  }

  private let check: @Sendable () throws(StoreError) -> Void
  private let onFailure: @Sendable (StoreError) -> Void
  private let state = Mutex(State.healthy)
  private let isWatching = Atomic(false)
  private let stop = DispatchSemaphore(value: 0)

  init(
    _ check: @escaping @Sendable () throws(StoreError) -> Void,
    onFailure: @escaping @Sendable (StoreError) -> Void
  ) {
    self.check = check
    self.onFailure = onFailure
  }

  /// Whether the database can be read, as far as is known.
  ///
  /// Without a watching thread, the database is checked now.
  var isHealthy: Bool {
    if !isWatching.load(ordering: .relaxed) { runCheck() }
    return state.withLock { $0 == .healthy }
  }

  /// Checks the database now, and then once per interval until ``close()``, on a thread of its own.
  func watch(every interval: Duration) {
    guard !isWatching.exchange(true, ordering: .relaxed) else { return }
    let milliseconds = Int(interval / .milliseconds(1))
    let isStarted = startThread("health") { [self] in
      repeat {
        runCheck()
      } while stop.wait(timeout: .now() + .milliseconds(milliseconds)) == .timedOut
    }
    // Each question checks the database then.
    if !isStarted { isWatching.store(false, ordering: .relaxed) }
  }

  /// Ends the checks.
  func close() {
    state.withLock { $0 = .closed }
    stop.signal()
  }

  /// Remembers the error of a request if it shows that the database is damaged.
  func remember(_ error: StoreError) {
    guard case .damaged = error else { return }
    change(to: .damaged)
  }

  private func runCheck() {
    guard state.withLock({ $0 != .closed }) else { return }
    do throws(StoreError) {
      try check()
      change(to: .healthy)
    } catch {
      if change(to: error.isDamage ? .damaged : .unreachable) { onFailure(error) }
    }
  }

  /// Changes the state unless it is final; returns whether it has changed.
  @discardableResult
  private func change(to new: State) -> Bool {
    state.withLock { state in
      guard state != new, state != .damaged, state != .closed else { return false }
      state = new
      return true
    }
  }
}
