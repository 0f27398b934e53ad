import Dispatch
import Foundation
import Synchronization

/// A bounded queue of log entries, and the thread that passes them on.
///
/// 1. Entries are written in the order in which they were added, by one thread.
/// 2. `add` holds the lock only to append. It waits when the queue is full, so nothing is lost.
/// 3. `stop` returns when everything is written; nothing may be added afterwards.
final class RequestLogThread: Sendable {
  private struct State {
    var entries: [RequestLogEntry] = []
    /// Threads that wait for room.
    var blocked = 0
    /// Whether the thread waits for the next entry.
    var isAsleep = false
    var isStopping = false
  }

  private let capacity: Int
  private let write: @Sendable ([RequestLogEntry]) -> Void
  private let state = Mutex(State())
  private let arrived = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)
  private let stopping = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameter capacity: the number of queued entries from which on `add` waits.
  init(capacity: Int = 4096, write: @escaping @Sendable ([RequestLogEntry]) -> Void) {
    self.capacity = capacity
    self.write = write
  }

  func start() {
    let thread = Thread { [self] in
      while waitForEntries() {}
      ended.signal()
    }
    thread.name = "request log"
    thread.stackSize = 512 * 1024
    thread.start()
  }

  func add(_ entry: RequestLogEntry) {
    while true {
      let (isAdded, wakes) = state.withLock { state in
        guard state.entries.count < capacity else {
          state.blocked += 1
          return (false, false)
        }
        state.entries.append(entry)
        defer { state.isAsleep = false }
        return (true, state.isAsleep)
      }
      if wakes { arrived.signal() }
      if isAdded { return }
      room.wait()
    }
  }

  /// Must be called once, after `start`.
  func stop() {
    let wakes = state.withLock { state in
      state.isStopping = true
      defer { state.isAsleep = false }
      return state.isAsleep
    }
    if wakes { arrived.signal() }
    stopping.signal()
    ended.wait()
  }

  /// Writes all queued entries, or waits for the next one; returns false at the end.
  private func waitForEntries() -> Bool {
    let (entries, blocked, isStopping) = state.withLock { state in
      let taken = (state.entries, state.blocked, state.isStopping)
      state.entries = []
      state.blocked = 0
      state.isAsleep = taken.0.isEmpty && !taken.2
      return taken
    }
    for _ in 0..<blocked { room.signal() }
    if !entries.isEmpty { write(entries) }
    if isStopping { return !entries.isEmpty }
    if entries.isEmpty { arrived.wait() }
    // Waking up once for many requests costs less than once for each.
    if stopping.wait(timeout: .now() + .milliseconds(5)) == .success { stopping.signal() }
    return true
  }
}
