import MarketStore
import MarketWire
import PostgreSQL

/// Write access in a transaction that holds the lock of `market_state`; valid only inside its
/// closure.
///
/// The new numbers and the counts of buckets are held back until ``flush()``, so that thousands of
/// rows change them once.
final class PostgresWriter: PostgresReader, StoreWriter {
  /// The changes of listings per 256 ids since the last flush.
  private var buckets: [Int: Int] = [:]
  /// The changes of listings per pair of characters since the last flush.
  private var grams: [Int: Int] = [:]
  /// The changes of what vendors have since the last flush.
  private var usages: [Int: AccountUsage] = [:]
  private var hasChanges = false
  /// Whether removals were added that make older ones unnecessary.
  var hasRemovals = false

  override func flush() throws {
    guard hasChanges else { return }
    hasChanges = false
    try connection.run(
      """
      UPDATE market_state SET next_vendor = $1, next_product = $2, next_picture = $3,
        revision = $4, live = $5
      """,
      [state.nextVendor, state.nextProduct, state.nextPicture, state.revision, state.live]
        .map { PostgresValue($0) })
    if hasRemovals {
      // Once, because it reads all rows again that this transaction has deleted.
      try connection.run(
        "DELETE FROM removal WHERE revision <= $1",
        [PostgresValue(state.revision - StoreLimits.retainedRevisions)])
      hasRemovals = false
    }
    for (vendor, usage) in usages {
      try connection.run(
        "UPDATE vendor SET listings = listings + $1, bytes = bytes + $2 WHERE id = $3",
        [PostgresValue(usage.listings), PostgresValue(usage.bytes), PostgresValue(vendor)])
    }
    usages = [:]
    grams = grams.filter { $0.value != 0 }
    if !grams.isEmpty { try add(grams, to: "gram_count", "gram") }
    grams = [:]
    guard !buckets.isEmpty else { return }
    let blocks = Dictionary(
      buckets.map { ($0 / StoreLimits.bucketSize, $1) }, uniquingKeysWith: +)
    try add(buckets, to: "page_bucket", "bucket")
    try add(blocks, to: "page_block", "block")
    buckets = [:]
  }

  private func add(_ counts: [Int: Int], to table: String, _ column: String) throws {
    let counts = counts.sorted { $0.key < $1.key }
    let numbers = PostgresValue.integers(counts.map(\.key))
    try connection.run(
      """
      INSERT INTO \(table) AS old SELECT * FROM unnest($1::bigint[], $2::bigint[])
        ON CONFLICT (\(column)) DO UPDATE SET live = old.live + excluded.live
      """, [numbers, .integers(counts.map(\.value))])
    if counts.contains(where: { $0.value < 0 }) {
      try connection.run("DELETE FROM \(table) WHERE \(column) = ANY ($1) AND live = 0", [numbers])
    }
  }

  func store(_ response: StoredResponse, for key: ResponseKey) throws {
    try connection.run(
      """
      INSERT INTO answer VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        ON CONFLICT (vendor_id, method, path, key) DO UPDATE SET
          request_hash = excluded.request_hash, status = excluded.status,
          content_type = excluded.content_type, body = excluded.body,
          created_at = excluded.created_at
      """,
      [
        PostgresValue(key.vendorID), .text(key.method), .text(key.path), .text(key.key),
        .blob(response.requestHash), PostgresValue(response.status), .text(response.contentType),
        .blob(response.body), .integer(response.createdAt.milliseconds),
      ])
  }

  func deleteResponses(before date: WireDate, limit: Int) throws {
    try connection.run(
      """
      DELETE FROM answer WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM answer WHERE created_at < $1 ORDER BY created_at LIMIT $2))
      """, [.integer(date.milliseconds), PostgresValue(limit)])
  }

  func withLargeCache<T>(_ body: () throws -> T) throws -> T { try body() }

  func adopt(_ staged: StagedPictures) throws {
    guard !staged.paths.isEmpty else { return }
    let count = try connection.run(
      """
      UPDATE picture_file SET staged_at = NULL
      WHERE path = ANY (string_to_array($1, '\n')) AND staged_at IS NOT NULL
      """, [.text(staged.paths.map(\.text).joined(separator: "\n"))])
    // A crash of the server loses files that were staged just before.
    guard count == staged.paths.count else {
      throw StoreError.unreachable(detail: "staged pictures were lost")
    }
  }

  /// Stores picture files, which listings of this write use.
  func copy(_ nextFile: () throws -> PictureFile?) throws {
    var next = try nextFile()
    while next != nil {
      // Each request has a time limit.
      var rest = 8 << 20
      try connection.copy(into: "picture_file (path, bytes)") {
        guard let file = next, rest > 0 else { return nil }
        rest -= file.bytes.count
        next = try nextFile()
        return [.text(file.path.text), .blob(file.bytes)]
      }
    }
  }

  func insertVendor(
    name: String, hashes: CredentialHashes, isSample: Bool, at date: WireDate
  ) throws -> StoredVendor {
    guard try vendor(named: name) == nil else { throw StoreError.vendorNameTaken }
    let vendor = StoredVendor(
      id: state.nextVendor, name: name, isSample: isSample, isDisabled: false, createdAt: date)
    try restore(ExportedVendor(vendor: vendor, hashes: hashes))
    state.nextVendor += 1
    hasChanges = true
    return vendor
  }

  func restore(_ exported: ExportedVendor) throws {
    let (vendor, hashes) = (exported.vendor, exported.hashes)
    try connection.run(
      """
      INSERT INTO vendor (id, name, identifier_hash, secret_salt, secret_hash, is_sample,
        is_disabled, created_at, is_hidden, last_used)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      """,
      [
        PostgresValue(vendor.id), .user(vendor.name), .blob(hashes.identifierHash),
        .blob(hashes.salt), .blob(hashes.secretHash), PostgresValue(vendor.isSample),
        PostgresValue(vendor.isDisabled), .integer(vendor.createdAt.milliseconds),
        PostgresValue(vendor.isHidden), vendor.lastUsed.map { .integer($0.milliseconds) } ?? .null,
      ])
    if vendor.isHidden { state.hidden.insert(vendor.id) }
  }

  func restore(_ numbers: StoreNumbers) throws {
    state.nextVendor = numbers.vendor
    state.nextProduct = numbers.product
    state.nextPicture = numbers.picture
    state.revision = max(state.revision, numbers.revision) + 1
    hasChanges = true
    try flush()
    try connection.run("UPDATE market_state SET floor = revision")
  }

  func setHidden(_ isHidden: Bool, ofVendor id: Int) throws {
    try connection.run(
      "UPDATE vendor SET is_hidden = $1 WHERE id = $2",
      [PostgresValue(isHidden), PostgresValue(id)])
    if isHidden { state.hidden.insert(id) } else { state.hidden.remove(id) }
  }

  func setLastUsed(_ date: WireDate, ofVendor id: Int) throws {
    try connection.run(
      "UPDATE vendor SET last_used = $1 WHERE id = $2",
      [.integer(date.milliseconds), PostgresValue(id)])
  }

  func removeVendor(_ id: Int) throws {
    try flush()
    try connection.run("DELETE FROM vendor WHERE id = $1", [PostgresValue(id)])
    state.hidden.remove(id)
  }

  func record(_ event: AccountEvent) throws {
    try addLine(event.date, event.action.rawValue, event.account, event.detail, event.reason)
    try connection.run(
      """
      DELETE FROM account_event
      WHERE id <= (SELECT max(id) FROM account_event) - \(StoreLimits.accountEvents)
      """)
  }

  func setLastBackup(_ date: WireDate) throws {
    try connection.run("DELETE FROM account_event WHERE action = $1", [.text(AccountEvent.backup)])
    try addLine(date, AccountEvent.backup)
  }

  private func addLine(
    _ date: WireDate, _ action: String, _ account: String = "", _ detail: String = "",
    _ reason: String = ""
  ) throws {
    try connection.run(
      """
      INSERT INTO account_event (at, action, account, detail, reason) VALUES ($1, $2, $3, $4, $5)
      """,
      [
        .integer(date.milliseconds), .text(action), .user(account), .user(detail), .user(reason),
      ])
  }

  func setCredentials(_ hashes: CredentialHashes, ofVendor id: Int) throws {
    try connection.run(
      "UPDATE vendor SET identifier_hash = $1, secret_salt = $2, secret_hash = $3 WHERE id = $4",
      [
        .blob(hashes.identifierHash), .blob(hashes.salt), .blob(hashes.secretHash),
        PostgresValue(id),
      ])
  }

  func setName(_ name: String, ofVendor id: Int) throws {
    try connection.run(
      "UPDATE vendor SET name = $1 WHERE id = $2", [.user(name), PostgresValue(id)])
  }

  func setDisabled(_ isDisabled: Bool, ofVendor id: Int) throws {
    try connection.run(
      "UPDATE vendor SET is_disabled = $1 WHERE id = $2",
      [PostgresValue(isDisabled), PostgresValue(id)])
  }

  /// Records that listings with these ids are there, or are there no more.
  func count(_ change: Int, at id: Int) {
    state.live += change
    buckets[id / StoreLimits.bucketSize, default: 0] += change
    hasChanges = true
  }

  /// Records what a vendor has more, or less.
  func count(_ listings: Int, _ bytes: Int, ofVendor id: Int) {
    usages[id, default: AccountUsage()].listings += listings
    usages[id, default: AccountUsage()].bytes += bytes
    hasChanges = true
  }

  /// Records that listings with this text for searches are there, or are there no more.
  func count(_ change: Int, gramsOf folded: String) {
    for gram in Bigrams.of(folded) { count(change, gram: gram) }
  }

  /// Records that listings with a pair of characters are there, or are there no more.
  func count(_ change: Int, gram: Int) {
    grams[gram, default: 0] += change
    hasChanges = true
  }

  /// The next revision.
  func nextRevision() -> Int {
    state.revision += 1
    hasChanges = true
    return state.revision
  }
}
