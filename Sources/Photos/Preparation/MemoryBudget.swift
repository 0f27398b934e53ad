import Dispatch
import Synchronization

/// A limit for the memory that concurrent preparations use together.
///
/// 1. `used` is the sum of all acquired shares. It exceeds `limit` only if a single share does,
///    which is then the only one.
/// 2. Waiting threads are served in order, so that a large photo cannot starve.
/// 3. A waiting thread holds no share, so threads cannot deadlock.
public final class MemoryBudget: Sendable {
  private struct Waiter {
    let bytes: Int
    let semaphore: DispatchSemaphore
  }

  private struct State {
    var used = 0
    var waiters: [Waiter] = []
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: In bytes as ``Preparation/memory(for:bytes:settings:)`` estimates them. The
  ///   default suffices for three JPEGs of 12 megapixels. The process itself takes 35 MB and its
  ///   cache of prepared photos 16 MB, so the total stays below 120 MB.
  public init(limit: Int = 64_000_000) {
    self.limit = max(1, limit)
  }

  /// The number of bytes in use.
  var used: Int { state.withLock { $0.used } }

  /// Acquires a share. Blocks until there is enough memory.
  func acquire(_ bytes: Int) {
    let semaphore: DispatchSemaphore? = state.withLock { state in
      if state.waiters.isEmpty, fits(bytes, state) {
        state.used += bytes
        return nil
      }
      let semaphore = DispatchSemaphore(value: 0)
      state.waiters.append(Waiter(bytes: bytes, semaphore: semaphore))
      return semaphore
    }
    semaphore?.wait()
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
  func release(_ bytes: Int) {
    state.withLock { state in
      state.used -= bytes
      serve(&state)
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
