/// Bounds the memory of what is prepared side by side, whatever its number.
import Dispatch
import Synchronization

/// An amount of memory that blocking work takes its share of and gives back.
///
/// 1. `used` is the sum of all shares; it exceeds `limit` only where one share alone does, which
///    then has everything to itself.
/// 2. Who waits is served in the order of coming, so that a large photo is never passed by for ever.
/// 3. Who waits holds nothing, so nobody waits for each other.
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

  /// - Parameter limit: in bytes of what ``Preparation/memory(for:bytes:settings:)`` tells. The usual
  ///   one has room for three JPEGs of 12 megapixels; the process itself takes 35 MB and what it
  ///   keeps of prepared photos 16, so that it stays below 120.
  public init(limit: Int = 64_000_000) {
    self.limit = max(1, limit)
  }

  /// Bytes that are taken at this moment.
  var used: Int { state.withLock { $0.used } }

  /// Takes a share, waiting until there is room for it. Blocks.
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

  /// Makes a share larger or smaller without waiting; answers false, and changes nothing, where
  /// there is no room or others wait.
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

  /// Gives a share back.
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
