import Base
import Dispatch
import Foundation
import Synchronization

/// A bounded queue of log entries, and the thread that passes them on.
///
/// Every request meets here. A `Mutex` in this place spins, and halves the throughput of 16
/// connections, so the queue is a list that threads prepend to without a lock.
///
/// 1. Entries are written in the order in which they were added, by one thread.
/// 2. `add` waits when the queue is full, so nothing is lost.
/// 3. The thread sets `isAsleep` before it looks for work a last time. A thread that adds
///    work reads `isAsleep` afterwards. One of the two therefore sees the other.
/// 4. `stop` returns when everything is written; nothing may be added afterwards.
final class RequestLogThread: Sendable {
  private final class Node: Sendable {
    let entry: RequestLogEntry
    let next = Atomic<Unmanaged<Node>?>(nil)

    init(_ entry: RequestLogEntry) { self.entry = entry }
  }

  private let capacity: Int
  private let write: @Sendable ([RequestLogEntry]) -> Void
  /// The entry that was added last; each node holds a reference to the one before.
  private let last = Atomic<Unmanaged<Node>?>(nil)
  /// The entries in the list and those that are about to be prepended.
  private let count = Atomic(0)
  /// The threads that wait for room.
  private let blocked = Atomic(0)
  /// Whether the thread waits for work.
  private let isAsleep = Atomic(false)
  private let isStopping = Atomic(false)
  private let arrived = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)
  private let stopping = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameter capacity: the number of queued entries from which on `add` waits.
  init(capacity: Int = 4096, write: @escaping @Sendable ([RequestLogEntry]) -> Void) {
    self.capacity = capacity
    self.write = write
  }

  func start() throws(ServerError) {
    let isStarted = startThread("request log", stackSize: 512 * 1024) { [self] in
      while waitForEntries() {}
      ended.signal()
    }
    if !isStarted { throw .callFailed(name: "pthread_create", code: EAGAIN) }
  }

  func add(_ entry: RequestLogEntry) {
    while count.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue > capacity {
      count.wrappingSubtract(1, ordering: .sequentiallyConsistent)
      blocked.wrappingAdd(1, ordering: .sequentiallyConsistent)
      wake()
      room.wait()
    }
    let node = Unmanaged.passRetained(Node(entry))
    var before = last.load(ordering: .relaxed)
    while true {
      node._withUnsafeGuaranteedRef { $0.next.store(before, ordering: .relaxed) }
      let (exchanged, original) = last.weakCompareExchange(
        expected: before, desired: node, ordering: .sequentiallyConsistent)
      if exchanged { break }
      before = original
    }
    wake()
  }

  /// Must be called once, after `start`.
  func stop() {
    isStopping.store(true, ordering: .sequentiallyConsistent)
    wake()
    stopping.signal()
    ended.wait()
  }

  private func wake() {
    // Reading first, because all threads share the value.
    if isAsleep.load(ordering: .sequentiallyConsistent),
      isAsleep.exchange(false, ordering: .sequentiallyConsistent)
    {
      arrived.signal()
    }
  }

  /// Writes all queued entries, or waits for the next one; returns false at the end.
  private func waitForEntries() -> Bool {
    let isLast = isStopping.load(ordering: .sequentiallyConsistent)
    let entries = takeAll()
    let released = blocked.exchange(0, ordering: .sequentiallyConsistent)
    for _ in 0..<released { room.signal() }
    if !entries.isEmpty { write(entries) }
    if isLast { return !entries.isEmpty }
    if entries.isEmpty && released == 0 { sleep() }
    // Waking up once for many requests costs less than once for each.
    if stopping.wait(timeout: .now() + .milliseconds(5)) == .success { stopping.signal() }
    return true
  }

  /// Waits until there is work.
  private func sleep() {
    isAsleep.store(true, ordering: .sequentiallyConsistent)
    let hasWork =
      last.load(ordering: .sequentiallyConsistent) != nil
      || blocked.load(ordering: .sequentiallyConsistent) > 0
      || isStopping.load(ordering: .sequentiallyConsistent)
    // If it was reset already, the signal is on its way.
    if hasWork, isAsleep.exchange(false, ordering: .sequentiallyConsistent) { return }
    arrived.wait()
  }

  private func takeAll() -> [RequestLogEntry] {
    var entries: [RequestLogEntry] = []
    var next = last.exchange(nil, ordering: .sequentiallyConsistent)
    while let node = next?.takeRetainedValue() {
      entries.append(node.entry)
      next = node.next.load(ordering: .relaxed)
    }
    count.wrappingSubtract(entries.count, ordering: .sequentiallyConsistent)
    return entries.reversed()
  }
}
