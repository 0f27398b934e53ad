import Base
import Foundation

/// A bounded queue of log entries, and the thread that passes them on.
///
/// Every request meets here. Swift's `Mutex` would spin and halve the throughput of 16 connections;
/// a thread that waits for an `NSCondition` sleeps.
///
/// 1. Entries are written in the order in which they were added, by one thread.
/// 2. `add` waits when the queue is full, so nothing is lost.
/// 3. `stop` returns when everything is written; nothing may be added afterwards.
///
/// `@unchecked Sendable`: the variables are used only while `condition` is locked.
final class RequestLogThread: @unchecked Sendable {
  private let capacity: Int
  private let write: @Sendable ([RequestLogEntry]) -> Void
  /// Broadcast when entries have arrived or were taken, and when the thread has to end or has ended.
  private let condition = NSCondition()
  private var entries: [RequestLogEntry] = []
  private var isStopping = false
  private var hasEnded = false

  /// - Parameter capacity: the number of queued entries from which on `add` waits.
  init(capacity: Int = 4096, write: @escaping @Sendable ([RequestLogEntry]) -> Void) {
    self.capacity = capacity
    self.write = write
  }

  func start() throws(ServerError) {
    let isStarted = startThread("request log", stackSize: 512 * 1024) { [self] in
      while let entries = nextEntries() {
        write(entries)
        // Waking up once for many requests costs less than once for each.
        usleep(5000)
      }
    }
    if !isStarted { throw .callFailed(name: "pthread_create", code: EAGAIN) }
  }

  func add(_ entry: RequestLogEntry) {
    condition.withLock {
      while entries.count >= capacity { condition.wait() }
      entries.append(entry)
      if entries.count == 1 { condition.broadcast() }
    }
  }

  /// Must be called once, after `start`.
  func stop() {
    condition.withLock {
      isStopping = true
      condition.broadcast()
      while !hasEnded { condition.wait() }
    }
  }

  /// Waits for entries and takes all of them; nil at the end.
  private func nextEntries() -> [RequestLogEntry]? {
    condition.withLock {
      while entries.isEmpty, !isStopping { condition.wait() }
      defer { condition.broadcast() }
      guard !entries.isEmpty else {
        hasEnded = true
        return nil
      }
      defer { entries = [] }
      return entries
    }
  }
}
