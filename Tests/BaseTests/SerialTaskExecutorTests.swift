import Base
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct SerialTaskExecutorTests {
  private final class Counter: Sendable {
    private let running = Atomic<Int>(0)
    let most = Mutex(0)

    func enter() {
      let count = running.add(1, ordering: .relaxed).newValue
      most.withLock { $0 = max($0, count) }
      running.subtract(1, ordering: .relaxed)
    }
  }

  @Test func `tasks of one executor never run at the same time, and all of them end`() async {
    let counter = Counter()
    let sum = await Task(executorPreference: SerialTaskExecutor()) {
      await withTaskGroup(of: Int.self) { group in
        for number in 1...200 {
          group.addTask {
            for _ in 0..<3 {
              counter.enter()
              await Task.yield()
            }
            return number
          }
        }
        return await group.reduce(0, +)
      }
    }.value
    #expect(sum == 20_100)
    #expect(counter.most.withLock(\.self) == 1)
  }
}
