public import Dispatch
import Synchronization

/// A limit for the memory that concurrent work uses together.
///
/// 1. `used` is the sum of all acquired shares. It exceeds `limit` only if a single share of
///    `acquire(_:)` does, which is then the only one.
/// 2. Waiting threads are served in order, so that a large photo cannot starve.
/// 3. A thread that waits without a deadline holds no share, so threads cannot deadlock.
public final class MemoryBudget: Sendable {
  private final class Waiter: Sendable {
    let bytes: Int
    let semaphore = DispatchSemaphore(value: 0)

    init(_ bytes: Int) { self.bytes = bytes }
  }

  private struct State {
    var used = 0
    var waiters: [Waiter] = []
  }

  private let limit: Int
  private let waiting: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - limit: In bytes as ``Preparation/memory(for:bytes:settings:)`` estimates them. The default
  ///     suffices for three JPEGs of 12 megapixels. The process itself takes 35 MB and its cache of
  ///     prepared photos 16 MB, so the total stays below 120 MB.
  ///   - waiting: The number of threads that may wait with a deadline.
  public init(limit: Int = 64_000_000, waiting: Int = .max) {
    self.limit = max(1, limit)
    self.waiting = waiting
  }

  /// The number of bytes in use.
  var used: Int { state.withLock { $0.used } }

  /// The number of waiting threads.
  public var waitingCount: Int { state.withLock { $0.waiters.count } }

  /// Acquires a share. Blocks until there is enough memory.
  func acquire(_ bytes: Int) {
    if case .waiting(let waiter) = enter(bytes, limit: .max) { waiter.semaphore.wait() }
  }

  /// Whether a share of this size can ever be acquired with a deadline.
  public func isPossible(_ bytes: Int) -> Bool { bytes <= limit }

  /// Acquires a share before the deadline.
  ///
  /// - Returns: False if there is not enough memory until then; at once if the share exceeds the
  ///   limit or too many threads wait.
  public func acquire(_ bytes: Int, until deadline: DispatchTime) -> Bool {
    guard isPossible(bytes) else { return false }
    switch enter(bytes, limit: waiting) {
    case .acquired: return true
    case .refused: return false
    case .waiting(let waiter):
      return waiter.semaphore.wait(timeout: deadline) == .success || !leave(waiter)
    }
  }

  /// Changes the size of a share without waiting.
  ///
  /// - Returns: False, with nothing changed, if there is not enough memory or other threads wait.
  func resize(from old: Int, to new: Int) -> Bool {
    state.withLock { state in
      let isAlone = state.used == old
      guard new <= old || isAlone || (state.waiters.isEmpty && state.used - old + new <= limit)
      else { return false }
      state.used += new - old
      serve(&state)
      return true
    }
  }

  /// Releases a share.
  public func release(_ bytes: Int) {
    state.withLock { state in
      state.used -= bytes
      serve(&state)
    }
  }

  private enum Entry {
    case acquired, refused
    case waiting(Waiter)
  }

  /// Acquires a share, or adds a waiter unless `limit` threads wait already.
  private func enter(_ bytes: Int, limit: Int) -> Entry {
    state.withLock { state in
      if state.waiters.isEmpty, fits(bytes, state) {
        state.used += bytes
        return .acquired
      }
      guard state.waiters.count < limit else { return .refused }
      let waiter = Waiter(bytes)
      state.waiters.append(waiter)
      return .waiting(waiter)
    }
  }

  /// Removes a waiter; false if its share has been granted.
  private func leave(_ waiter: Waiter) -> Bool {
    state.withLock { state in
      guard let index = state.waiters.firstIndex(where: { $0 === waiter }) else { return false }
      state.waiters.remove(at: index)
      // A smaller share behind this one may fit now.
      serve(&state)
      return true
    }
  }

  private func fits(_ bytes: Int, _ state: State) -> Bool {
    state.used == 0 || state.used + bytes <= limit
  }

  private func serve(_ state: inout State) {
    while let first = state.waiters.first, fits(first.bytes, state) {
      state.used += first.bytes
      state.waiters.removeFirst()
      first.semaphore.signal()
    }
  }
}
