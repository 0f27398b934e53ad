import Dispatch
import Synchronization

/// All callers share these threads, however many there are.
private let threads = ThreadPool()

/// Returns what `body` returns for each number below `count`, in order; blocks until all calls have
/// ended. They run on the current thread and on those of one pool.
///
/// Without a pool, if the system allows no more threads, all run on the current one. `concurrentPerform`
/// of Dispatch waits for threads that it cannot start. `body` must not call this function.
public func mapInParallel<R: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (Int) -> R
) -> [R] {
  guard count > 1 else { return (0..<count).map(body) }
  let results = Results<R>()
  for index in 1..<count {
    threads.submit { results.add(body(index), at: index) }
  }
  results.add(body(0), at: 0)
  for _ in 0..<count { results.added.wait() }
  return results.values.withLock { values in (0..<count).compactMap { values[$0] } }
}

private final class Results<R: Sendable>: Sendable {
  let values = Mutex<[Int: R]>([:])
  let added = DispatchSemaphore(value: 0)

  func add(_ value: R, at index: Int) {
    values.withLock { $0[index] = value }
    added.signal()
  }
}
