import Batches
import Foundation
import MarketWire

/// A whole batch under one seed: a market that misbehaves, a journal that loses what is not synced,
/// crashes at any moment, and other people who change listings.
///
/// Everything runs in this thread. Time is a number that jumps from event to event.
struct Simulation {
  private struct Scheduled {
    let at: Duration
    let order: Int
    let event: BatchEvent
  }

  let seed: UInt64
  /// Whether to print each event and effect.
  var traces = false
  /// The rule that is broken on purpose, to prove that the simulation notices it.
  var sabotage: Sabotage?
  /// Whether to collect ``cuts``.
  var keepsCuts = false
  /// A copy of the simulation after each sync, with the process killed at that moment.
  private(set) var cuts: [Simulation] = []
  var market: ModelMarket
  var steps: [BatchStep] = []
  /// Steps that the market refuses each time.
  var refused: Set<Int> = []
  /// Steps with a photo that is not the one that was planned.
  var changedPhotos: Set<Int> = []
  var random: SeededRandom
  var weather: SimulatedWeather
  var now = Duration.seconds(1_700_000_000)
  let plannedAt = Duration.seconds(1_700_000_000)
  /// The records on disk.
  private(set) var stored: [StepRecord] = []
  /// How often each fault occurred.
  var met: [SimulatedFault: Int] = [:]
  private(set) var crashes = 0
  /// Whether the market may have forgotten keys, so that equal listings cannot be told apart.
  private(set) var hasForgottenKeys = false
  /// What went wrong before the end.
  var violations: [String] = []
  private var unsynced: [StepRecord] = []
  private var queue: [Scheduled] = []
  private var order = 0
  /// The listings of the requests under way, by their steps.
  private var inFlight: [Int: Int] = [:]
  /// The steps that the present machine works on.
  private var range = 1...1

  /// - Parameter weather: nil for what the seed says.
  init(seed: UInt64, honorsKeys: Bool? = nil, weather: SimulatedWeather? = nil) {
    self.seed = seed
    random = SeededRandom(state: seed &* 0x9E37_79B9 &+ 77)
    market = ModelMarket(honorsKeys: honorsKeys ?? (seed % 2 == 0))
    let stormy = SimulatedWeather.stormy(&random)
    self.weather = weather ?? stormy
    plan()
    stored = steps.map { StepRecord(step: $0.number) }
  }

  /// Runs until the batch is complete, with crashes in between; returns what is wrong at the end.
  mutating func run() -> [String] {
    for round in 1...60 {
      // The weather clears up after a while, so that every batch can end.
      if round > 20 { weather = .calm }
      let end = runOnce()
      if end == .completed, stored.allSatisfy(\.state.isFinal) { return problems() }
      now += .seconds(random.number(0...40))
      if random.chance(weather.longPauses) {
        now += .seconds(31 * 86_400)
        hasForgottenKeys = market.honorsKeys
      }
    }
    return ["the batch does not end"]
  }

  /// One process: from the start to the end or a crash.
  private mutating func runOnce() -> BatchEnd? {
    queue = []
    unsynced = []
    inFlight = [:]
    market.advance(to: now)
    // A file that has other commands between its changes is carried out in several parts.
    let first = weather.splits > 0 ? cut() : nil
    guard let first else { return runMachine(stored, 1...steps.count).end }
    let (end, records) = runMachine(stored, 1...first)
    guard end == .completed, let records, first < steps.count else { return end }
    return runMachine(records, (first + 1)...steps.count).end
  }

  /// The last step of the first part.
  private mutating func cut() -> Int? {
    guard random.chance(weather.splits) else { return nil }
    let number = random.number(1...steps.count)
    return number == steps.count || steps[number].partOf == nil ? number : nil
  }

  /// Carries out some steps; returns no records after a crash.
  private mutating func runMachine(
    _ records: [StepRecord], _ range: ClosedRange<Int>
  ) -> (end: BatchEnd?, records: [StepRecord]?) {
    self.range = range
    queue = []
    var machine = makeMachine(records)
    schedule(started(machine.needsHighestID), after: .zero)
    while let next = takeNext() {
      now = max(now, next.at)
      market.advance(to: now)
      if random.chance(weather.foreignChanges) { changeByOthers() }
      if random.chance(weather.crashes) { return (crash(), nil) }
      var effects = handle(next.event, by: &machine)
      if random.chance(weather.interrupts) {
        effects += handle(random.chance(0.5) ? .interrupted : .abandoned, by: &machine)
      }
      for effect in effects {
        if case .finished(let end) = effect {
          // The process ends, and with it the requests that it did not wait for.
          market.cutConnections(at: now, commitDelay: random.milliseconds(0...9990))
          return (end, machine.records)
        }
        carryOut(effect)
        if random.chance(weather.crashes / 2) { return (crash(), nil) }
      }
    }
    violations.append("a run has nothing left to do and does not end")
    return (nil, nil)
  }

  private mutating func started(_ needsHighestID: Bool) -> BatchEvent {
    if sabotage == .adoptsOlderListings { return .started(highestID: 0) }
    let isRead = needsHighestID && !random.chance(weather.failedReads)
    if sabotage == .startsUnread { return .started(highestID: isRead ? market.highestID ?? 0 : 0) }
    return .started(highestID: isRead ? market.highestID ?? 0 : nil)
  }

  private mutating func makeMachine(_ records: [StepRecord]) -> BatchMachine {
    var rules = BatchMachine.Rules(honorsKeys: market.honorsKeys)
    rules.jobs = random.number(1...4)
    rules.keepsGoing = random.chance(0.7)
    sabotage?.change(&rules)
    return BatchMachine(
      steps: steps, records: sabotage?.change(records) ?? records, rules: rules,
      plannedAt: plannedAt,
      firstStep: sabotage == .repeatsEarlierParts ? 1 : range.lowerBound,
      lastStep: range.upperBound, seed: random.next())
  }

  private mutating func handle(
    _ event: BatchEvent, by machine: inout BatchMachine
  ) -> [BatchEffect] {
    trace("event", event)
    if case .answered(let step, _) = event { inFlight[step] = nil }
    let effects = machine.handle(event, at: now)
    for effect in effects { trace("  effect", effect) }
    return effects
  }

  private mutating func crash() -> BatchEnd? {
    crashes += 1
    trace("crash", "")
    market.cutConnections(at: now, commitDelay: random.milliseconds(0...9990))
    // Some unsynced records reach the disk nevertheless.
    for record in unsynced where random.chance(0.5) { stored[record.step - 1] = record }
    return nil
  }
}

extension Simulation {
  private mutating func carryOut(_ effect: BatchEffect) {
    switch effect {
    case .start(let time): schedule(started(true), after: time)
    case .record(let record): write(sabotage?.change(record) ?? record)
    case .check(let step, let listing):
      schedule(.checked(step: step, reading(of: listing)), after: readTime())
    case .send(let step, let listing): begin(step, listing)
    case .lookUp(let step, let listing, let above):
      let result: LookUpResult =
        if random.chance(weather.failedReads) { .failed } else if let listing {
          .target(reading(of: listing))
        } else { .listings(candidates(above: above ?? 0)) }
      schedule(.found(step: step, result), after: readTime())
    case .survey(let above):
      schedule(.surveyed(candidates(above: above)), after: readTime())
    case .wait(let step, let time): schedule(.waited(step: step), after: time)
    case .ended(let record):
      if stored[record.step - 1] != record, sabotage == nil {
        violations.append("step \(record.step) is shown before it is on disk")
      }
    case .finished: break
    }
  }

  private mutating func write(_ record: StepRecord) {
    if random.chance(weather.failedWrites) {
      if random.chance(0.5) { unsynced.append(record) }
      return schedule(.journalFailed, after: random.milliseconds(1...20))
    }
    unsynced.append(record)
    let isEarly = sabotage == .sendsBeforeSync && record.state == .sent
    schedule(.recorded(step: record.step), after: isEarly ? .zero : random.milliseconds(1...20))
  }

  private mutating func begin(_ step: Int, _ listing: Int?) {
    if !range.contains(step) { violations.append("step \(step) is sent in another part") }
    if let listing {
      if let other = inFlight.first(where: { $0.value == listing })?.key {
        violations.append("steps \(other) and \(step) change listing \(listing) at the same time")
      }
      inFlight[step] = listing
    }
    send(step, listing)
  }

  mutating func schedule(_ event: BatchEvent, after delay: Duration) {
    order += 1
    queue.append(Scheduled(at: now + delay, order: order, event: event))
  }

  private mutating func takeNext() -> Scheduled? {
    guard
      let index = queue.indices.min(by: {
        (queue[$0].at, queue[$0].order) < (queue[$1].at, queue[$1].order)
      })
    else { return nil }
    let next = queue.remove(at: index)
    if case .recorded(let step) = next.event { sync(step, at: next.at) }
    return next
  }

  /// Makes all written records durable.
  private mutating func sync(_ step: Int, at time: Duration) {
    if sabotage == .sendsBeforeSync, unsynced.last?.step == step, unsynced.last?.state == .sent {
      return
    }
    for record in unsynced { stored[record.step - 1] = record }
    unsynced = []
    guard keepsCuts else { return }
    var cut = self
    (cut.keepsCuts, cut.cuts, cut.now) = (false, [], max(now, time))
    cut.market.advance(to: cut.now)
    _ = cut.crash()
    cuts.append(cut)
  }

  private mutating func readTime() -> Duration {
    random.chance(weather.slowReads) ? random.milliseconds(300...12_000) : .zero
  }

  func trace(_ what: String, _ value: Any) {
    guard traces else { return }
    print("\(now - plannedAt) \(what): \(value)")
  }

  var records: [StepRecord] { stored }
}
