// Scheduling: which steps start next.
extension BatchMachine {
  /// Which steps run, and which come next.
  struct Turns: Sendable {
    /// The first step that has not ended.
    var firstOpen = 0
    /// The number of steps that have a turn.
    var active = 0
    /// The number of steps whose final state is being recorded. The next step may begin meanwhile, so
    /// that both records share a transaction.
    var ending = 0
    /// Until when the market wants no requests, in time since 1970.
    var busyUntil = Duration.zero
  }

  /// Starts as many steps as may run now, in their order.
  mutating func startSteps(_ now: Duration, _ effects: inout [BatchEffect]) {
    while turns.firstOpen < running.count, running[turns.firstOpen].phase == .ended {
      turns.firstOpen += 1
    }
    guard milestones.hasStarted, end == nil || end?.finishesChanges == true else { return }
    guard !isHeldBack(now) else { return }
    // Steps that wait for an earlier one are skipped. The search ends after some steps, so that it
    // stays short.
    var index = turns.firstOpen
    let last = min(lastStep, turns.firstOpen + rules.jobs * 16)
    while index < last, turns.active < rules.jobs {
      if running[index].phase == .waitingForTurn, !isBlocked(index), maySend(index) {
        turns.active += 1
        begin(index, now, &effects)
        guard end == nil || end?.finishesChanges == true else { return }
      }
      index += 1
    }
  }

  /// Whether the step is a later part of a change whose head is done, so that stopping now would leave
  /// the change incomplete.
  private func isPartOfChangeUnderWay(_ index: Int) -> Bool {
    guard let head = steps[index].partOf else { return false }
    let state = running[head - 1].record.state
    return state == .done || state == .adopted
  }

  /// Whether an earlier step has to end first.
  private func isBlocked(_ index: Int) -> Bool {
    if predecessors[index].contains(where: { running[$0].phase != .ended }) { return true }
    guard targets[index] == nil, !rules.honorsKeys else { return false }
    return (turns.firstOpen..<max(index, turns.firstOpen)).contains { earlier in
      running[earlier].phase != .ended && targets[earlier] == nil
        && steps[earlier].content == steps[index].content
    }
  }

  /// Whether a step may still send its request. After a stop, only the remaining parts of a change may,
  /// if ``BatchEnd/finishesChanges``.
  func maySend(_ index: Int) -> Bool {
    guard let end else { return true }
    return end.finishesChanges && isPartOfChangeUnderWay(index)
  }
}
