import Base
import Dispatch
import MarketTestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct OnOwnThreadTests {
  private struct Failure: Error, Equatable {}

  @Test func `results and errors of the work reach the caller`() async throws {
    #expect(await runOnNewThread { 7 } == 7)
    #expect(try await runOnNewThreadUntilCancelled { 8 } == 8)
    await #expect(throws: Failure()) {
      try await runOnNewThread { () throws(Failure) in throw Failure() }
    }
  }

  @Test func `a cancelled task stops waiting while the work still blocks`() async {
    let end = DispatchSemaphore(value: 0)
    defer { end.signal() }
    let task = Task {
      try await runOnNewThreadUntilCancelled { end.wait(until: "the test is done") }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
