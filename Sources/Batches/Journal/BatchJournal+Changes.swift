import MarketWire
import SQLite

/// A change that the journal knows to have happened.
package struct RecordedChange: Sendable {
  package let batch: StoredBatch
  package let step: BatchStep
  package let record: StepRecord
  /// The batch that took it back, if it was not taken back in turn.
  package let undoneBy: Int?
  /// The batch that took the undo of it back, if it stands now because of this.
  package let redoneBy: Int?

  /// The step that begins the whole change.
  package var head: StepReference {
    StepReference(batch: batch.id, step: step.partOf ?? step.number)
  }

  package var reference: StepReference { StepReference(batch: batch.id, step: step.number) }
}

extension BatchJournal {
  /// Which changes to read. All conditions must hold.
  package struct ChangeFilter: Sendable {
    package let market: String
    package let account: String
    package var batch: Int?
    package var listing: Int?
    /// Other ids of that listing; see ``BatchJournal/formerIDs(of:market:account:)``.
    package var formerIDs: [Int] = []
    /// The earliest time, since 1970.
    package var since: Duration?
    /// Whether changes that were taken back, and the changes that took them back, are left out.
    package var onlyUndoable = false
    /// Only changes that took others back and were not taken back in turn.
    package var onlyUndos = false
    package var limit = 1000

    package init(market: String, account: String) {
      self.market = market
      self.account = account
    }
  }

  /// The changes that happened, newest first.
  package func changes(_ filter: ChangeFilter) throws(JournalError) -> [RecordedChange] {
    let (conditions, values) = filter.conditions
    let text = """
      SELECT \(BatchStep.columns(of: "step")), \(StepRecord.columns), \(StoredBatch.columns),
        \(Self.undoneBy), \(Self.redoneBy)
      FROM step JOIN batch ON batch.id = step.batch
      WHERE step.state IN ('done', 'adopted') AND \(conditions.joined(separator: " AND "))
      ORDER BY step.batch DESC, step.number DESC LIMIT ?
      """
    return try reading(or: []) { connection in
      try connection.query(text, values + [Value(filter.limit)]) { row throws(SQLiteError) in
        guard let step = BatchStep(row: row), let record = StepRecord(row: row, from: 13) else {
          throw SQLiteError(.corrupt, "a step cannot be read")
        }
        let undoneBy = row.optionalInt(33)
        return RecordedChange(
          batch: try StoredBatch(row, from: 21), step: step, record: record, undoneBy: undoneBy,
          redoneBy: undoneBy == nil ? row.optionalInt(34) : nil)
      }
    }
  }

  /// The batches with changes that fit, newest first, and how many.
  package func counts(
    of filter: ChangeFilter
  ) throws(JournalError) -> [(batch: StoredBatch, count: Int)] {
    let (conditions, values) = filter.conditions
    let text = """
      SELECT \(StoredBatch.columns), count(*) FROM step JOIN batch ON batch.id = step.batch
      WHERE step.state IN ('done', 'adopted') AND \(conditions.joined(separator: " AND "))
      GROUP BY batch.id ORDER BY batch.id DESC LIMIT ?
      """
    return try reading(or: []) { connection in
      try connection.query(text, values + [Value(filter.limit)]) { row throws(SQLiteError) in
        (batch: try StoredBatch(row), count: row.int(12))
      }
    }
  }

  /// The listing that stands for a removed one since its removal was taken back; the same id if there
  /// is none.
  package func successor(of listing: Int, market: String, account: String) throws(JournalError)
    -> Int
  {
    var current = listing
    for _ in 0..<100 {
      let wanted = current
      let next: Int? = try reading(or: nil) { connection in
        try connection.first(
          """
          SELECT new.listing FROM step old JOIN batch ON batch.id = old.batch
            JOIN step new ON new.undoes_batch = old.batch AND new.undoes_step = old.number
          WHERE old.listing = ? AND old.kind = 'remove' AND batch.market = ? AND batch.account = ?
            AND new.kind = 'create' AND new.state IN ('done', 'adopted')
          ORDER BY new.batch DESC LIMIT 1
          """, [Value(wanted), .text(market), .text(account)]
        ) { $0.optionalInt(0) } ?? nil
      }
      guard let next, next != current else { return current }
      current = next
    }
    return current
  }

  /// The present ids of all listings that came back under another one, by their former ids.
  package func successors(market: String, account: String) throws(JournalError) -> [Int: Int] {
    var next: [Int: Int] = [:]
    let pairs: [(Int, Int)] = try reading(or: []) { connection in
      try connection.query(
        """
        SELECT old.listing, new.listing FROM step new JOIN batch ON batch.id = new.batch
          JOIN step old ON old.batch = new.undoes_batch AND old.number = new.undoes_step
        WHERE new.undoes_batch IS NOT NULL AND new.kind = 'create'
          AND new.state IN ('done', 'adopted') AND new.listing IS NOT NULL
          AND old.kind = 'remove' AND old.listing IS NOT NULL
          AND batch.market = ? AND batch.account = ? ORDER BY new.batch
        """, [.text(market), .text(account)]
      ) { ($0.int(0), $0.int(1)) }
    }
    for (old, new) in pairs { next[old] = new }
    return next.mapValues { first in
      var current = first
      for _ in 0..<100 {
        guard let later = next[current], later != current else { break }
        current = later
      }
      return current
    }
  }

  /// Whether a batch removed a listing with a code or a name.
  package func hasRemoved(
    code: String?, name: String?, market: String, account: String
  ) throws(JournalError) -> Bool {
    let keys = [code, name].map { JSON.string($0 ?? "").text() }
    let removed: [(code: String?, name: String?)] = try reading(or: []) { connection in
      try connection.query(
        """
        SELECT code, before FROM step JOIN batch ON batch.id = step.batch
        WHERE kind = 'remove' AND step.state IN ('done', 'adopted')
          AND (instr(code, ?) > 0 OR instr(before, ?) > 0) AND market = ? AND account = ?
        """, [.text(keys[0]), .text(keys[1]), .text(market), .text(account)]
      ) { ($0.object(0)?["before"]?.stringValue, $0.object(1)?["name"]?.stringValue) }
    }
    return removed.contains {
      $0.code != nil && $0.code == code || $0.name != nil && $0.name == name
    }
  }

  /// The ids that a listing had before its removals were taken back, the newest first.
  package func formerIDs(of listing: Int, market: String, account: String) throws(JournalError)
    -> [Int]
  {
    var ids = [listing]
    while let wanted = ids.last, ids.count < 100 {
      let old: Int? = try reading(or: nil) { connection in
        try connection.first(
          """
          SELECT old.listing FROM step new JOIN batch ON batch.id = new.batch
            JOIN step old ON old.batch = new.undoes_batch AND old.number = new.undoes_step
          WHERE new.listing = ? AND new.kind = 'create' AND new.state IN ('done', 'adopted')
            AND old.kind = 'remove' AND batch.market = ? AND batch.account = ?
          ORDER BY new.batch DESC LIMIT 1
          """, [Value(wanted), .text(market), .text(account)]
        ) { $0.optionalInt(0) } ?? nil
      }
      guard let old, !ids.contains(old) else { break }
      ids.append(old)
    }
    return Array(ids.dropFirst())
  }

  /// The listing that a step was about; nil if it has none.
  package func listing(of step: StepReference) throws(JournalError) -> Int? {
    try reading(or: nil) { connection in
      try connection.first(
        "SELECT listing FROM step WHERE batch = ? AND number = ?",
        [Value(step.batch), Value(step.step)]
      ) { $0.optionalInt(0) } ?? nil
    }
  }

  /// The batch that made a step again that had been taken back.
  private static let redoneBy = """
    (SELECT redo.batch FROM step undo JOIN step redo
       ON redo.undoes_batch = undo.batch AND redo.undoes_step = undo.number
     WHERE undo.undoes_batch = step.batch AND undo.undoes_step = step.number
       AND undo.state IN ('done', 'adopted') AND redo.state IN ('done', 'adopted')
     ORDER BY redo.batch DESC LIMIT 1)
    """

  /// The batch that took a step back, unless that was taken back in turn.
  fileprivate static let undoneBy = """
    (SELECT undo.batch FROM step undo
     WHERE undo.undoes_batch = step.batch AND undo.undoes_step = step.number
       AND undo.state IN ('done', 'adopted')
       AND NOT EXISTS (SELECT 1 FROM step redo
         WHERE redo.undoes_batch = undo.batch AND redo.undoes_step = undo.number
           AND redo.state IN ('done', 'adopted'))
     ORDER BY undo.batch DESC LIMIT 1)
    """
}

extension BatchJournal.ChangeFilter {
  /// The conditions in SQL with their values.
  fileprivate var conditions: ([String], [Value]) {
    var conditions = ["batch.market = ?", "batch.account = ?"]
    var values: [Value] = [.text(market), .text(account)]
    if let batch {
      conditions.append("step.batch = ?")
      values.append(Value(batch))
    }
    if let listing {
      let marks = Array(repeating: "?", count: formerIDs.count + 1).joined(separator: ", ")
      conditions.append("step.listing IN (\(marks))")
      values += ([listing] + formerIDs).map { Value($0) }
    }
    if let since {
      conditions.append("step.sent_at >= ?")
      values.append(Value(since.milliseconds))
    }
    if onlyUndoable {
      conditions.append("step.undoes_batch IS NULL AND \(BatchJournal.undoneBy) IS NULL")
    }
    if onlyUndoable || onlyUndos {
      // A thumbnail is taken back with the listing that it was chosen for.
      conditions.append("step.kind <> 'thumbnail'")
    }
    if onlyUndos {
      // A redo takes back an undo, and is no undo itself.
      conditions.append(
        """
        step.undoes_batch IS NOT NULL AND \(BatchJournal.undoneBy) IS NULL AND NOT EXISTS (
          SELECT 1 FROM step target WHERE target.batch = step.undoes_batch
            AND target.number = step.undoes_step AND target.undoes_batch IS NOT NULL)
        """)
    }
    return (conditions, values)
  }
}
