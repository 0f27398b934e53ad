// Scheduling: which steps start next, and which are recorded as sent in advance.
extension BatchMachine {
  /// Starts as many steps as may run now, in their order.
  mutating func startSteps(_ now: Duration, _ effects: inout [BatchEffect]) {
    while firstOpen < running.count, running[firstOpen].phase == .ended { firstOpen += 1 }
    guard hasStarted, end == nil || end?.finishesChanges == true else { return }
    startRecorded(&effects)
    // Steps that wait for an earlier one are skipped. The search ends after some steps, so that it
    // stays short.
    var index = firstOpen
    let last = min(lastStep, firstOpen + rules.ahead * 16)
    while index < last, active < rules.jobs {
      if running[index].phase == .waitingForTurn, !isBlocked(index), maySend(index) {
        active += 1
        begin(index, now, &effects)
        guard end == nil || end?.finishesChanges == true else { return }
      }
      index += 1
    }
    if end == nil { recordAhead(from: index, to: last, now, &effects) }
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
    guard steps[index].target == nil, !rules.honorsKeys else { return false }
    return (firstOpen..<max(index, firstOpen)).contains { earlier in
      running[earlier].phase != .ended && steps[earlier].target == nil
        && steps[earlier].content == steps[index].content
    }
  }

  /// Whether a step may still send its request. After a stop, only the remaining parts of a change may,
  /// if ``BatchEnd/finishesChanges``.
  func maySend(_ index: Int) -> Bool {
    guard let end else { return true }
    return end.finishesChanges && isPartOfChangeUnderWay(index)
  }

  func isRecordedAhead(_ index: Int) -> Bool { ahead.contains(index) }

  /// Gives free turns to steps in ``ahead``, and sends those whose record is already on disk.
  private mutating func startRecorded(_ effects: inout [BatchEffect]) {
    while active < rules.jobs + rules.queued, !ahead.isEmpty {
      let index = ahead.removeFirst()
      active += 1
      if running[index].phase == .ready { send(index, &effects) }
    }
  }

  /// Records the next creates as sent, before there is a free turn for them.
  private mutating func recordAhead(
    from first: Int, to last: Int, _ now: Duration, _ effects: inout [BatchEffect]
  ) {
    guard ahead.count < rules.enoughAhead else { return }
    for index in first..<max(first, last) {
      guard ahead.count < rules.ahead else { return }
      guard running[index].phase == .waitingForTurn, !isBlocked(index) else { continue }
      let isNewCreate = steps[index].target == nil && !running[index].hasLostAttempt
      // Any other step may have to read its listing first, and later steps must not overtake it.
      guard isNewCreate, predecessors[index].isEmpty else { return }
      ahead.append(index)
      recordSent(index, now, &effects)
    }
  }

  /// Records the final states that wait. At a market with keys they wait for the next creates and share
  /// their transaction, as long as there are recorded creates to send: a transaction for each result
  /// would take longer than its request.
  mutating func recordHeld(_ effects: inout [BatchEffect]) {
    let isRecording = effects.contains { if case .record = $0 { true } else { false } }
    let continues = ahead.contains { running[$0].phase == .ready }
    guard isRecording || end != nil || !rules.honorsKeys || !continues else { return }
    effects.insert(contentsOf: heldRecords.map { .record($0) }, at: 0)
    heldRecords = []
  }
}
