import Foundation
import SQLite
import Synchronization

/// The write-ahead log of all batches, in a SQLite file of its own. Calls block.
///
/// 1. When `write` returns, the records are on disk.
/// 2. It contains no secret and no removal path.
/// 3. A damaged file is refused as a whole, and so is one that has lost writes of which a mark
///    beside it tells: a batch that is not in it would be carried out twice.
package final class BatchJournal: Sendable {
  package let path: String
  /// Whether nothing is stored, so that a benchmark can tell what the journal costs.
  package let isOff: Bool
  private let mark: WriteMark?
  private let pool = Mutex<ConnectionPool?>(nil)

  /// Creates a journal that uses the file at `path`; the first write creates it with mode 0600.
  ///
  /// - Parameter hasMark: whether a mark beside the file shows that it has lost writes.
  package init(path: String, isOff: Bool = false, hasMark: Bool = false) {
    self.path = path
    self.isOff = isOff
    mark = hasMark ? WriteMark(path: WriteMark.path(besideDatabase: path)) : nil
  }

  /// Stores a plan and returns the number of its batch.
  ///
  /// - Parameters:
  ///   - salt: a random text, for the idempotency keys.
  ///   - replaced: an unfinished batch that is given up for this one, in the same transaction.
  /// - Throws: ``JournalError/inputIsTaken(batch:)`` if another process has stored the same input
  ///   since it was looked up.
  package func add(
    _ batch: NewBatch, salt: String, steps: some Sequence<BatchStep>, replacing replaced: Int? = nil
  ) throws(JournalError) -> Int {
    if isOff { return 1 }
    return try writing { connection in
      let id = try connection.insert(batch, salt: salt, replacing: replaced)
      for step in steps { try connection.insert(step, batch: id) }
      return id
    }
  }

  /// Stores records in one transaction.
  package func write(_ records: [StepRecord], of batch: Int) throws(JournalError) {
    if isOff { return }
    _ = try writing { connection in
      for record in records {
        try connection.run(
          """
          UPDATE step SET state = ?, attempts = ?, first_sent_at = ?, sent_at = ?,
            highest_id = ?, listing = ?, reason = ?, photo_ids = ? WHERE batch = ? AND number = ?
          """, record.values + [Value(batch), Value(record.step)])
      }
    }
  }

  /// Reads the whole file, if there is one.
  ///
  /// - Throws: `.damaged` or `.lostWrites` if something of it is damaged or lost.
  package func check() throws(JournalError) {
    try reading(or: ()) { connection in try connection.checkIntegrity() }
  }

  /// Sets the state of a batch.
  package func close(_ batch: Int, as state: StoredBatch.State) throws(JournalError) {
    if isOff { return }
    _ = try writing { connection in
      try connection.run(
        "UPDATE batch SET state = ? WHERE id = ?", [.text(state.rawValue), Value(batch)])
    }
  }

  /// Deletes batches that were planned before a time since 1970, except unfinished ones.
  package func forget(plannedBefore time: Duration) throws(JournalError) {
    // Most runs have nothing to delete, and need no transaction.
    let old = try reading(or: []) { connection in
      try connection.query(
        "SELECT id FROM batch WHERE planned_at < ? AND state <> 'open'",
        [Value(time.milliseconds)]
      ) { $0.int(0) }
    }
    guard !old.isEmpty else { return }
    try writing { connection in
      for id in old {
        try connection.run("DELETE FROM step WHERE batch = ?", [Value(id)])
        try connection.run("DELETE FROM batch WHERE id = ?", [Value(id)])
      }
    }
  }

  /// The stored batches, newest first.
  package func batches(limit: Int = 100) throws(JournalError) -> [StoredBatch] {
    try reading(or: []) { connection in
      try connection.query(
        "\(StoredBatch.select) ORDER BY id DESC LIMIT ?", [Value(limit)], StoredBatch.init
      ).map { batch in try connection.counted(batch) }
    }
  }

  package func batch(_ id: Int) throws(JournalError) -> StoredBatch? {
    try reading(or: nil) { connection in
      try connection.first(
        "\(StoredBatch.select) WHERE id = ?", [Value(id)], StoredBatch.init
      ).map { batch in try connection.counted(batch) }
    }
  }

  /// The newest batch with the same input, at the same market and account.
  package func batch(
    inputHash: String, market: String, account: String
  ) throws(JournalError) -> StoredBatch? {
    try reading(or: nil) { connection in
      try connection.first(
        """
        \(StoredBatch.select) WHERE input_hash = ? AND market = ? AND account = ?
          AND batch.state <> 'discarded' ORDER BY id DESC LIMIT 1
        """, [.text(inputHash), .text(market), .text(account)], StoredBatch.init
      ).map { batch in try connection.counted(batch) }
    }
  }

  /// The newest unfinished batch of one file or of any, of an account or, without a market, of any.
  package func openBatch(
    path: String? = nil, market: String? = nil, account: String = ""
  ) throws(JournalError) -> StoredBatch? {
    try newestBatch(.open, path: path, market: market, account: account)
  }

  /// The newest batch in a state, of one file or of any, of an account or, without a market, of any.
  package func newestBatch(
    _ state: StoredBatch.State, path: String?, market: String?, account: String
  ) throws(JournalError) -> StoredBatch? {
    try reading(or: nil) { connection in
      try connection.first(
        """
        \(StoredBatch.select) WHERE batch.state = ?4
          AND (?1 IS NULL OR market = ?1 AND account = ?2)
          AND (?3 IS NULL OR path = ?3) ORDER BY id DESC LIMIT 1
        """, [Value(market), .text(account), Value(path), .text(state.rawValue)], StoredBatch.init
      ).map { batch in try connection.counted(batch) }
    }
  }

  /// The batches of an account, without their steps.
  package func batches(
    market: String, account: String
  ) throws(JournalError) -> [StoredBatch] {
    try reading(or: []) { connection in
      try connection.query(
        "\(StoredBatch.select) WHERE market = ? AND account = ? ORDER BY id",
        [.text(market), .text(account)], StoredBatch.init)
    }
  }

  /// Deletes batches with their steps. Their folders are deleted by ``BatchCleanup``.
  package func remove(_ batches: [StoredBatch]) throws(JournalError) {
    guard !batches.isEmpty else { return }
    _ = try writing { connection in
      for batch in batches {
        try connection.run("DELETE FROM step WHERE batch = ?", [Value(batch.id)])
        try connection.run("DELETE FROM batch WHERE id = ?", [Value(batch.id)])
      }
    }
  }

  /// The salts of all batches, and of those that are unfinished.
  package func salts() throws(JournalError) -> (all: Set<String>, open: Set<String>) {
    let rows = try reading(or: []) { connection in
      try connection.query("SELECT salt, state = 'open' FROM batch") { ($0.text(0), $0.bool(1)) }
    }
    return (Set(rows.map(\.0)), Set(rows.filter(\.1).map(\.0)))
  }

  /// The steps of a batch with their states, in order.
  package func steps(of batch: Int) throws(JournalError) -> [(BatchStep, StepRecord)] {
    try reading(or: []) { connection in
      try connection.query(
        """
        SELECT \(BatchStep.columns), \(StepRecord.columns)
        FROM step WHERE batch = ? ORDER BY number
        """, [Value(batch)]
      ) { row throws(SQLiteError) in
        guard let step = BatchStep(row: row), let record = StepRecord(row: row, from: 13) else {
          throw SQLiteError(.corrupt, "a step cannot be read")
        }
        return (step, record)
      }
    }
  }

  /// Whether a batch has removed listings of which it keeps the photos.
  package func hasCopies(_ batch: Int) throws(JournalError) -> Bool {
    try reading(or: false) { connection in
      try connection.first(
        """
        SELECT 1 FROM step WHERE batch = ? AND kind IN ('remove', 'photos')
          AND state IN ('done', 'adopted') AND photos <> '[]' LIMIT 1
        """, [Value(batch)]
      ) { _ in true } ?? false
    }
  }
}

extension BatchJournal {
  func reading<T>(
    or fallback: T, _ body: (Connection) throws -> T
  ) throws(JournalError) -> T {
    guard let pool = try openPool(creates: false) else { return fallback }
    do { return try pool.read(body) } catch { throw JournalError(error, path: path) }
  }

  private func writing<T>(_ body: (Connection) throws -> T) throws(JournalError) -> T {
    guard let pool = try openPool(creates: true) else { throw .cannotOpen(path: path) }
    do { return try pool.write(body) } catch { throw JournalError(error, path: path) }
  }

  private func openPool(creates: Bool) throws(JournalError) -> ConnectionPool? {
    try pool.withLock { open throws(JournalError) in
      if let open { return open }
      let exists = FileManager.default.fileExists(atPath: path)
      guard creates || exists || mark?.number ?? 0 > 0 else { return nil }
      do {
        try FileManager.default.createDirectory(
          atPath: (path as NSString).deletingLastPathComponent,
          withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        open = try ConnectionPool(.file(path), migrator: Self.schema, readers: 2, mark: mark)
      } catch {
        throw JournalError(error, path: path)
      }
      return open
    }
  }
}
