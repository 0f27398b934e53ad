import CSQLite
import Dispatch
import Synchronization

/// A few read-only connections to a file, shared by any number of threads.
///
/// Threads meet only in a semaphore and in atomic values: a `Mutex` spins, and collapses when more
/// threads than cores meet in it.
///
/// 1. A slot is used by the thread that has cleared its bit in `free`, and by no other.
/// 2. There are as many permits as slots, so a thread with a permit finds a free slot.
/// 3. A slot opens its connection when it is first needed.
final class ReaderPool: Sendable {
  private let location: Connection.Location
  private let busyTimeout: Duration
  private let slots: [Slot]
  private let permits: DispatchSemaphore
  /// One bit for each free slot.
  private let free: Atomic<UInt64>

  /// - Parameter count: The number of connections, 1 to 63.
  init(_ location: Connection.Location, count: Int, busyTimeout: Duration) {
    let count = min(max(count, 1), 63)
    self.location = location
    self.busyTimeout = busyTimeout
    slots = (0..<count).map { _ in Slot() }
    permits = DispatchSemaphore(value: count)
    free = Atomic((1 << UInt64(count)) - 1)
  }

  /// Whether the thread is inside `read`.
  func isReading(_ thread: UInt) -> Bool {
    slots.contains { $0.thread.load(ordering: .relaxed) == thread }
  }

  /// Runs `body` on a connection with a consistent view of the database.
  func read<T>(
    on thread: UInt, until deadline: DispatchTime, timeLimit: Duration?,
    _ body: (Connection) throws -> T
  ) throws -> T {
    guard permits.wait(timeout: deadline) == .success else {
      throw SQLiteError(.busy, "all readers of this process take too long")
    }
    defer { permits.signal() }
    let index = takeSlot()
    let slot = slots[index]
    slot.thread.store(thread, ordering: .relaxed)
    defer {
      slot.thread.store(0, ordering: .relaxed)
      free.bitwiseOr(1 << UInt64(index), ordering: .acquiringAndReleasing)
    }
    let connection = try slot.connection ?? open(slot)
    return try connection.transaction(.deferred) {
      guard let timeLimit else { return try body(connection) }
      return try connection.withTimeLimit(timeLimit) { try body(connection) }
    }
  }

  /// Closes the connections. No thread may be inside `read`.
  func close() {
    for slot in slots { slot.connection = nil }
  }

  private func open(_ slot: Slot) throws(SQLiteError) -> Connection {
    let connection = try Connection(location, access: .readOnly, busyTimeout: busyTimeout)
    slot.connection = connection
    return connection
  }

  private func takeSlot() -> Int {
    while true {
      let bits = free.load(ordering: .relaxed)
      let index = bits.trailingZeroBitCount
      // Another thread may be between its bit and its permit.
      guard index < slots.count else { continue }
      let taken = free.compareExchange(
        expected: bits, desired: bits & ~(1 << UInt64(index)), ordering: .acquiringAndReleasing)
      if taken.exchanged { return index }
    }
  }

  /// A connection that moves between threads.
  ///
  /// Proof for `@unchecked`: by invariant 1 one thread uses it at a time, and `free` orders the uses.
  private final class Slot: @unchecked Sendable {
    var connection: Connection?
    let thread = Atomic<UInt>(0)
  }
}
