import Base
import Dispatch
import MarketTestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct PendingValueTests {
  @Test func `every task that waits gets the result, and so do later ones`() async {
    let gate = DispatchSemaphore(value: 0)
    let pending = ThreadPool(limit: 1).begin {
      gate.wait(until: "all tasks wait")
      return 7
    }
    let sum = await withTaskGroup { group in
      for _ in 0..<20 { group.addTask { await pending.value } }
      group.addTask {
        gate.signal()
        return 0
      }
      return await group.reduce(0, +)
    }
    #expect(sum == 140)
    #expect(await pending.value == 7)
  }
}
