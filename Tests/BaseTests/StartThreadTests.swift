import Base
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(60))) struct StartThreadTests {
  /// A stack that no system can map, so that the thread cannot be started.
  private static let tooLarge = 1 << 60

  @Test func `a thread runs its work`() async {
    let isStarted = await withCheckedContinuation { continuation in
      let isStarted = startThread("worker") { continuation.resume(returning: true) }
      if !isStarted { continuation.resume(returning: false) }
    }
    #expect(isStarted)
  }

  @Test func `a thread that cannot be started is reported, and its work does not run`() {
    #expect(!startThread(stackSize: Self.tooLarge) { Issue.record("it ran") })
  }

  @Test func `without a thread, the work runs on the caller`() {
    let runs = Runs()
    startThreadOrRun(stackSize: Self.tooLarge) { runs.count.withLock { $0 += 1 } }
    #expect(runs.count.withLock(\.self) == 1)
  }
}

private final class Runs: Sendable {
  let count = Mutex(0)
}
