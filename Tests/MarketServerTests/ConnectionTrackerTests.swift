/// The decisions about connections, without a connection.
import Testing

@testable import MarketServer

@Suite struct ConnectionTrackerTests {
  private func ledger(_ change: (inout ServerLimits) -> Void = { _ in }) -> ConnectionTracker {
    var limits = ServerLimits()
    change(&limits)
    return ConnectionTracker(limits: limits)
  }

  private func opened(in phase: ConnectionTracker.Phase) -> ConnectionTracker {
    var ledger = ledger()
    _ = ledger.open(3, group: "a", at: .zero)
    _ = ledger.advance(3, to: phase, at: .zero)
    return ledger
  }

  @Test(arguments: [
    (ConnectionTracker.Phase.opened, 10, false), (.headers, 10, true), (.body, 60, true),
    (.idle, 30, false), (.answering, 60, false),
  ])
  func `each phase has its time`(phase: ConnectionTracker.Phase, seconds: Int, isAnswered: Bool) {
    var ledger = opened(in: phase)
    let before = ledger.abortOverdue(at: .seconds(seconds) - .nanoseconds(1))
    let due = ledger.abortOverdue(at: .seconds(seconds))
    let again = ledger.abortOverdue(at: .seconds(999))
    #expect(before.isEmpty)
    #expect(due == [.init(descriptor: 3, isAnswered: isAnswered)])
    #expect(again.isEmpty)
  }

  @Test(arguments: [ConnectionTracker.Phase.handling, .closing])
  func `what takes its own time is left alone`(phase: ConnectionTracker.Phase) {
    var ledger = opened(in: phase)
    let due = ledger.abortOverdue(at: .seconds(9999))
    #expect(due.isEmpty)
  }

  @Test func `a connection that was cut never comes back`() {
    var ledger = opened(in: .body)
    _ = ledger.abortOverdue(at: .seconds(60))
    let afterCut = ledger.advance(3, to: .handling, at: .seconds(60))
    #expect(!afterCut)
    #expect(ledger.phase(of: 3) == .cut(answered: true))
    ledger.close(3)
    #expect(ledger.phase(of: 3) == nil)
    let afterClose = ledger.advance(3, to: .idle, at: .seconds(61))
    #expect(!afterClose)
  }

  @Test func `connections are counted in all and by address`() {
    var ledger = ledger {
      $0.connections = 3
      $0.connectionsPerAddress = 2
    }
    var admitted: [Bool] = []
    for (descriptor, group) in [(1, "a"), (2, "a"), (3, "a")] as [(Int32, String)] {
      admitted.append(ledger.open(descriptor, group: group, at: .zero))
    }
    ledger.close(3)
    for (descriptor, group) in [(3, "b"), (4, "c")] as [(Int32, String)] {
      admitted.append(ledger.open(descriptor, group: group, at: .zero))
    }
    for descriptor in [1, 1, 4] as [Int32] { ledger.close(descriptor) }
    admitted.append(ledger.open(5, group: "a", at: .zero))
    #expect(admitted == [true, true, false, true, false, true])
  }

  @Test(arguments: [
    (ConnectionTracker.Phase.opened, 0, 1), (.headers, 1, 0), (.body, 1, 0), (.handling, 1, 0),
    (.answering, 1, 0), (.idle, 0, 1), (.closing, 0, 0),
  ])
  func `draining waits for those who have begun a request`(
    phase: ConnectionTracker.Phase, running: Int, cut: Int
  ) {
    var ledger = opened(in: phase)
    #expect(ledger.runningCount == running)
    let atOnce = ledger.drain()
    let later = ledger.abortAll()
    #expect(atOnce.count == cut)
    #expect(later.count == 1 - cut)
    #expect(ledger.isDraining)
    #expect(ledger.runningCount == 0)
  }
}
