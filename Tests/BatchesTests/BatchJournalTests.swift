import Base
import Batches
import Foundation
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct BatchJournalTests {
  private let fields = ListingFields(
    name: "Oak mug", description: "Turned from \"one\" piece.\n참나무",
    price: Decimal(string: "12.50"),
    currency: .usd, discount: 1, stock: 3)
  private var content: ListingContent { ListingContent(fields, photoCount: 2) }

  private var steps: [BatchStep] {
    let photo = StepPhoto(digest: "ab", filename: "a b.jpg", mediaType: "image/jpeg")
    return [
      BatchStep(1, line: 3, .create(fields, photos: [photo])),
      BatchStep(
        2, line: 4, .edit(.listing(12), before: content, after: ListingFields(price: 13))),
      BatchStep(3, line: 5, .edit(.step(1), before: content, after: ListingFields(stock: 0))),
      BatchStep(4, .remove(.listing(13), before: content)),
    ]
  }

  private var plan: NewBatch {
    var plan = NewBatch(
      command: "run spring.market", market: "http://localhost", account: "7",
      plannedAt: .seconds(1_700_000_000))
    plan.inputHash = "abc"
    plan.path = "spring.market"
    return plan
  }

  @Test func `Steps are read as they were written`() throws {
    let folder = try TemporaryFolder()
    let journal = BatchJournal(path: folder.file("batches.sqlite"))
    let id = try journal.add(plan, salt: "salt", steps: steps)
    #expect(try journal.steps(of: id).map(\.0) == steps)
    #expect(try journal.steps(of: id).map(\.1) == steps.map { StepRecord(step: $0.number) })
    #expect(try journal.batch(id)?.counts == [.planned: 4])
  }

  @Test func `Records survive, with every reason`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("batches.sqlite")
    let id = try BatchJournal(path: path).add(plan, salt: "salt", steps: steps)
    let reasons: [StepReason?] = [
      .refused(status: 400, message: "no"), .similarListings([4, 5]), .earlierStep(1), nil,
    ]
    let records = zip(steps, reasons).map { step, reason in
      var record = StepRecord(step: step.number)
      record.state = .unknown
      record.attempts = 2
      record.firstSentAt = .milliseconds(1_700_000_000_123)
      record.sentAt = .milliseconds(1_700_000_000_456)
      record.highestID = 11
      record.listing = 12
      record.reason = reason
      return record
    }
    try BatchJournal(path: path).write(records, of: id)
    #expect(try BatchJournal(path: path).steps(of: id).map(\.1) == records)
  }

  @Test func `The newest batch of an input is found, unless it was discarded`() throws {
    let folder = try TemporaryFolder()
    let journal = BatchJournal(path: folder.file("batches.sqlite"))
    func found() throws -> Int? {
      try journal.batch(inputHash: "abc", market: plan.market, account: plan.account)?.id
    }
    #expect(try found() == nil)
    let first = try journal.add(plan, salt: "a", steps: steps)
    try journal.close(first, as: .ended)
    let second = try journal.add(plan, salt: "b", steps: steps)
    #expect(try found() == second)
    try journal.close(second, as: .discarded)
    #expect(try found() == first)
  }

  @Test func `An input that another process has stored meanwhile is refused`() throws {
    let folder = try TemporaryFolder()
    let journal = BatchJournal(path: folder.file("batches.sqlite"))
    var adds = plan
    adds.isRepeatable = false
    let first = try journal.add(adds, salt: "a", steps: steps)
    for mayRepeat in [false, true] {
      adds.mayRepeat = mayRepeat
      #expect(throws: JournalError.inputIsTaken(batch: first)) {
        try journal.add(adds, salt: "b", steps: steps)
      }
    }
    try journal.close(first, as: .ended)
    adds.mayRepeat = false
    #expect(throws: JournalError.inputIsTaken(batch: first)) {
      try journal.add(adds, salt: "b", steps: steps)
    }
    adds.mayRepeat = true
    #expect(try journal.add(adds, salt: "b", steps: steps) == first + 1)
  }

  @Test func `A damaged journal is refused as a whole`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("batches.sqlite")
    try Data("not a database, but long enough to be one".utf8).write(to: URL(filePath: path))
    #expect(throws: JournalError.damaged(path: path)) {
      try BatchJournal(path: path).batches()
    }
  }

  @Test func `Records that are written together share a transaction`() async throws {
    let folder = try TemporaryFolder()
    let journal = BatchJournal(path: folder.file("batches.sqlite"))
    let many = (1...200).map { BatchStep($0, .create(fields, photos: [])) }
    let id = try journal.add(plan, salt: "salt", steps: many)
    let writer = JournalWriter(journal, batch: id, threads: ThreadPool())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for step in many {
        group.addTask {
          var record = StepRecord(step: step.number)
          record.state = .done
          try await writer.write([record])
        }
      }
      try await group.waitForAll()
    }
    #expect(try journal.batch(id)?.counts == [.done: 200])
  }
}
