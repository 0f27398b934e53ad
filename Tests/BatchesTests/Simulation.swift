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

  /// What can go wrong, chosen by the seed.
  private struct Faults {
    var lostAnswers = 0.0
    var errors = 0.0
    var unsent = 0.0
    var crashes = 0.0
    var foreignChanges = 0.0
    var failedReads = 0.0
  }

  let seed: UInt64
  /// Prints each event and effect.
  var traces = false
  /// Changes the rules, to prove that the simulation finds broken ones.
  var sabotage: Sabotage?
  private(set) var market: ModelMarket
  private(set) var steps: [BatchStep] = []
  private(set) var crashes = 0
  private var random: SeededRandom
  private var faults = Faults()
  private var now = Duration.seconds(1_700_000_000)
  private let plannedAt = Duration.seconds(1_700_000_000)
  private var queue: [Scheduled] = []
  private var order = 0
  private var stored: [StepRecord] = []
  private var unsynced: [StepRecord] = []
  /// Listings that others changed after the plan was made.
  private var touchedByOthers: Set<Int> = []
  /// Steps that the market refuses each time.
  private var refused: Set<Int> = []

  init(seed: UInt64, honorsKeys: Bool? = nil) {
    self.seed = seed
    random = SeededRandom(state: seed &* 0x9E37_79B9 &+ 77)
    market = ModelMarket(honorsKeys: honorsKeys ?? (seed % 2 == 0))
    faults = Faults(
      lostAnswers: random.chance(0.7) ? random.fraction() * 0.4 : 0,
      errors: random.chance(0.6) ? random.fraction() * 0.3 : 0,
      unsent: random.chance(0.5) ? random.fraction() * 0.2 : 0,
      crashes: random.chance(0.5) ? random.fraction() * 0.08 : 0,
      foreignChanges: random.chance(0.3) ? random.fraction() * 0.05 : 0,
      failedReads: random.chance(0.3) ? random.fraction() * 0.2 : 0)
    plan()
    stored = steps.map { StepRecord(step: $0.number) }
  }

  /// Runs until the batch is complete, with crashes in between; returns what is wrong at the end.
  mutating func run() -> [String] {
    for round in 1...60 {
      // The weather clears up after a while, so that every batch can end.
      if round > 20 { faults = Faults() }
      let end = runOnce()
      if end == .completed, stored.allSatisfy(\.state.isFinal) { return problems() }
      now += .seconds(random.number(0...40))
    }
    return ["the batch does not end"]
  }
}

extension Simulation {
  private mutating func plan() {
    let names = ["mug", "bowl", "plate", "cup"]
    for _ in 0..<random.number(1...4) {
      _ = market.add(content(names[random.number(0...3)]))
    }
    var free = Array(market.listings.keys).sorted()
    var contents = market.listings.mapValues(\.content)
    for _ in 1...random.number(4...12) {
      let change: BatchStep.Change
      switch random.number(0...5) {
      case 0...2: change = .create(fields(names[random.number(0...3)]), photos: photos())
      case 3...4 where !free.isEmpty:
        let id = free[random.number(0...(free.count - 1))]
        let before = contents[id] ?? content("mug")
        let edit = ListingFields(stock: (before.fields.stock ?? 0) + random.number(1...9))
        contents[id] = before.changed(by: edit)
        change = .edit(.listing(id), before: before, after: edit)
      case 5 where !free.isEmpty:
        let id = free.remove(at: random.number(0...(free.count - 1)))
        change = .remove(.listing(id), before: contents[id] ?? content("mug"))
      default: change = .create(fields("vase"), photos: photos())
      }
      steps.append(BatchStep(steps.count + 1, change))
      if random.chance(0.05) { refused.insert(steps.count) }
      if random.chance(0.1), !free.isEmpty {
        let id = free.remove(at: random.number(0...(free.count - 1)))
        replace(id, contents[id] ?? content("mug"))
      }
    }
  }

  /// Plans a new listing with a thumbnail instead of an old one.
  private mutating func replace(_ id: Int, _ before: ListingContent) {
    let head = steps.count + 1
    steps.append(BatchStep(head, .create(fields("jug"), photos: photos())))
    steps.append(
      BatchStep(head + 1, partOf: head, .chooseThumbnail(.step(head), photo: 1)))
    steps.append(
      BatchStep(head + 2, partOf: head, .remove(.listing(id), before: before)))
  }

  private mutating func photos() -> [StepPhoto] {
    [StepPhoto(digest: "d", filename: "a.jpg", mediaType: "image/jpeg")]
  }

  private mutating func fields(_ name: String) -> ListingFields {
    ListingFields(
      name: name, description: "a good \(name)", price: Decimal(random.number(1...2) * 1000),
      currency: .krw, stock: random.number(1...2))
  }

  private mutating func content(_ name: String) -> ListingContent {
    ListingContent(new: fields(name), photoCount: 1)
  }
}

extension Simulation {
  /// One process: from the start to the end or a crash.
  private mutating func runOnce() -> BatchEnd? {
    queue = []
    unsynced = []
    market.advance(to: now)
    var rules = BatchMachine.Rules(honorsKeys: market.honorsKeys)
    rules.jobs = random.number(1...4)
    rules.keepsGoing = random.chance(0.7)
    sabotage?.rules(&rules)
    var machine = BatchMachine(
      steps: steps, records: sabotage?.records(stored) ?? stored, rules: rules,
      plannedAt: plannedAt, seed: random.next())
    schedule(.started(highestID: market.highestID), after: .zero)
    while let next = takeNext() {
      now = max(now, next.at)
      market.advance(to: now)
      if random.chance(faults.foreignChanges) { changeByOthers() }
      if random.chance(faults.crashes) { return crash() }
      trace("event", next.event)
      for effect in machine.handle(next.event, at: now) {
        trace("  effect", effect)
        if case .finished(let end) = effect { return end }
        carryOut(effect)
      }
    }
    return nil
  }

  private mutating func crash() -> BatchEnd? {
    crashes += 1
    trace("crash", stored)
    market.cutConnections(at: now, commitDelay: milliseconds(0...9990))
    // Some unsynced records reach the disk nevertheless.
    for record in unsynced where random.chance(0.5) { stored[record.step - 1] = record }
    return nil
  }

  private mutating func carryOut(_ effect: BatchEffect) {
    switch effect {
    case .record(let record):
      unsynced.append(record)
      schedule(.recorded(step: record.step), after: milliseconds(1...20))
    case .check(let step, let listing):
      schedule(.checked(step: step, reading(of: listing)), after: .zero)
    case .send(let step, let listing): send(step, listing)
    case .lookUp(let step, let listing, let above):
      let result: LookUpResult =
        if random.chance(faults.failedReads) { .failed } else if let listing {
          .target(reading(of: listing))
        } else { .listings(candidates(above: above ?? 0)) }
      schedule(.found(step: step, result), after: .zero)
    case .survey(let above): schedule(.surveyed(candidates(above: above)), after: .zero)
    case .wait(let step, let time): schedule(.waited(step: step), after: time)
    case .ended, .finished: break
    }
  }

  private mutating func reading(of listing: Int) -> TargetReading {
    if random.chance(faults.failedReads) { return .failed }
    return market.listings[listing].map { .listing($0.content) } ?? .gone
  }

  private func candidates(above id: Int) -> [Candidate] {
    market.listings.filter { $0.key > id }.map { Candidate(id: $0.key, content: $0.value.content) }
      .sorted { $0.id < $1.id }
  }

  private mutating func send(_ number: Int, _ listing: Int?) {
    let change = steps[number - 1].change
    let key = "\(number)"
    let time = milliseconds(5...300)
    if random.chance(faults.unsent) {
      return schedule(.answered(step: number, .notSent), after: time)
    }
    if random.chance(faults.errors) {
      return schedule(.answered(step: number, fault()), after: time)
    }
    if random.chance(faults.lostAnswers), !refused.contains(number) {
      return loseAnswer(number, change, listing, key, after: time)
    }
    if refused.contains(number) {
      return schedule(.answered(step: number, .refused(status: 400, message: "no")), after: time)
    }
    let done = market.apply(change, target: listing, key: key)
    let answer: StepAnswer =
      done.map { .accepted(listing: $0) } ?? .refused(status: 404, message: nil)
    schedule(.answered(step: number, answer), after: time)
  }

  /// Loses the answer of a request that takes effect before, after, or never.
  private mutating func loseAnswer(
    _ number: Int, _ change: BatchStep.Change, _ listing: Int?, _ key: String, after time: Duration
  ) {
    let sawEnd = random.chance(0.5)
    let end = sawEnd ? time : .seconds(random.number(1...30))
    // The market may carry it out within 2 s of the end that was seen, or 10 s of one that was not.
    let late = end + (sawEnd ? milliseconds(0...1990) : milliseconds(0...9990))
    switch random.number(0...3) {
    case 0: break
    case 1: market.receive(change, target: listing, key: key, at: now + late)
    default: market.receive(change, target: listing, key: key, at: now + time / 2)
    }
    let status = sawEnd && random.chance(0.5) ? 502 : nil
    schedule(.answered(step: number, .unclear(sawEnd: sawEnd, status: status)), after: end)
  }

  private mutating func fault() -> StepAnswer {
    random.chance(0.5) ? .busy(retryAfter: .seconds(random.number(1...5))) : .notSent
  }

  /// Changes a listing as another client of the seller would.
  private mutating func changeByOthers() {
    let ids = market.listings.keys.sorted()
    guard let id = ids.isEmpty ? nil : ids[random.number(0...(ids.count - 1))] else { return }
    touchedByOthers.insert(id)
    if random.chance(0.3) {
      market.remove(id)
    } else {
      market.change(id) { $0.fields.stock = 500 + Int(id) }
    }
    trace("others", id)
  }
}

extension Simulation {
  private mutating func schedule(_ event: BatchEvent, after delay: Duration) {
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
    if case .recorded(let step) = next.event {
      // The sync covers every record that was written before it.
      for record in unsynced { stored[record.step - 1] = record }
      unsynced.removeAll { _ in true }
      _ = step
    }
    return next
  }

  private mutating func milliseconds(_ range: ClosedRange<Int>) -> Duration {
    .milliseconds(random.number(range))
  }

  private func trace(_ what: String, _ value: Any) {
    guard traces else { return }
    let elapsed = now - plannedAt
    print("\(elapsed) \(what): \(value)")
  }

  /// Compares the market with the plan; a difference that a conflict or a failure explains is fine.
  private func problems() -> [String] {
    var market = market
    market.advance(to: now + .seconds(60))
    var problems: [String] = []
    var results: [Int: Int] = [:]
    for (step, record) in zip(steps, stored) {
      guard record.state.isFinal else {
        problems.append("step \(step.number) is \(record.state) at the end")
        continue
      }
      guard record.state == .done || record.state == .adopted, let listing = record.listing else {
        continue
      }
      if case .create = step.change, let other = results.updateValue(step.number, forKey: listing) {
        problems.append("steps \(other) and \(step.number) have the same listing \(listing)")
      }
    }
    return problems + differences(market) + surplus(market) + losses()
  }

  /// Replaced listings that are gone although the new one does not exist.
  private func losses() -> [String] {
    zip(steps, stored).compactMap { step, record in
      guard let head = step.partOf, case .remove = step.change, record.state == .done else {
        return nil
      }
      let state = stored[head - 1].state
      return state == .done || state == .adopted ? nil : "step \(step.number) removed too much"
    }
  }

  /// Listings that are not as the last step on them left them.
  private func differences(_ market: ModelMarket) -> [String] {
    var expected: [Int: ListingContent?] = [:]
    for (step, record) in zip(steps, stored)
    where record.state == .done || record.state == .adopted {
      guard let listing = record.listing else { continue }
      if case .chooseThumbnail = step.change { continue }
      expected[listing] = step.content
    }
    for (step, record) in zip(steps, stored) where record.state == .conflict {
      if case .listing(let id)? = step.target { expected[id] = nil }
    }
    return expected.compactMap { id, content in
      guard !touchedByOthers.contains(id) else { return nil }
      let actual = market.listings[id]?.content
      switch (content, actual) {
      case (nil, nil): return nil
      case (let content?, let actual?) where content.agrees(with: actual): return nil
      default:
        return
          "listing \(id) should be \(String(describing: content)), is \(String(describing: actual))"
      }
    }
  }

  /// Listings of the batch's steps that no step has as its result.
  private func surplus(_ market: ModelMarket) -> [String] {
    var wanted: [ListingContent: Int] = [:]
    var actual: [ListingContent: Int] = [:]
    for (step, record) in zip(steps, stored) where step.target == nil {
      guard let content = step.content else { continue }
      // A conflict may stand for a listing that is there.
      wanted[content, default: 0] += record.state == .failed ? 0 : 1
      actual[content] = 0
    }
    let first = stored.compactMap(\.highestID).min() ?? 0
    for (id, listing) in market.listings where id > first && !touchedByOthers.contains(id) {
      if actual[listing.content] != nil { actual[listing.content, default: 0] += 1 }
    }
    let conflicts = stored.contains { $0.state == .conflict }
    return actual.compactMap { content, count in
      count > wanted[content, default: 0] && !conflicts
        ? "\(count) listings instead of \(wanted[content, default: 0]): \(content.fields.name ?? "")"
        : nil
    }
  }
}
