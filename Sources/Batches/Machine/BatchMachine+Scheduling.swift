// Scheduling: which steps start next, and which are recorded as sent in advance.
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
    /// The creates that are recorded as sent before it is their turn, in their order, so that a
    /// request never waits for the disk. There are at most as many as ``Rules/ahead``.
    var ahead: [Int] = []
    /// Until when the market wants no requests, in time since 1970.
    var busyUntil = Duration.zero
    /// Final states that are not yet being recorded; see ``recordHeld(_:_:)``.
    var heldRecords: [StepRecord] = []
  }

  /// Starts as many steps as may run now, in their order.
  mutating func startSteps(_ now: Duration, _ effects: inout [BatchEffect]) {
    while turns.firstOpen < running.count, running[turns.firstOpen].phase == .ended {
      turns.firstOpen += 1
    }
    guard milestones.hasStarted, end == nil || end?.finishesChanges == true else { return }
    guard !isHeldBack(now) else { return }
    startRecorded(&effects)
    // Steps that wait for an earlier one are skipped. The search ends after some steps, so that it
    // stays short.
    var index = turns.firstOpen
    let last = min(lastStep, turns.firstOpen + rules.ahead * 16)
    while index < last, turns.active < rules.jobs {
      if running[index].phase == .waitingForTurn, !isBlocked(index), maySend(index) {
        turns.active += 1
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

  func isRecordedAhead(_ index: Int) -> Bool { turns.ahead.contains(index) }

  /// Gives free turns to steps in ``ahead``, and sends those whose record is already on disk.
  private mutating func startRecorded(_ effects: inout [BatchEffect]) {
    while turns.active < rules.jobs, !turns.ahead.isEmpty {
      let index = turns.ahead.removeFirst()
      turns.active += 1
      if running[index].phase == .ready { send(index, &effects) }
    }
  }

  /// Records the next creates as sent, before there is a free turn for them.
  private mutating func recordAhead(
    from first: Int, to last: Int, _ now: Duration, _ effects: inout [BatchEffect]
  ) {
    guard turns.ahead.count < rules.refillThreshold else { return }
    for index in first..<max(first, last) {
      guard turns.ahead.count < rules.ahead else { return }
      guard running[index].phase == .waitingForTurn, !isBlocked(index) else { continue }
      let isNewCreate = targets[index] == nil && !running[index].hasLostAttempt
      // Any other step may have to read its listing first, and later steps must not overtake it.
      guard isNewCreate, predecessors[index].isEmpty else { return }
      turns.ahead.append(index)
      recordSent(index, now, &effects)
    }
  }

  /// Records the final states that wait. At a market with keys they wait for the next creates and share
  /// their transaction, as long as there are recorded creates to send: a transaction for each result
  /// would take longer than its request.
  mutating func recordHeld(_ now: Duration, _ effects: inout [BatchEffect]) {
    let isRecording = effects.contains { if case .record = $0 { true } else { false } }
    let continues = !isHeldBack(now) && turns.ahead.contains { running[$0].phase == .ready }
    guard isRecording || end != nil || !rules.honorsKeys || !continues else { return }
    effects.insert(contentsOf: turns.heldRecords.map { .record($0) }, at: 0)
    turns.heldRecords = []
  }
}
