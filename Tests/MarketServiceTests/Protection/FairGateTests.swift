import Dispatch
import Foundation
import MarketTestSupport
import Synchronization
import Testing

@testable import MarketService

@Suite(.timeLimit(.minutes(60))) struct FairGateTests {
  /// Callers that enter on threads of their own, in the order in which they are started.
  private final class Callers: Sendable {
    let gate: FairGate
    let entered = Mutex<[String]>([])
    let refused = Mutex<[String]>([])
    private let ends = DispatchSemaphore(value: 0)

    init(_ gate: FairGate) { self.gate = gate }

    /// Starts a caller and returns when it waits, is inside, or was refused.
    func start(_ key: String) {
      let before = seen
      Thread.detachNewThread { [self] in
        let isInside = gate.enter(key, until: .distantFuture)
        if isInside {
          entered.withLock { $0.append(key) }
        } else {
          refused.withLock { $0.append(key) }
        }
        ends.signal()
      }
      waitUntil("the caller has arrived") { seen != before }
    }

    func waitForAll(_ count: Int) {
      for _ in 0..<count { ends.wait(until: "a caller is inside or refused") }
    }

    private var seen: Int {
      gate.waitingCount + entered.withLock { $0.count } + refused.withLock { $0.count }
    }
  }

  @Test func `a place is free again after its caller has left`() {
    let gate = FairGate(places: 1)
    #expect(gate.enter("a", until: .now()))
    #expect(!gate.enter("b", until: .now()))
    gate.leave("a")
    #expect(gate.enter("b", until: .now()))
    #expect(gate.waitingCount == 0)
  }

  @Test func `a key has its own number of places`() {
    let gate = FairGate(perKey: 2)
    #expect(gate.enter("a", until: .now()) && gate.enter("a", until: .now()))
    #expect(!gate.enter("a", until: .now()))
    #expect(gate.enter("b", until: .now()))
    gate.leave("a")
    #expect(gate.enter("a", until: .now()))
  }

  @Test func `forty callers of one key delay another key by one turn`() {
    let gate = FairGate(places: 1)
    let callers = Callers(gate)
    #expect(gate.enter("flood", until: .now()))
    for _ in 0..<40 { callers.start("flood") }
    callers.start("honest")
    gate.leave("flood")
    callers.waitForAll(1)
    #expect(callers.entered.withLock { $0 } == ["honest"])
    gate.leave("honest")
    for _ in 0..<40 {
      callers.waitForAll(1)
      gate.leave("flood")
    }
  }

  @Test func `when too many wait, the last of the most frequent key is refused`() {
    let gate = FairGate(places: 1, waiting: 3)
    let callers = Callers(gate)
    #expect(gate.enter("flood", until: .now()))
    for _ in 0..<3 { callers.start("flood") }
    Thread.detachNewThread { callers.start("honest") }
    callers.waitForAll(1)
    #expect(callers.refused.withLock { $0 } == ["flood"])
    gate.leave("flood")
    callers.waitForAll(1)
    #expect(callers.entered.withLock { $0 } == ["honest"])
    gate.leave("honest")
    for _ in 0..<2 {
      callers.waitForAll(1)
      gate.leave("flood")
    }
  }
}
