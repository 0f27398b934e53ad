import Foundation
import MarketWire
import Testing

@testable import Batches

/// The rules of look-ups at a market without keys, row by row.
@Suite(.timeLimit(.minutes(60))) struct ReconciliationTests {
  private func candidate(_ id: Int, _ content: ListingContent = BatchStep.mug) -> Candidate {
    Candidate(id: id, content: content)
  }

  /// A run whose first step was sent and is looked up.
  private func lookingUp(
    _ step: BatchStep, sawEnd: Bool = true, others: [BatchStep] = []
  ) -> MachineRun {
    var run = MachineRun([step] + others) { $0.keepsGoing = true }
    _ = run.settle(.started(highestID: 6))
    let effects = run.settle(.answered(step: 1, .unclear(sawEnd: sawEnd, status: nil)))
    #expect(effects.contains { if case .lookUp = $0 { true } else { false } })
    return run
  }

  @Test func `a create with one match is adopted`() {
    var run = lookingUp(.create())
    _ = run.settle(.found(step: 1, .listings([candidate(7), candidate(8, .changed(stock: 9))])))
    #expect(run.states == [.adopted] && run.records[0].listing == 7)
  }

  @Test func `a match has the same name, description, currency, price, discount, stock and photos`()
  {
    var contents = [ListingFields(name: "Oak cup"), ListingFields(description: "Cast.")]
      .map { BatchStep.mug.changed(by: $0) }
    contents += [
      ListingFields(currency: .usd), ListingFields(price: 2), ListingFields(discount: 3),
      ListingFields(stock: 4),
    ].map { BatchStep.mug.changed(by: $0) }
    var fewerPhotos = BatchStep.mug
    fewerPhotos.photoCount = 0
    for content in contents + [fewerPhotos] {
      var run = lookingUp(.create())
      _ = run.settle(.found(step: 1, .listings([candidate(7, content)])))
      #expect(run.states != [.adopted], "\(content)")
    }
  }

  @Test(arguments: [(true, 2), (false, 10)])
  func `a create without a match is looked up again after 2 s or 10 s, then sent again`(
    _ sawEnd: Bool, _ seconds: Int
  ) {
    var run = lookingUp(.create(), sawEnd: sawEnd)
    let (waits, effects) = run.pass(.found(step: 1, .listings([])))
    #expect(waits == [.seconds(seconds)])
    #expect(effects == [.lookUp(step: 1, listing: nil, above: 6)])
    #expect(run.pass(.found(step: 1, .listings([]))).effects == [.send(step: 1, listing: nil)])
  }

  @Test func `a create whose photo was changed is looked up, even with a key`() {
    var run = MachineRun([.create()], honorsKeys: true)
    _ = run.settle(.started(highestID: 6))
    let lost = StepAnswer.unclear(sawEnd: false, status: nil)
    #expect(run.pass(.answered(step: 1, lost)).effects == [.send(step: 1, listing: nil)])
    let changed = BatchEvent.answered(step: 1, .photoChanged(filename: "cup.jpg"))
    #expect(run.settle(changed) == [.lookUp(step: 1, listing: nil, above: 6)])
    var other = run
    _ = other.settle(.found(step: 1, .listings([candidate(7)])))
    #expect(other.states == [.adopted])
    #expect(run.pass(.found(step: 1, .listings([]))).waits.reduce(.zero, +) > .seconds(9))
    #expect(run.pass(.found(step: 1, .listings([]))).effects == [.send(step: 1, listing: nil)])
    _ = run.settle(changed)
    #expect(run.states == [.failed])
    #expect(run.records[0].reason == .photoChanged(filename: "cup.jpg"))
  }

  @Test func `a slow look-up counts from its beginning`() {
    var run = lookingUp(.create())
    run.now += .seconds(5)
    let effects = run.pass(.found(step: 1, .listings([]))).effects
    #expect(effects == [.lookUp(step: 1, listing: nil, above: 6)])
  }

  @Test func `other steps go on while one waits for its look-up`() {
    var run = lookingUp(.create(), sawEnd: false, others: [.edit(2)])
    _ = run.settle(.found(step: 1, .listings([])))
    _ = run.settle(.answered(step: 2, .accepted(listing: 7)))
    #expect(run.states == [.unknown, .done])
  }

  @Test func `a create with a similar listing, or with too many matches, is a conflict`() {
    for candidates in [[candidate(7, .changed(stock: 9))], [candidate(7), candidate(8)]] {
      var run = lookingUp(.create())
      let effects = run.settle(.found(step: 1, .listings(candidates)))
      #expect(run.states == [.conflict])
      #expect(run.records[0].reason == .similarListings(candidates.map(\.id)))
      #expect(!effects.contains(.send(step: 1, listing: nil)))
    }
  }

  @Test func `an older listing, or one that belongs to another step, is no match`() {
    var run = lookingUp(.create(), others: [.create(2, name: "Bowl")])
    _ = run.settle(.answered(step: 2, .accepted(listing: 8)))
    _ = run.settle(.found(step: 1, .listings([candidate(6), candidate(8)])))
    #expect(run.states == [.unknown, .done])
  }

  @Test func `equal steps form a group, and its matches are assigned in order`() {
    let records = [1, 2].map { number in
      var record = StepRecord(step: number)
      record.state = .unknown
      record.highestID = 6
      return record
    }
    var run = MachineRun([.create(1), .create(2)], records: records)
    // They are never looked up or sent at the same time.
    #expect(run.settle(.started(highestID: 9)) == [.lookUp(step: 1, listing: nil, above: 6)])
    let found = LookUpResult.listings([candidate(9), candidate(8)])
    #expect(run.settle(.found(step: 1, found)).contains(.lookUp(step: 2, listing: nil, above: 6)))
    _ = run.settle(.found(step: 2, found))
    #expect(run.states == [.adopted, .adopted])
    #expect(run.records.map(\.listing) == [8, 9])
  }

  @Test func `an edit whose values the market has is adopted`() {
    var run = lookingUp(.edit())
    _ = run.settle(.found(step: 1, .target(.listing(.changed(stock: 5, price: 99)))))
    #expect(run.states == [.adopted] && run.records[0].listing == 7)
  }

  @Test func `an edit whose old values the market has is sent again`() {
    var run = lookingUp(.edit())
    run.now += .seconds(3)
    _ = run.settle(.found(step: 1, .target(.listing(BatchStep.mug))))
    #expect(run.settle(.waited(step: 1)) == [.lookUp(step: 1, listing: 7, above: 6)])
    let effects = run.pass(.found(step: 1, .target(.listing(BatchStep.mug)))).effects
    #expect(effects == [.send(step: 1, listing: 7)])
  }

  @Test func `an edit whose listing has other values, or is gone, is a conflict`() {
    for (reading, reason) in [
      (TargetReading.listing(.changed(stock: 9)), StepReason.changedByOthers),
      (.gone, .listingGone),
    ] {
      var run = lookingUp(.edit())
      _ = run.settle(.found(step: 1, .target(reading)))
      #expect(run.states == [.conflict] && run.records[0].reason == reason)
    }
  }

  @Test func `a removal whose listing is gone is adopted, otherwise it is sent again`() {
    var gone = lookingUp(.removal())
    _ = gone.settle(.found(step: 1, .target(.gone)))
    #expect(gone.states == [.adopted])
    var there = lookingUp(.removal())
    _ = there.pass(.found(step: 1, .target(.listing(BatchStep.mug))))
    let effects = there.pass(.found(step: 1, .target(.listing(BatchStep.mug)))).effects
    #expect(effects == [.send(step: 1, listing: 7)])
  }

  @Test(arguments: [404, 410])
  func `a removal that is answered with 404 is looked up, because a proxy may have answered`(
    _ status: Int
  ) {
    var run = MachineRun([.removal()])
    let refusal = BatchEvent.answered(step: 1, .refused(status: status, message: nil))
    _ = run.settle(.started(highestID: nil))
    for attempt in 1...4 {
      #expect(run.settle(refusal) == [.lookUp(step: 1, listing: 7, above: nil)])
      let effects = run.pass(.found(step: 1, .target(.listing(BatchStep.mug)))).effects
      if attempt < 4 { #expect(effects == [.send(step: 1, listing: 7)]) }
    }
    #expect(run.states == [.failed])
    #expect(run.records[0].reason == .refused(status: status, message: nil))
    var gone = MachineRun([.removal()])
    _ = gone.settle(.started(highestID: nil))
    _ = gone.settle(refusal)
    _ = gone.settle(.found(step: 1, .target(.gone)))
    #expect(gone.states == [.adopted] && gone.records[0].reason == .listingGone)
    var unreadable = MachineRun([.removal()]) { $0.maximumAttempts = 1 }
    _ = unreadable.settle(.started(highestID: nil))
    _ = unreadable.settle(refusal)
    _ = unreadable.settle(.found(step: 1, .target(.failed)))
    #expect(unreadable.states == [.unknown])
  }

  @Test func `with keys, an early look-up does not prove that a lost removal did not happen`() {
    var run = MachineRun([.removal()], honorsKeys: true) { $0.maximumAttempts = 2 }
    _ = run.settle(.started(highestID: nil))
    _ = run.pass(.answered(step: 1, .unclear(sawEnd: false, status: nil)))
    _ = run.settle(.answered(step: 1, .refused(status: 404, message: nil)))
    _ = run.pass(.found(step: 1, .target(.listing(BatchStep.mug))))
    #expect(run.states == [.unknown])
  }

  @Test func `after a long wait that the market asked for, the listing is read first`() {
    for (seconds, isRead) in [(5, false), (60, true)] {
      for step in [BatchStep.edit(), .removal()] {
        var run = MachineRun([step])
        _ = run.settle(.started(highestID: nil))
        let busy = StepAnswer.busy(retryAfter: .seconds(seconds))
        let effects = run.pass(.answered(step: 1, busy)).effects
        #expect(effects == [isRead ? .check(step: 1, listing: 7) : .send(step: 1, listing: 7)])
        guard isRead else { continue }
        _ = run.settle(.checked(step: 1, .listing(.changed(price: 99))))
        #expect(run.states == [.conflict])
      }
    }
  }

  @Test func `the last look finds equal listings that are too many`() {
    var run = lookingUp(.create())
    _ = run.pass(.found(step: 1, .listings([])))
    _ = run.pass(.found(step: 1, .listings([])))
    #expect(
      run.settle(.answered(step: 1, .accepted(listing: 8))).contains(.survey(above: 6)))
    _ = run.settle(.surveyed([candidate(7), candidate(8), candidate(9, .changed(stock: 3))]))
    #expect(run.machine.extraListings == [7])
  }

  @Test func `the last look also follows a create that an earlier run had sent`() {
    var record = StepRecord(step: 1)
    (record.state, record.highestID, record.firstSentAt) = (
      .unknown, 6, MachineRun.start - .seconds(60)
    )
    var run = MachineRun([.create()], records: [record])
    _ = run.settle(.started(highestID: 6))
    _ = run.pass(.found(step: 1, .listings([])))
    _ = run.pass(.found(step: 1, .listings([])))
    #expect(
      run.settle(.answered(step: 1, .accepted(listing: 8))).contains(.survey(above: 6)))
  }

  @Test func `what others changed since the plan was made is a conflict and left alone`() {
    let old = MachineRun.start - .seconds(60)
    for step in [BatchStep.edit(), .removal()] {
      var run = MachineRun([step], plannedAt: old)
      #expect(run.settle(.started(highestID: 6)) == [.check(step: 1, listing: 7)])
      _ = run.settle(.checked(step: 1, .listing(.changed(price: 99))))
      #expect(run.states == [.conflict] && run.records[0].reason == .changedByOthers)
      var same = MachineRun([step], plannedAt: old)
      _ = same.settle(.started(highestID: 6))
      let effects = same.settle(.checked(step: 1, .listing(BatchStep.mug)))
      #expect(effects == [.send(step: 1, listing: 7)])
    }
  }

  @Test func `steps on the same listing run in their order, others at the same time`() {
    let after = ListingContent.changed(stock: 5)
    let second = BatchStep(2, .edit(.listing(7), before: after, after: ListingFields(stock: 6)))
    var run = MachineRun([.edit(), second, .edit(3, 8)])
    #expect(
      run.settle(.started(highestID: 9)) == [
        .send(step: 1, listing: 7), .send(step: 3, listing: 8),
      ])
    #expect(
      run.settle(.answered(step: 1, .accepted(listing: 7))).contains(.send(step: 2, listing: 7)))
  }

  @Test func `a step that needs one that failed has failed, too`() {
    let second = BatchStep(
      2, .edit(.listing(7), before: .changed(stock: 5), after: ListingFields(stock: 6)))
    var run = MachineRun([.edit(), second]) { $0.keepsGoing = true }
    _ = run.settle(.started(highestID: 9))
    _ = run.settle(.answered(step: 1, .refused(status: 400, message: nil)))
    #expect(run.states == [.failed, .failed] && run.records[1].reason == .earlierStep(1))
  }
}
