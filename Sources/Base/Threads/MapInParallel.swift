import Dispatch
import Synchronization

/// Returns what `body` returns for each number below `count`, in order. Each call has a thread of its
/// own; blocks until all have ended.
///
/// What the system allows no thread for runs on the current one. `concurrentPerform` of Dispatch waits for
/// threads that it cannot start.
public func mapInParallel<R: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (Int) -> R
) -> [R] {
  guard count > 1 else { return (0..<count).map(body) }
  let results = Results<R>()
  for index in 1..<count {
    startThreadOrRun { results.add(body(index), at: index) }
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
