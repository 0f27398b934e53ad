import Testing

@testable import MarketServer

@Suite struct ConnectionTrackerTests {
  private func tracker(_ change: (inout ServerLimits) -> Void = { _ in }) -> ConnectionTracker {
    var limits = ServerLimits()
    change(&limits)
    return ConnectionTracker(limits: limits)
  }

  private func opened(in phase: ConnectionTracker.Phase) -> ConnectionTracker {
    var tracker = tracker()
    _ = tracker.open(3, group: "a", at: .zero)
    _ = tracker.advance(3, to: phase, at: .zero)
    return tracker
  }

  @Test(arguments: [
    (ConnectionTracker.Phase.opened, 10, false), (.headers, 10, true), (.body, 60, true),
    (.idle, 30, false), (.responding, 60, false),
  ])
  func `each phase has its timeout`(phase: ConnectionTracker.Phase, seconds: Int, responds: Bool) {
    var tracker = opened(in: phase)
    let before = tracker.abortOverdue(at: .seconds(seconds) - .nanoseconds(1))
    let due = tracker.abortOverdue(at: .seconds(seconds))
    let again = tracker.abortOverdue(at: .seconds(999))
    #expect(before.isEmpty)
    #expect(due == [.init(descriptor: 3, responds: responds)])
    #expect(again.isEmpty)
  }

  @Test(arguments: [ConnectionTracker.Phase.handling, .closing])
  func `a handler and a closing connection have no deadline`(phase: ConnectionTracker.Phase) {
    var tracker = opened(in: phase)
    let due = tracker.abortOverdue(at: .seconds(9999))
    #expect(due.isEmpty)
  }

  @Test func `an aborted connection stays aborted`() {
    var tracker = opened(in: .body)
    _ = tracker.abortOverdue(at: .seconds(60))
    let afterAbort = tracker.advance(3, to: .handling, at: .seconds(60))
    #expect(!afterAbort)
    #expect(tracker.phase(of: 3) == .aborted(responded: true))
    tracker.close(3)
    #expect(tracker.phase(of: 3) == nil)
    let afterClose = tracker.advance(3, to: .idle, at: .seconds(61))
    #expect(!afterClose)
  }

  @Test func `connections are limited in total and per address`() {
    var tracker = tracker {
      $0.connections = 3
      $0.connectionsPerAddress = 2
    }
    var accepted: [Bool] = []
    for (descriptor, group) in [(1, "a"), (2, "a"), (3, "a")] as [(Int32, String)] {
      accepted.append(tracker.open(descriptor, group: group, at: .zero))
    }
    tracker.close(3)
    for (descriptor, group) in [(3, "b"), (4, "c")] as [(Int32, String)] {
      accepted.append(tracker.open(descriptor, group: group, at: .zero))
    }
    for descriptor in [1, 1, 4] as [Int32] { tracker.close(descriptor) }
    accepted.append(tracker.open(5, group: "a", at: .zero))
    #expect(accepted == [true, true, false, true, false, true])
  }

  @Test(arguments: [
    (ConnectionTracker.Phase.opened, 0, 1), (.headers, 1, 0), (.body, 1, 0), (.handling, 1, 0),
    (.responding, 1, 0), (.idle, 0, 1), (.closing, 0, 0),
  ])
  func `draining aborts connections without a running request`(
    phase: ConnectionTracker.Phase, running: Int, aborted: Int
  ) {
    var tracker = opened(in: phase)
    #expect(tracker.runningCount == running)
    let drained = tracker.drain()
    let remaining = tracker.abortAll()
    #expect(drained.count == aborted)
    #expect(remaining.count == 1 - aborted)
    #expect(tracker.isDraining)
    #expect(tracker.runningCount == 0)
  }
}
