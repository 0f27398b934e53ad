import Base
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(60))) struct WorkerPoolTests {
  private struct Failure: Error, Equatable {}

  @Test func `results and errors of the work reach the caller`() async throws {
    let pool = ThreadPool()
    #expect(await pool.perform { 7 } == 7)
    await #expect(throws: Failure()) {
      try await pool.perform { () throws(Failure) in throw Failure() }
    }
  }

  @Test(arguments: [-1, 1, 3])
  func `no more jobs than the limit run at the same time`(limit: Int) async {
    let pool = ThreadPool(limit: limit)
    let counts = Locked((running: 0, highest: 0, done: 0))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 {
        group.addTask {
          await pool.perform {
            counts.value.withLock {
              $0.running += 1
              $0.highest = max($0.highest, $0.running)
            }
            counts.value.withLock {
              $0.running -= 1
              $0.done += 1
            }
          }
        }
      }
    }
    let (_, highest, done) = counts.value.withLock { $0 }
    #expect(highest <= max(limit, 1))
    #expect(done == 100)
  }

  @Test func `queued jobs start in the order of submission`() async {
    let pool = ThreadPool(limit: 1)
    let order = Locked<[Int]>([])
    for number in 0..<50 {
      pool.submit { order.value.withLock { $0.append(number) } }
    }
    await pool.perform {}
    #expect(order.value.withLock { $0 } == Array(0..<50))
  }
}

/// A value that jobs on other threads may change.
private final class Locked<Value: Sendable>: Sendable {
  let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }
}
