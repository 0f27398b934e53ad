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
            is_repeatable INTEGER NOT NULL,
            state TEXT NOT NULL,
            salt TEXT NOT NULL
          ) STRICT;
          CREATE INDEX batch_input ON batch (input_hash) WHERE input_hash IS NOT NULL;
          CREATE TABLE step (
            batch INTEGER NOT NULL REFERENCES batch,
            number INTEGER NOT NULL,
            line INTEGER,
            part_of INTEGER,
            kind TEXT NOT NULL,
            target INTEGER,
            target_step INTEGER,
            before TEXT,
            after TEXT,
            photos TEXT,
            thumbnail INTEGER,
            code TEXT,
            undoes_batch INTEGER,
            undoes_step INTEGER,
            state TEXT NOT NULL DEFAULT 'planned',
            attempts INTEGER NOT NULL DEFAULT 0,
            first_sent_at INTEGER,
            sent_at INTEGER,
            highest_id INTEGER,
            listing INTEGER,
            reason TEXT,
            PRIMARY KEY (batch, number)
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX step_undoes ON step (undoes_batch, undoes_step)
            WHERE undoes_batch IS NOT NULL;
          CREATE INDEX step_listing ON step (listing) WHERE listing IS NOT NULL;
          """),
      WriteMark.step,
      Migrator.Step("photo ids", script: "ALTER TABLE step ADD COLUMN photo_ids TEXT"),
    ])
}

extension NewBatch {
  var values: [Value] {
    [
      .text(command), Value(path), Value(inputHash), .text(market), .text(account),
      Value(plannedAt.milliseconds), Value(keepsGoing ? 1 : 0), Value(jobs),
      Value(isRepeatable ? 1 : 0),
    ]
  }
}

extension StoredBatch {
  static let columns = """
    batch.id, command, path, input_hash, market, account, planned_at, keeps_going, jobs,
    is_repeatable, batch.state, salt
    """
  static let select = "SELECT \(columns) FROM batch"

  init(_ row: Row) throws(SQLiteError) { try self.init(row, from: 0) }

  /// - Parameter first: the number of the first column.
  init(_ row: Row, from first: Int) throws(SQLiteError) {
    guard let state = State(rawValue: row.text(first + 10)) else {
      throw SQLiteError(.corrupt, "a batch has an unknown state")
    }
    var plan = NewBatch(
      command: row.text(first + 1), market: row.text(first + 4), account: row.text(first + 5),
      plannedAt: .milliseconds(row.int64(first + 6)))
    plan.path = row.optionalText(first + 2)
    plan.inputHash = row.optionalText(first + 3)
    plan.keepsGoing = row.bool(first + 7)
    plan.jobs = row.int(first + 8)
    plan.isRepeatable = row.bool(first + 9)
    self.init(
      id: row.int(first), plan: plan, state: state, salt: row.text(first + 11), counts: [:])
  }
}

extension Connection {
  /// The batch that carries out, or has carried out, the same input.
  func rival(of batch: NewBatch) throws(SQLiteError) -> Int? {
    guard let hash = batch.inputHash else { return nil }
    return try first(
      """
      SELECT id FROM batch WHERE input_hash = ? AND market = ? AND account = ?
        AND (state = 'open' OR state = 'ended' AND is_repeatable = 0 AND ? = 0)
      ORDER BY id DESC LIMIT 1
      """,
      [.text(hash), .text(batch.market), .text(batch.account), Value(batch.mayRepeat ? 1 : 0)]
    ) { $0.int(0) }
  }

  func counted(_ batch: StoredBatch) throws(SQLiteError) -> StoredBatch {
    let counts = try query(
      "SELECT state, count(*) FROM step WHERE batch = ? GROUP BY state", [Value(batch.id)]
    ) { (StepState(rawValue: $0.text(0)) ?? .unknown, $0.int(1)) }
    return StoredBatch(
      id: batch.id, plan: batch.plan, state: batch.state, salt: batch.salt,
      counts: Dictionary(counts, uniquingKeysWith: +))
  }

  /// Inserts a batch without its steps and returns its number.
  func insert(_ batch: NewBatch, salt: String, replacing replaced: Int?) throws -> Int {
    if let replaced {
      try run(
        "UPDATE batch SET state = 'discarded' WHERE id = ? AND state = 'open'", [Value(replaced)])
    }
    if let other = try rival(of: batch) { throw JournalError.inputIsTaken(batch: other) }
    try run(
      """
      INSERT INTO batch (command, path, input_hash, market, account, planned_at, keeps_going,
        jobs, is_repeatable, state, salt) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', ?)
      """, batch.values + [.text(salt)])
    return Int(lastInsertedID)
  }

  func insert(_ step: BatchStep, batch: Int) throws(SQLiteError) {
    let kind: String
    var after: ListingFields?
    var order: [Int?]?
    var photos: [StepPhoto]?
    var thumbnail: Int?
    switch step.change {
    case .create(let fields, let files): (kind, after, photos) = ("create", fields, files)
    case .edit(_, _, let fields): (kind, after) = ("edit", fields)
    case .setPhotos(_, _, let places, let files, let copies):
      (kind, order, photos) = ("photos", places, files + copies)
    case .chooseThumbnail(_, let photo): (kind, thumbnail) = ("thumbnail", photo)
    case .remove(_, _, let copies): (kind, photos) = ("remove", copies)
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
      INSERT INTO step (batch, number, line, part_of, kind, target, target_step, before, after,
        photos, thumbnail, code, undoes_batch, undoes_step)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        Value(batch), Value(step.number), Value(step.line), Value(step.partOf), .text(kind),
        Value(listing), Value(earlier), Value(step.before?.journalText),
        Value(after?.journalText ?? order?.journalText),
        Value(photos?.journalText), Value(thumbnail), Value(step.code?.journalText),
        Value(step.undoes?.batch), Value(step.undoes?.step),
      ])
  }
}

extension BatchStep {
  static let columns = columns(of: "step")

  static let columnNames = [
    "number", "line", "part_of", "kind", "target", "target_step", "before", "after", "photos",
    "thumbnail", "code", "undoes_batch", "undoes_step",
  ]

  static func columns(of table: String) -> String {
    columnNames.map { "\(table).\($0)" }.joined(separator: ", ")
  }

  init?(row: Row) {
    let target: StepTarget? =
      row.optionalInt(4).map { .listing($0) } ?? row.optionalInt(5).map { .step($0) }
    let before = row.object(6).map(ListingContent.init(journal:))
    let after = row.object(7).map(ListingFields.init(journal:))
    let photos = row.json(8)?.arrayValue.map { [StepPhoto](journal: $0) }
    let change: Change
    switch (row.text(3), target, before, after, photos, row.optionalInt(9)) {
    case ("create", _, _, let after?, let photos?, _): change = .create(after, photos: photos)
    case ("edit", let target?, let before?, let after?, _, _):
      change = .edit(target, before: before, after: after)
    case ("photos", let target?, let before?, _, let photos?, _):
      guard let order = row.json(7)?.arrayValue?.map(\.intValue) else { return nil }
      let new = order.count { $0 == nil }
      change = .setPhotos(
        target, before: before, order: order, photos: Array(photos.prefix(new)),
        copies: Array(photos.dropFirst(new)))
    case ("thumbnail", let target?, _, _, _, let photo?):
      change = .chooseThumbnail(target, photo: photo)
    case ("remove", let target?, let before?, _, let photos?, _):
      change = .remove(target, before: before, photos: photos)
    default: return nil
    }
    var undone: StepReference?
    if let batch = row.optionalInt(11), let step = row.optionalInt(12) {
      undone = StepReference(batch: batch, step: step)
    }
    self.init(
      row.int(0), line: row.optionalInt(1), partOf: row.optionalInt(2), change,
      code: row.object(10).map(CodeChange.init(journal:)), undoes: undone)
  }
}

extension StepRecord {
  var values: [Value] {
    [
      .text(state.rawValue), Value(attempts), Value(firstSentAt?.milliseconds),
      Value(sentAt?.milliseconds), Value(highestID), Value(listing), Value(reason?.journalText),
      Value(photoIDs.map { JSON.array($0.map { .integer($0) }).text }),
    ]
  }

  static let columns = """
    step.state, attempts, first_sent_at, sent_at, highest_id, step.listing, reason, photo_ids
    """

  /// - Parameter first: the number of the first column.
  init?(row: Row, from first: Int) {
    guard let state = StepState(rawValue: row.text(first)) else { return nil }
    for time in [first + 2, first + 3] {
      // A damaged number may be too large for ``OptionalTime``.
      guard (row.optionalInt(time) ?? 0).magnitude < 9_000_000_000_000 else { return nil }
    }
    self.init(step: row.int(0))
    self.state = state
    attempts = row.int(first + 1)
    firstSentAt = row.optionalInt(first + 2).map { .milliseconds($0) }
    sentAt = row.optionalInt(first + 3).map { .milliseconds($0) }
    highestID = row.optionalInt(first + 4)
    listing = row.optionalInt(first + 5)
    reason = row.object(first + 6).flatMap(StepReason.init(journal:))
    photoIDs = row.json(first + 7)?.arrayValue?.compactMap(\.intValue)
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
