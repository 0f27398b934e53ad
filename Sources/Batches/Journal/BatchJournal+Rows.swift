import Foundation
import MarketWire
import SQLite

extension BatchJournal {
  /// The schema. Released steps must not change. The application id spells "MKBJ".
  static let schema = Migrator(
    applicationID: 0x4D4B_424A,
    steps: [
      Migrator.Step(
        "batches",
        script: """
          CREATE TABLE batch (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            command TEXT NOT NULL,
            path TEXT,
            input_hash TEXT,
            market TEXT NOT NULL,
            account TEXT NOT NULL,
            planned_at INTEGER NOT NULL,
            keeps_going INTEGER NOT NULL,
            jobs INTEGER NOT NULL,
            undoes INTEGER,
            state TEXT NOT NULL,
            salt TEXT NOT NULL
          ) STRICT;
          CREATE INDEX batch_input ON batch (input_hash) WHERE input_hash IS NOT NULL;
          CREATE TABLE step (
            batch INTEGER NOT NULL REFERENCES batch,
            number INTEGER NOT NULL,
            line INTEGER,
            kind TEXT NOT NULL,
            target INTEGER,
            target_step INTEGER,
            before TEXT,
            after TEXT,
            photos TEXT,
            state TEXT NOT NULL DEFAULT 'planned',
            attempts INTEGER NOT NULL DEFAULT 0,
            first_sent_at INTEGER,
            sent_at INTEGER,
            highest_id INTEGER,
            listing INTEGER,
            reason TEXT,
            PRIMARY KEY (batch, number)
          ) STRICT, WITHOUT ROWID;
          """)
    ])
}

extension NewBatch {
  var values: [Value] {
    [
      .text(command), Value(path), Value(inputHash), .text(market), .text(account),
      Value(plannedAt.milliseconds), Value(keepsGoing ? 1 : 0), Value(jobs), Value(undoes),
    ]
  }
}

extension StoredBatch {
  static let select = """
    SELECT id, command, path, input_hash, market, account, planned_at, keeps_going, jobs, undoes,
      state, salt FROM batch
    """

  init(_ row: Row) throws(SQLiteError) {
    guard let state = State(rawValue: row.text(10)) else {
      throw SQLiteError(.corrupt, "a batch has an unknown state")
    }
    var plan = NewBatch(
      command: row.text(1), market: row.text(4), account: row.text(5),
      plannedAt: .milliseconds(row.int64(6)))
    plan.path = row.optionalText(2)
    plan.inputHash = row.optionalText(3)
    plan.keepsGoing = row.bool(7)
    plan.jobs = row.int(8)
    plan.undoes = row.optionalInt(9)
    self.init(id: row.int(0), plan: plan, state: state, salt: row.text(11), counts: [:])
  }
}

extension Connection {
  func counted(_ batch: StoredBatch) throws(SQLiteError) -> StoredBatch {
    let counts = try query(
      "SELECT state, count(*) FROM step WHERE batch = ? GROUP BY state", [Value(batch.id)]
    ) { (StepState(rawValue: $0.text(0)) ?? .unknown, $0.int(1)) }
    return StoredBatch(
      id: batch.id, plan: batch.plan, state: batch.state, salt: batch.salt,
      counts: Dictionary(counts, uniquingKeysWith: +))
  }

  func insert(_ step: BatchStep, batch: Int) throws(SQLiteError) {
    let kind: String
    var before: ListingContent?
    var after: ListingFields?
    var photos: [StepPhoto]?
    switch step.change {
    case .create(let fields, let files): (kind, after, photos) = ("create", fields, files)
    case .edit(_, let old, let fields): (kind, before, after) = ("edit", old, fields)
    case .remove(_, let old): (kind, before) = ("remove", old)
    }
    var listing: Int?
    var earlier: Int?
    switch step.target {
    case .listing(let id)?: listing = id
    case .step(let number)?: earlier = number
    case nil: break
    }
    try run(
      """
      INSERT INTO step (batch, number, line, kind, target, target_step, before, after, photos)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        Value(batch), Value(step.number), Value(step.line), .text(kind), Value(listing),
        Value(earlier), Value(before?.journalText), Value(after?.journalText),
        Value(photos?.journalText),
      ])
  }
}

extension BatchStep {
  init?(row: Row) {
    let target: StepTarget? =
      row.optionalInt(3).map { .listing($0) } ?? row.optionalInt(4).map { .step($0) }
    let before = row.object(5).map(ListingContent.init(journal:))
    let after = row.object(6).map(ListingFields.init(journal:))
    let photos = row.json(7)?.arrayValue.map { [StepPhoto](journal: $0) }
    let change: Change
    switch (row.text(2), target, before, after, photos) {
    case ("create", _, _, let after?, let photos?): change = .create(after, photos: photos)
    case ("edit", let target?, let before?, let after?, _):
      change = .edit(target, before: before, after: after)
    case ("remove", let target?, let before?, _, _): change = .remove(target, before: before)
    default: return nil
    }
    self.init(row.int(0), line: row.optionalInt(1), change)
  }
}

extension StepRecord {
  var values: [Value] {
    [
      .text(state.rawValue), Value(attempts), Value(firstSentAt?.milliseconds),
      Value(sentAt?.milliseconds), Value(highestID), Value(listing), Value(reason?.journalText),
    ]
  }

  init?(row: Row) {
    guard let state = StepState(rawValue: row.text(8)) else { return nil }
    self.init(step: row.int(0))
    self.state = state
    attempts = row.int(9)
    firstSentAt = row.optionalInt(10).map { .milliseconds($0) }
    sentAt = row.optionalInt(11).map { .milliseconds($0) }
    highestID = row.optionalInt(12)
    listing = row.optionalInt(13)
    reason = row.object(14).flatMap(StepReason.init(journal:))
  }
}

extension Row {
  func optionalInt(_ column: Int) -> Int? { isNull(column) ? nil : int(column) }

  func json(_ column: Int) -> JSON? {
    optionalText(column).flatMap { try? JSON(parsing: $0) }
  }

  func object(_ column: Int) -> JSONObject? { json(column)?.objectValue }
}

extension Duration {
  /// Whole milliseconds, rounded down.
  var milliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
