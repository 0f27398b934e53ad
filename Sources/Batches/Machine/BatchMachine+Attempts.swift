// Requests: when they are sent, and what follows their answers.
extension BatchMachine {
  /// Begins a step in this run.
  mutating func begin(_ index: Int, _ now: Duration, _ effects: inout [BatchEffect]) {
    if let earlier = predecessors[index].first(where: { !hasHappened($0) }) {
      let reason = StepReason.earlierStep(number(of: earlier))
      // An earlier step that is still open may be carried out by the next run.
      return running[earlier].record.state.isFinal
        ? end(index, .failed, reason, &effects) : leaveOpen(index, reason, &effects)
    }
    guard steps[index].needsRequest else {
      running[index].record.listing = listing(of: index)
      running[index].record.sentAt = now
      return end(index, .done, nil, &effects)
    }
    if running[index].hasLostAttempt {
      // A listing may have been changed by others since then, so it is read in any case.
      let isSafe =
        steps[index].isRepeatable || targets[index] == nil && isKeyValid(index, now)
      return isSafe ? recordSent(index, now, &effects) : lookUp(index, now, &effects)
    }
    if steps[index].before != nil, steps[index].partOf != nil || isPlanOld(index, now) {
      return check(index, &effects)
    }
    recordSent(index, now, &effects)
  }

  /// The listing that a step changes; nil if the step that creates it has no result.
  func listing(of index: Int) -> Int? {
    switch targets[index] {
    case nil: nil
    case .listing(let id)?: id
    case .step(let number)?: running[self.index(of: number)].record.listing
    }
  }

  /// Whether others may have changed the target since it was read.
  private func isPlanOld(_ index: Int, _ now: Duration) -> Bool {
    now - (running[index].confirmedAt ?? plannedAt) >= rules.planLifetime
  }

  private func hasHappened(_ index: Int) -> Bool {
    let state = running[index].record.state
    return state == .done || state == .adopted
  }

  /// Whether repeating the request is safe because the market knows its key.
  func isKeyValid(_ index: Int, _ now: Duration) -> Bool {
    if steps[index].isRepeatable { return true }
    guard rules.honorsKeys, !running[index].hasChangedPhoto else { return false }
    return now - (running[index].record.firstSentAt ?? now) < rules.keyLifetime
  }

  mutating func recordSent(
    _ index: Int, _ now: Duration, _ effects: inout [BatchEffect]
  ) {
    running[index].record.state = .sent
    running[index].record.reason = nil
    running[index].record.attempts += 1
    running[index].record.sentAt = now
    if running[index].record.firstSentAt == nil {
      running[index].record.firstSentAt = now
      running[index].record.highestID = highestID
    }
    running[index].phase = .recordingSent
    effects.append(.record(running[index].record))
  }

  mutating func recorded(_ index: Int, _ now: Duration, _ effects: inout [BatchEffect]) {
    switch running[index].phase {
    case .recordingSent where !maySend(index): leave(index, &effects)
    case .recordingSent where isHeldBack(now): holdBack(index, now, &effects)
    case .recordingSent: send(index, &effects)
    case .recording(let next): proceed(index, next, now, &effects)
    case .waitingForTurn, .checking, .sending, .waiting, .lookingUp, .ended: break
    }
  }

  mutating func send(_ index: Int, _ effects: inout [BatchEffect]) {
    running[index].phase = .sending
    effects.append(.send(step: number(of: index), listing: listing(of: index)))
  }

  mutating func waited(_ index: Int, _ now: Duration, _ effects: inout [BatchEffect]) {
    guard case .waiting(let next) = running[index].phase else { return }
    proceed(index, next, now, &effects)
  }

  private mutating func proceed(
    _ index: Int, _ next: Next, _ now: Duration, _ effects: inout [BatchEffect]
  ) {
    switch next {
    case .send where isHeldBack(now):
      wait(index, turns.busyUntil - now + jitter(attempts: 1), then: .send, &effects)
    case .send:
      // The market may have asked for a long wait.
      let mustCheck = steps[index].before != nil && !running[index].hasLostAttempt
      if mustCheck, isPlanOld(index, now) { return check(index, &effects) }
      recordSent(index, now, &effects)
    case .lookUp: lookUp(index, now, &effects)
    case .check: check(index, &effects)
    case .settle: settle(index, now, &effects)
    case .end: finish(index, &effects)
    case .leave: drop(index)
    }
  }

  mutating func wait(
    _ index: Int, _ time: Duration, then next: Next, _ effects: inout [BatchEffect]
  ) {
    guard end == nil else { return leave(index, &effects) }
    running[index].phase = .waiting(next)
    effects.append(.wait(step: number(of: index), max(time, .zero)))
  }

  /// Sends again after a random wait; the first request of a run need not wait.
  mutating func sendLater(_ index: Int, _ now: Duration, _ effects: inout [BatchEffect]) {
    if running[index].record.attempts == 0, end == nil {
      return proceed(index, .send, now, &effects)
    }
    let wait = jitter(attempts: running[index].record.attempts)
    self.wait(index, wait, then: .send, &effects)
  }

  mutating func answered(
    _ index: Int, _ answer: StepAnswer, _ now: Duration, _ effects: inout [BatchEffect]
  ) {
    guard running[index].phase == .sending else { return }
    switch answer {
    case .accepted(let listing, let photoIDs):
      running[index].record.photoIDs = photoIDs
      accepted(index, listing, &effects)
    case .refused(let status, let message): refused(index, status, message, now, &effects)
    case .notAuthorized:
      leave(index, &effects)
      stop(.notAuthorized, &effects)
    case .notSent: retry(index, .unreachable, now, &effects)
    case .photoChanged(let filename): photoChanged(index, filename, now, &effects)
    case .busy(let time): busy(index, time, now, &effects)
    case .unclear(let sawEnd, let status): unclear(index, sawEnd, status, now, &effects)
    }
  }

  private mutating func accepted(_ index: Int, _ listing: Int, _ effects: inout [BatchEffect]) {
    let isNew = claimed.insert(listing).inserted
    guard isNew || targets[index] != nil else {
      return end(index, .conflict, .similarListings([listing]), &effects)
    }
    highestID = max(highestID ?? 0, listing)
    running[index].record.listing = listing
    // Its parts remove the listing that this one replaces, so it is read back first.
    if replacements.contains(index) { return check(index, &effects) }
    end(index, .done, nil, &effects)
  }

  private mutating func refused(
    _ index: Int, _ status: Int?, _ message: String?, _ now: Duration,
    _ effects: inout [BatchEffect]
  ) {
    if case .remove = steps[index].change, status == 404 || status == 410 {
      // A proxy may have answered instead of the market.
      let isFirst = !running[index].hasLostAttempt
      running[index].hasLostAttempt = true
      running[index].record.reason =
        isFirst ? .refused(status: status, message: message) : .unclearResponse(status: status)
      return lookUp(index, now, &effects)
    }
    if steps[index].isRepeatable, status == 404 || status == 410 {
      return end(index, .conflict, .listingGone, &effects)
    }
    // Only a rejection of the request itself says that no earlier attempt was carried out.
    if running[index].hasLostAttempt, status != 400, status != 422 {
      return unclear(index, true, status, now, &effects)
    }
    let reason = StepReason.refused(status: status, message: message)
    // A market or an account that is full says nothing about the request.
    status == 507 ? giveUp(index, reason, &effects) : end(index, .failed, reason, &effects)
  }

  /// Only a look-up can say whether an earlier attempt was carried out.
  private mutating func photoChanged(
    _ index: Int, _ filename: String, _ now: Duration, _ effects: inout [BatchEffect]
  ) {
    running[index].hasChangedPhoto = true
    guard running[index].hasLostAttempt else {
      return end(index, .failed, .photoChanged(filename: filename), &effects)
    }
    guard end == nil else { return leave(index, &effects) }
    lookUp(index, now, &effects)
  }

  private mutating func busy(
    _ index: Int, _ time: Duration, _ now: Duration, _ effects: inout [BatchEffect]
  ) {
    running[index].record.attempts -= 1
    running[index].busyWaits += 1
    guard time <= rules.maximumRetryAfter, running[index].busyWaits <= rules.maximumBusyWaits
    else { return giveUp(index, .busy, &effects) }
    turns.busyUntil = max(turns.busyUntil, now + time)
    wait(index, time + jitter(attempts: 1), then: .send, &effects)
  }

  /// Whether the market has asked to wait. The step that got this answer wakes the others.
  func isHeldBack(_ now: Duration) -> Bool { end == nil && now < turns.busyUntil }

  /// Sends a recorded request when the market takes requests again.
  private mutating func holdBack(_ index: Int, _ now: Duration, _ effects: inout [BatchEffect]) {
    running[index].record.attempts -= 1
    proceed(index, .send, now, &effects)
  }

  private mutating func unclear(
    _ index: Int, _ sawEnd: Bool, _ status: Int?, _ now: Duration, _ effects: inout [BatchEffect]
  ) {
    running[index].hasLostAttempt = true
    running[index].decisiveFrom = now + (sawEnd ? rules.lookAgainDelay : rules.commitDelay)
    running[index].record.state = .unknown
    running[index].record.reason = sawEnd ? .unclearResponse(status: status) : .noResponse
    write(index, then: .settle, &effects)
  }

  /// Continues after an unclear outcome: with a key by sending again, otherwise by looking.
  private mutating func settle(_ index: Int, _ now: Duration, _ effects: inout [BatchEffect]) {
    guard end == nil else { return drop(index) }
    guard isKeyValid(index, now) else { return lookUp(index, now, &effects) }
    guard mayTryAgain(index) else {
      return giveUp(index, running[index].record.reason ?? .noResponse, &effects)
    }
    sendLater(index, now, &effects)
  }

  func hasAttemptsLeft(_ index: Int) -> Bool {
    running[index].record.attempts + running[index].failedReads < rules.maximumAttempts
  }

  mutating func mayTryAgain(_ index: Int) -> Bool {
    hasAttemptsLeft(index) && budget.take()
  }

  private mutating func retry(
    _ index: Int, _ reason: StepReason, _ now: Duration, _ effects: inout [BatchEffect]
  ) {
    guard end == nil else { return leave(index, &effects) }
    guard mayTryAgain(index) else { return giveUp(index, reason, &effects) }
    sendLater(index, now, &effects)
  }

  /// Ends a step for this run only: its request was not sent, or nothing is known of it. The batch
  /// stays unfinished.
  private mutating func leaveOpen(
    _ index: Int, _ reason: StepReason, _ effects: inout [BatchEffect]
  ) {
    running[index].record.state = running[index].hasLostAttempt ? .unknown : .planned
    running[index].record.reason = reason
    write(index, then: .end, &effects)
  }

  /// Ends a step that could not be carried out in this run.
  mutating func giveUp(
    _ index: Int, _ reason: StepReason, _ effects: inout [BatchEffect]
  ) {
    givenUpInARow += 1
    if case .refused(let status, _) = reason, status != 507, !running[index].hasLostAttempt {
      running[index].record.state = .failed
      running[index].record.reason = reason
      write(index, then: .end, &effects)
    } else {
      leaveOpen(index, reason, &effects)
    }
    if givenUpInARow >= rules.maximumGivenUp {
      stop(.givenUp, &effects)
    } else if !rules.keepsGoing {
      stop(.stopped(atStep: number(of: index)), &effects)
    }
  }

  /// Ends a step with its final state.
  mutating func end(
    _ index: Int, _ state: StepState, _ reason: StepReason?, _ effects: inout [BatchEffect]
  ) {
    running[index].record.state = state
    running[index].record.reason = reason
    givenUpInARow = 0
    if state == .done || state == .adopted { budget.refill() }
    write(index, then: .end, &effects)
    if state == .failed || state == .conflict, !rules.keepsGoing {
      stop(.stopped(atStep: number(of: index)), &effects)
    }
  }
}
