/// The decisions of a batch, without a clock, a network or a disk.
///
/// The driver reports events and carries out the effects that it gets back.
///
/// 1. A request is sent only after its record `sent` is on disk.
/// 2. A result is shown only after its record is on disk.
/// 3. Without idempotency keys, a step with an unclear outcome is sent again only after a look-up has
///    shown that the change did not happen.
/// 4. Steps on the same listing, and creates with equal content, never run at the same time.
/// 5. A listing is the result of one step only.
package struct BatchMachine: Sendable {
  package struct Rules: Hashable, Sendable {
    /// The maximum number of steps under way at the same time, except those whose result is being
    /// recorded.
    package var jobs = 4
    /// Whether the batch goes on after a failed step.
    package var keepsGoing = false
    /// Whether the market carries out only the first request with a key.
    package var honorsKeys: Bool
    package var maximumAttempts = 4
    /// The number of steps given up in a row that stops the batch.
    package var maximumGivenUp = 5
    /// The maximum wait that the market can ask for.
    package var maximumRetryAfter = Duration.seconds(300)
    /// The maximum number of such waits of one step in a row.
    package var maximumBusyWaits = 20
    /// For how long a market is trusted to remember a key.
    package var keyLifetime = Duration.seconds(29 * 86_400)
    /// For how long a market without keys may still carry out a request after the connection ended.
    package var commitDelay = Duration.seconds(10)
    /// The shorter ``commitDelay`` for a request whose exchange ended before the timeout.
    package var lookAgainDelay = Duration.seconds(2)
    /// A target that was planned or last read this long ago is read again before it is changed.
    package var planLifetime = Duration.seconds(10)
    package var baseDelay = Duration.milliseconds(200)

    package init(honorsKeys: Bool) {
      self.honorsKeys = honorsKeys
    }
  }

  /// What a step is doing.
  enum Phase: Hashable, Sendable {
    case waitingForTurn
    case checking
    /// The record `sent` is being written.
    case recordingSent
    case sending
    /// A record is being written; then the step continues as the case says.
    case recording(Next)
    case waiting(Next)
    case lookingUp
    case ended
  }

  enum Next: Hashable, Sendable {
    case send
    case lookUp
    case check
    /// Decide what follows an unclear outcome.
    case settle
    case end
    /// Leave the step for the next run.
    case leave
  }

  /// The state of a step in this run.
  struct Running: Sendable {
    var record: StepRecord
    var phase = Phase.waitingForTurn
    var busyWaits = 0
    var failedReads = 0
    /// Whether a request may have been carried out without an answer, as far as is known.
    var hasLostAttempt = false
    /// Whether the same request cannot be sent again, because a photo was changed.
    var hasChangedPhoto = false
    /// From when on a look-up that does not find the change proves that it did not happen.
    @OptionalTime var decisiveFrom: Duration?
    /// When the last look-up began.
    @OptionalTime var lookedUpAt: Duration?
    /// When a reading last showed the target as planned.
    @OptionalTime var confirmedAt: Duration?
  }

  /// How far the run is.
  struct Milestones: Sendable {
    var hasStarted = false
    var hasSurveyed = false
    var isFinished = false
  }

  let rules: Rules
  let steps: [BatchStep]
  /// The target of each step; nil for a create.
  let targets: [StepTarget?]
  /// When the plan was made, in time since 1970.
  let plannedAt: Duration
  /// For each step, the earlier ones that must have happened: the last one on the same listing or the
  /// one that creates it, and the earlier parts of the same change.
  let predecessors: [[Int]]
  /// The indices of creates that replace a listing: a later part of the change removes it.
  let replacements: Set<Int>
  /// The numbers of the first and the last step that this run works on.
  let firstStep: Int
  let lastStep: Int
  var running: [Running]
  var budget = RetryBudget()
  var highestID: Int?
  /// The listings that are the result of a step, and so cannot be the result of another one.
  var claimed: Set<Int> = []
  var givenUpInARow = 0
  var end: BatchEnd?
  /// Own listings that equal a step but are no step's result, found at the end.
  var extraListings: [Int] = []
  private var failedStarts = 0
  var turns = Turns()
  var milestones = Milestones()
  private var generator: Jitter

  /// - Parameters:
  ///   - records: the stored states, in the order of the steps. A step that was sent without a
  ///     result is unknown, and a failed one is tried again.
  ///   - firstStep: the number of the first step to work on; earlier ones are left as they are.
  ///   - lastStep: the number of the last step to work on; nil for all.
  ///   - seed: the source of the jitter.
  package init(
    steps: [BatchStep], records: [StepRecord]? = nil, rules: Rules, plannedAt: Duration,
    firstStep: Int = 1, lastStep: Int? = nil, seed: UInt64
  ) {
    self.steps = steps
    self.rules = rules
    self.plannedAt = plannedAt
    self.firstStep = firstStep
    self.lastStep = min(lastStep ?? steps.count, steps.count)
    (targets, predecessors, replacements) = Self.outline(of: steps)
    running = steps.indices.map { index in
      var record = records?[index] ?? StepRecord(step: index + 1)
      if record.state == .sent { record.state = .unknown }
      if record.state == .failed, record.step >= firstStep {
        record = StepRecord(step: record.step)
      }
      var one = Running(record: record)
      one.hasLostAttempt = record.state == .unknown
      // Each run counts its attempts from zero.
      one.record.attempts = 0
      return one
    }
    generator = Jitter(state: seed)
    for one in running where one.record.state.isFinal {
      if let listing = one.record.listing { claimed.insert(listing) }
    }
  }

  /// What is needed of all steps at any time; see ``targets``, ``predecessors``, ``replacements``.
  private static func outline(
    of steps: [BatchStep]
  ) -> (targets: [StepTarget?], predecessors: [[Int]], replacements: Set<Int>) {
    var last: [StepTarget: Int] = [:]
    var targets: [StepTarget?] = []
    var predecessors: [[Int]] = []
    var replacements: Set<Int> = []
    for (index, step) in steps.enumerated() {
      targets.append(step.target)
      if case .remove = step.change, let head = step.partOf { replacements.insert(head - 1) }
      var earlier = step.partOf.map { Array(($0 - 1)..<index) } ?? []
      let same = last.updateValue(index, forKey: step.target ?? .step(step.number))
      if let same, step.target != nil, !earlier.contains(same) { earlier.insert(same, at: 0) }
      predecessors.append(earlier)
    }
    return (targets, predecessors, replacements)
  }

  /// Whether a look-up may have to tell new listings from older ones. With keys, too: they expire.
  package var needsHighestID: Bool {
    ownSteps.contains { index in
      let record = running[index].record
      return targets[index] == nil && !record.state.isFinal && record.highestID == nil
    }
  }

  /// The steps that this run works on.
  private var ownSteps: Range<Int> { (firstStep - 1)..<max(lastStep, firstStep - 1) }

  /// The states of all steps, in their order.
  package var records: [StepRecord] { running.map(\.record) }

  /// Handles an event.
  ///
  /// - Parameter now: the time since 1970.
  package mutating func handle(_ event: BatchEvent, at now: Duration) -> [BatchEffect] {
    var effects: [BatchEffect] = []
    switch event {
    case .started(let highest): started(highest, now, &effects)
    case .recorded(let step): recorded(index(of: step), now, &effects)
    case .checked(let step, let content): checked(index(of: step), content, now, &effects)
    case .answered(let step, let answer): answered(index(of: step), answer, now, &effects)
    case .found(let step, let result): found(index(of: step), result, now, &effects)
    case .waited(let step): waited(index(of: step), now, &effects)
    case .surveyed(let candidates): surveyed(candidates)
    case .interrupted: stop(.interrupted, &effects)
    case .abandoned, .journalFailed:
      end = event == .abandoned ? .interrupted : .journalFailed
      if event == .journalFailed { takeBackUnsent() }
      return finishOnce(&effects)
    }
    startSteps(now, &effects)
    if turns.active == 0, turns.ending == 0, milestones.hasStarted || end != nil {
      survey(&effects)
    }
    return effects
  }

  private mutating func started(
    _ highest: Int?, _ now: Duration, _ effects: inout [BatchEffect]
  ) {
    guard highest != nil || !needsHighestID else { return startAgain(&effects) }
    milestones.hasStarted = true
    highestID = [highest, highestID, claimed.max()].compactMap(\.self).max()
    for index in running.indices {
      let isEnded = running[index].record.state.isFinal || number(of: index) < firstStep
      if isEnded { running[index].phase = .ended }
      // A killed process closed its connections at the latest now.
      if running[index].hasLostAttempt { running[index].decisiveFrom = now + rules.commitDelay }
    }
  }

  /// Without the highest id, an older listing could be taken for the result of a create.
  private mutating func startAgain(_ effects: inout [BatchEffect]) {
    failedStarts += 1
    guard end == nil, failedStarts < rules.maximumAttempts else {
      return stop(end ?? .unreadable, &effects)
    }
    effects.append(.start(after: jitter(attempts: failedStarts)))
  }

  /// Takes back the state of requests that were not sent, because the journal cannot be written.
  private mutating func takeBackUnsent() {
    for index in running.indices where running[index].phase == .recordingSent {
      running[index].record.state = running[index].hasLostAttempt ? .unknown : .planned
    }
  }

  /// Looks for listings that were created too late for a look-up, if there can be any.
  private mutating func survey(_ effects: inout [BatchEffect]) {
    let above = ownSteps.compactMap { index -> Int? in
      let record = running[index].record
      guard targets[index] == nil, record.firstSentAt != record.sentAt else { return nil }
      return record.highestID ?? 0
    }.min()
    guard end == nil, !rules.honorsKeys, !milestones.hasSurveyed, let above else {
      _ = finishOnce(&effects)
      return
    }
    milestones.hasSurveyed = true
    effects.append(.survey(above: above))
  }

  private mutating func surveyed(_ candidates: [Candidate]) {
    let unclaimed = candidates.filter { !claimed.contains($0.id) }
    guard !unclaimed.isEmpty else { return }
    var equal: Set<Int> = []
    for index in ownSteps where targets[index] == nil {
      guard let content = steps[index].content else { continue }
      equal.formUnion(unclaimed.filter { content.agrees(with: $0.content) }.map(\.id))
    }
    extraListings = unclaimed.map(\.id).filter(equal.contains)
  }

  private mutating func finishOnce(_ effects: inout [BatchEffect]) -> [BatchEffect] {
    guard !milestones.isFinished else { return effects }
    milestones.isFinished = true
    effects.append(.finished(end ?? .completed))
    return effects
  }

  /// Starts no further step; requests under way go on, waits and reads end.
  mutating func stop(_ end: BatchEnd, _ effects: inout [BatchEffect]) {
    guard self.end == nil else { return }
    self.end = end
    for index in running.indices {
      switch running[index].phase {
      case .waiting, .checking, .lookingUp: leave(index, &effects)
      case .waitingForTurn, .recordingSent, .sending, .recording, .ended: break
      }
    }
  }

  mutating func finish(_ index: Int, _ effects: inout [BatchEffect]) {
    running[index].phase = .ended
    turns.ending -= 1
    effects.append(.ended(running[index].record))
  }

  /// Leaves a step for the next run, with a record of what is known.
  mutating func leave(_ index: Int, _ effects: inout [BatchEffect]) {
    guard running[index].record.state == .sent else { return drop(index) }
    // A listing that was created but not read back must be found again.
    let isPlanned = !running[index].hasLostAttempt && running[index].record.listing == nil
    running[index].record.state = isPlanned ? .planned : .unknown
    write(index, then: .leave, &effects)
  }

  mutating func drop(_ index: Int) {
    running[index].phase = .ended
    turns.active -= 1
  }

  mutating func write(_ index: Int, then next: Next, _ effects: inout [BatchEffect]) {
    if next == .end {
      turns.active -= 1
      turns.ending += 1
    }
    running[index].phase = .recording(next)
    effects.append(.record(running[index].record))
  }

  func index(of step: Int) -> Int { step - 1 }

  func number(of index: Int) -> Int { index + 1 }

  /// A random wait before the next attempt: from zero to a maximum that doubles each time.
  mutating func jitter(attempts: Int) -> Duration {
    let longest = rules.baseDelay * (1 << min(max(attempts - 1, 0), 6))
    return longest * generator.fraction()
  }
}

/// A small generator (SplitMix64), so that a run can be repeated from its seed.
struct Jitter: Sendable {
  var state: UInt64

  mutating func fraction() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((z ^ (z >> 31)) >> 11) / Double(1 << 53)
  }
}
