import Batches
import Foundation
import MarketWire
import Testing

/// The rules of the journal and of requests, one by one.
@Suite(.timeLimit(.minutes(60))) struct BatchMachineTests {
  private let started = BatchEvent.started(highestID: 6)

  @Test func `a request is sent only after its record is on disk`() {
    var run = MachineRun([.create()])
    let effects = run.handle(started)
    guard case .record(let record)? = effects.first, effects.count == 1 else {
      Issue.record("\(effects)")
      return
    }
    #expect(record.state == .sent && record.attempts == 1)
    #expect(record.sentAt == run.now && record.highestID == 6)
    #expect(run.handle(.recorded(step: 1)) == [.send(step: 1, listing: nil)])
  }

  @Test func `a result is shown only after its record is on disk`() {
    var run = MachineRun([.create()])
    _ = run.settle(started)
    let effects = run.handle(.answered(step: 1, .accepted(listing: 7)))
    #expect(effects == [.record(run.records[0])])
    #expect(run.states == [.done])
    #expect(
      run.handle(.recorded(step: 1)) == [.ended(run.records[0]), .finished(.completed)])
  }

  @Test func `the record of a result and that of the next request share a transaction`() {
    var run = MachineRun([.edit(), .edit(2, 8)]) { $0.jobs = 1 }
    _ = run.settle(started)
    let effects = run.handle(.answered(step: 1, .accepted(listing: 7)))
    #expect(effects == [.record(run.records[0]), .record(run.records[1])])
    #expect(run.states == [.done, .sent])
    // The batch does not end before both are on disk.
    #expect(run.handle(.recorded(step: 2)) == [.send(step: 2, listing: 8)])
    _ = run.handle(.answered(step: 2, .accepted(listing: 8)))
    #expect(run.handle(.recorded(step: 2)) == [.ended(run.records[1])])
    #expect(
      run.handle(.recorded(step: 1)) == [.ended(run.records[0]), .finished(.completed)])
  }

  @Test func `a request that is being recorded when the batch stops is taken back`() {
    var run = MachineRun((1...4).map { .create($0, name: "Mug \($0)") }) { $0.jobs = 2 }
    #expect(run.handle(started) == [.record(run.records[0]), .record(run.records[1])])
    #expect(run.handle(.recorded(step: 1)) == [.send(step: 1, listing: nil)])
    #expect(run.handle(.interrupted) == [])
    #expect(run.handle(.recorded(step: 2)) == [.record(run.records[1])])
    #expect(run.states == [.sent, .planned, .planned, .planned])
    _ = run.handle(.answered(step: 1, .accepted(listing: 7)))
    _ = run.handle(.recorded(step: 1))
    #expect(run.handle(.recorded(step: 2)) == [.finished(.interrupted)])
    #expect(run.states == [.done, .planned, .planned, .planned])
  }

  @Test(arguments: [true, false])
  func `a step that was sent without a result is unknown when its batch is opened again`(
    _ honorsKeys: Bool
  ) {
    var record = StepRecord(step: 1)
    record.state = .sent
    record.firstSentAt = MachineRun.start
    record.highestID = 6
    var run = MachineRun([.create()], records: [record], honorsKeys: honorsKeys)
    #expect(run.states == [.unknown])
    let expected: BatchEffect =
      honorsKeys ? .send(step: 1, listing: nil) : .lookUp(step: 1, listing: nil, above: 6)
    #expect(run.settle(started) == [expected])
  }

  @Test func `a failed step is tried again when its batch is continued, a final one is not`() {
    var records = [StepRecord(step: 1), StepRecord(step: 2), StepRecord(step: 3)]
    (records[0].state, records[1].state, records[2].state) = (.failed, .done, .conflict)
    var run = MachineRun([.create(), .create(2, name: "Bowl"), .edit(3)], records: records)
    #expect(run.settle(started) == [.send(step: 1, listing: nil)])
  }

  @Test(arguments: [true, false])
  func `if nothing was sent, the step is sent again after a random wait`(_ honorsKeys: Bool) {
    var run = MachineRun([.create()], honorsKeys: honorsKeys)
    _ = run.settle(started)
    let (waits, effects) = run.pass(.answered(step: 1, .notSent))
    #expect(waits.count == 1 && waits[0] < .milliseconds(200))
    #expect(effects == [.send(step: 1, listing: nil)])
  }

  @Test
  func `a step gets four attempts, with longer waits, and stays open if nothing was sent`() {
    var run = MachineRun([.create()])
    _ = run.settle(started)
    for limit in [200, 400, 800] {
      let (waits, effects) = run.pass(.answered(step: 1, .notSent))
      #expect(waits.count == 1 && waits[0] < .milliseconds(limit))
      #expect(effects == [.send(step: 1, listing: nil)])
    }
    _ = run.pass(.answered(step: 1, .notSent))
    #expect(run.states == [.planned] && run.records[0].reason == .unreachable)
  }

  @Test func `what needs a step that was not sent stays open, too`() {
    var run = MachineRun([
      .create(),
      BatchStep(2, .edit(.step(1), before: BatchStep.mug, after: ListingFields(stock: 5))),
    ]) { $0.keepsGoing = true }
    _ = run.settle(started)
    for _ in 1...4 { _ = run.pass(.answered(step: 1, .notSent)) }
    #expect(run.states == [.planned, .planned])
    #expect(run.records[1].reason == .earlierStep(1))
  }

  @Test func `the market's wait is kept and is not an attempt`() {
    var run = MachineRun([.create()])
    _ = run.settle(started)
    for _ in 1...10 {
      let (waits, effects) = run.pass(.answered(step: 1, .busy(retryAfter: .seconds(5))))
      #expect(waits.count == 1 && waits[0] >= .seconds(5) && waits[0] < .milliseconds(5200))
      #expect(effects == [.send(step: 1, listing: nil)])
      #expect(run.records[0].attempts == 1)
    }
  }

  @Test(arguments: [true, false])
  func `after the market asked to wait, nothing is sent until then`(honorsKeys: Bool) {
    var run = MachineRun(
      (1...40).map { .create($0, name: "Mug no. \($0)") }, honorsKeys: honorsKeys
    ) { $0.jobs = 4 }
    let end = run.now + .seconds(5)
    #expect(run.settle(started).count == 4)
    var waits = run.settle(.answered(step: 1, .busy(retryAfter: .seconds(5))))
    for step in 2...4 {
      waits += run.settle(.answered(step: step, .accepted(listing: 100 + step)))
      run.now += .seconds(1)
    }
    let early = waits.filter { if case .send = $0 { true } else { false } }
    #expect(early == [], "\(early)")
    run.now = end + .milliseconds(200)
    #expect(run.settle(.waited(step: 1)).count == 4)
    #expect(run.records[0].attempts == 1)
  }

  @Test func `a wait of more than 300 s is not kept, and the step stays open`() {
    for (seconds, state) in [(300, StepState.sent), (301, .planned)] {
      var run = MachineRun([.create()])
      _ = run.settle(started)
      _ = run.settle(.answered(step: 1, .busy(retryAfter: .seconds(seconds))))
      #expect(run.states == [state])
    }
  }

  @Test func `with keys an unclear outcome is unknown, and the step is sent again`() {
    var run = MachineRun([.create()], honorsKeys: true)
    _ = run.settle(started)
    let answer = StepAnswer.unclear(sawEnd: false, status: nil)
    #expect(run.handle(.answered(step: 1, answer)) == [.record(run.records[0])])
    #expect(run.states == [.unknown])
    #expect(run.pass(.recorded(step: 1)).effects == [.send(step: 1, listing: nil)])
  }

  @Test func `a key is trusted for 29 days after its first use`() {
    var record = StepRecord(step: 1)
    record.state = .unknown
    record.highestID = 6
    for (days, isTrusted) in [(28, true), (30, false)] {
      record.firstSentAt = MachineRun.start - .seconds(days * 86_400)
      var run = MachineRun([.create()], records: [record], honorsKeys: true)
      let expected: BatchEffect =
        isTrusted ? .send(step: 1, listing: nil) : .lookUp(step: 1, listing: nil, above: 6)
      #expect(run.settle(started) == [expected], "\(days) days")
    }
  }

  @Test(arguments: [
    StepAnswer.unclear(sawEnd: true, status: 503), .unclear(sawEnd: false, status: nil),
  ])
  func `without keys an unclear outcome is looked up first`(_ answer: StepAnswer) {
    var run = MachineRun([.create()])
    _ = run.settle(started)
    #expect(run.settle(.answered(step: 1, answer)) == [.lookUp(step: 1, listing: nil, above: 6)])
    #expect(run.states == [.unknown])
  }

  @Test func `a step that is given up stays unknown if its outcome is unclear`() {
    for honorsKeys in [true, false] {
      var run = MachineRun([.create()], honorsKeys: honorsKeys)
      var effects = run.settle(started)
      for _ in 1...20
      where run.states != [.unknown] || !effects.contains(.finished(.stopped(atStep: 1))) {
        let answer = StepAnswer.unclear(sawEnd: false, status: nil)
        let event: BatchEvent =
          if case .lookUp? = effects.first { .found(step: 1, .failed) } else {
            .answered(step: 1, answer)
          }
        effects = run.pass(event).effects
      }
      #expect(run.states == [.unknown], "keys \(honorsKeys)")
      #expect(run.records[0].attempts <= 4)
    }
  }

  @Test func `a wrong secret stops the batch at once, and nothing counts as sent`() {
    var run = MachineRun((1...6).map { .create($0, name: "Mug \($0)") })
    #expect(run.settle(started).count == 4)
    #expect(run.settle(.answered(step: 2, .notAuthorized)) == [])
    for step in [1, 3] { #expect(run.settle(.answered(step: step, .notAuthorized)) == []) }
    #expect(run.settle(.answered(step: 4, .notAuthorized)) == [.finished(.notAuthorized)])
    #expect(run.states.allSatisfy { $0 == .planned })
  }

  @Test func `what the market refuses has failed, and the batch stops there`() {
    var run = MachineRun([.create(), .create(2, name: "Bowl")]) { $0.jobs = 1 }
    _ = run.settle(started)
    let effects = run.settle(.answered(step: 1, .refused(status: 400, message: "no")))
    #expect(effects == [.ended(run.records[0]), .finished(.stopped(atStep: 1))])
    #expect(run.states == [.failed, .planned])
    #expect(run.records[0].reason == .refused(status: 400, message: "no"))
  }

  @Test func `with keep-going the batch goes on after a failure`() {
    var run = MachineRun([.create(), .create(2, name: "Bowl")]) { rules in
      (rules.jobs, rules.keepsGoing) = (1, true)
    }
    _ = run.settle(started)
    let effects = run.settle(.answered(step: 1, .refused(status: 400, message: "no")))
    #expect(effects.contains(.send(step: 2, listing: nil)))
  }

  @Test func `five steps in a row that are given up stop the batch`() {
    var run = MachineRun((1...8).map { .create($0, name: "Mug \($0)") }) { rules in
      (rules.jobs, rules.keepsGoing, rules.maximumAttempts) = (1, true, 1)
    }
    _ = run.settle(started)
    for step in 1...4 {
      #expect(
        run.pass(.answered(step: step, .notSent)).effects.contains(
          .send(step: step + 1, listing: nil)))
    }
    #expect(run.pass(.answered(step: 5, .notSent)).effects.contains(.finished(.givenUp)))
    #expect(run.states.suffix(3).allSatisfy { $0 == .planned })
  }

  @Test func `one retry budget covers the whole batch`() {
    var run = MachineRun((1...20).map { .create($0, name: "Mug \($0)") }) { rules in
      (rules.jobs, rules.keepsGoing, rules.maximumGivenUp) = (1, true, 100)
    }
    var sends = 0
    var effects = run.settle(started)
    while let step = effects.lazy.compactMap({ effect -> Int? in
      if case .send(let step, _) = effect { step } else { nil }
    }).first {
      sends += 1
      effects = run.pass(.answered(step: step, .notSent)).effects
    }
    // 20 steps and 20 retries, not 80 requests.
    #expect(sends == 40)
  }

  @Test func `a part of a batch leaves the steps of earlier parts as they are`() {
    var records = [StepRecord(step: 1), StepRecord(step: 2), StepRecord(step: 3)]
    records[0].state = .failed
    var run = MachineRun(
      [.create(), .create(2, name: "Bowl"), .create(3, name: "Cup")], records: records,
      firstStep: 3)
    #expect(run.settle(started) == [.send(step: 3, listing: nil)])
    #expect(
      run.settle(.answered(step: 3, .accepted(listing: 7))).contains(.finished(.completed)))
    #expect(run.states == [.failed, .planned, .done])
  }

  @Test(arguments: [true, false])
  func `nothing is sent before the highest id is known`(_ honorsKeys: Bool) {
    var run = MachineRun([.create()], honorsKeys: honorsKeys)
    for limit in [200, 400, 800] {
      let effects = run.handle(.started(highestID: nil))
      guard case .start(let wait)? = effects.first, effects.count == 1 else {
        Issue.record("\(effects)")
        return
      }
      #expect(wait < .milliseconds(limit))
    }
    #expect(run.handle(.started(highestID: nil)) == [.finished(.unreadable)])
    #expect(run.states == [.planned])
    var empty = MachineRun([.create()], honorsKeys: honorsKeys)
    #expect(empty.settle(.started(highestID: 0)) == [.send(step: 1, listing: nil)])
    #expect(empty.records[0].highestID == 0)
    var edit = MachineRun([.edit()])
    #expect(edit.settle(.started(highestID: nil)) == [.send(step: 1, listing: 7)])
  }

  @Test func `a request that could not be recorded stays planned, or unknown after a lost one`() {
    var first = MachineRun([.create()])
    _ = first.handle(started)
    #expect(first.handle(.journalFailed) == [.finished(.journalFailed)])
    #expect(first.states == [.planned])
    var second = MachineRun([.create()], honorsKeys: true)
    _ = second.settle(started)
    _ = second.settle(.answered(step: 1, .unclear(sawEnd: true, status: 500)))
    _ = second.handle(.waited(step: 1))
    #expect(second.handle(.journalFailed) == [.finished(.journalFailed)])
    #expect(second.states == [.unknown])
    var sending = MachineRun([.create()])
    _ = sending.settle(started)
    _ = sending.handle(.journalFailed)
    #expect(sending.states == [.sent])
  }
}
