import MarketService
import SQLite

/// Write access in a transaction that holds the lock of `market_state`; valid only inside its
/// closure.
///
/// The new numbers and the counts are held back until ``flush()``, so that thousands of rows change
/// them once.
final class PostgresWriter: PostgresReader, SQLWriter {
  /// The changes of listings per 256 ids since the last flush.
  var buckets: [Int: Int] = [:]
  /// The changes of listings per pair of characters since the last flush.
  var grams: [Int: Int] = [:]
  /// The changes of what vendors have since the last flush.
  var usages: [Int: AccountUsage] = [:]
  var hasChanges = false
  /// Whether removals were added that make older ones unnecessary.
  var hasRemovals = false

  override func flush() throws {
    guard hasChanges else { return }
    hasChanges = false
    let numbers = state.numbers
    try connection.run(
      """
      UPDATE market_state SET next_vendor = $1, next_product = $2, next_picture = $3,
        revision = $4, live = $5
      """,
      [numbers.vendor, numbers.product, numbers.picture, numbers.revision, state.live]
        .map { Value($0) })
    if hasRemovals {
      // Once, because it reads all rows again that this transaction has deleted.
      try connection.run(
        "DELETE FROM removal WHERE revision <= $1",
        [Value(numbers.revision - StoreLimits.retainedRevisions)])
      hasRemovals = false
    }
    for (vendor, usage) in usages {
      try connection.run(
        "UPDATE vendor SET listings = listings + $1, bytes = bytes + $2 WHERE id = $3",
        [Value(usage.listings), Value(usage.bytes), Value(vendor)])
    }
    usages = [:]
    let blocks = Dictionary(
      buckets.map { ($0 / StoreLimits.bucketSize, $1) }, uniquingKeysWith: +)
    try add(grams.filter { $0.value != 0 }, to: "gram_count", "gram")
    try add(buckets, to: "page_bucket", "bucket")
    try add(blocks, to: "page_block", "block")
    grams = [:]
    buckets = [:]
  }

  private func add(_ counts: [Int: Int], to table: String, _ column: String) throws {
    guard !counts.isEmpty else { return }
    let counts = counts.sorted { $0.key < $1.key }
    let numbers = Value.integers(counts.map(\.key))
    try connection.run(
      """
      INSERT INTO \(table) AS old SELECT * FROM unnest($1::bigint[], $2::bigint[])
        ON CONFLICT (\(column)) DO UPDATE SET live = old.live + excluded.live
      """, [numbers, .integers(counts.map(\.value))])
    if counts.contains(where: { $0.value < 0 }) {
      try connection.run("DELETE FROM \(table) WHERE \(column) = ANY ($1) AND live = 0", [numbers])
    }
  }

  func take(_ count: Int, of number: WritableKeyPath<StoreNumbers, Int>) throws -> Int {
    hasChanges = true
    defer { state.numbers[keyPath: number] += count }
    return state.numbers[keyPath: number]
  }

  func nextRevision() throws -> Int { try take(1, of: \.revision) + 1 }

  func restore(_ numbers: StoreNumbers) throws {
    let revision = state.numbers.revision
    state.numbers = numbers
    state.numbers.revision = max(revision, numbers.revision) + 1
    hasChanges = true
    try flush()
    try connection.run("UPDATE market_state SET floor = revision", [])
  }

  func remember(isHidden: Bool, ofVendor id: Int) {
    if isHidden { state.hidden.insert(id) } else { state.hidden.remove(id) }
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
      try server.copy(into: "picture_file (path, bytes)") {
        guard let file = next, rest > 0 else { return nil }
        rest -= file.bytes.count
        next = try nextFile()
        return [.text(file.path.text), .blob(file.bytes)]
      }
    }
  }

  /// Copies many rows, or inserts a few: up to 5 with each request, so that few statements stay
  /// prepared.
  func insert(into table: String, _ rows: [[Value]]) throws {
    var rest = rows[...]
    if rest.count >= 50 { return try server.copy(into: table) { rest.popFirst() } }
    while let width = rest.first?.count {
      let part = rest.prefix(5)
      let places = SQLDialect.places(part.count, width: width)
      try connection.run("INSERT INTO \(table) VALUES \(places)", part.flatMap { $0 })
      rest = rest.dropFirst(part.count)
    }
  }
}
