import MarketService
import SQLite

/// Write access in a transaction; valid only inside its closure.
///
/// Triggers count what is written. What has to happen to files after the transaction is in
/// ``files``.
final class SQLiteWriter: SQLiteReader, SQLWriter {
  /// The files that a write makes necessary or unnecessary.
  struct Files {
    /// Staged pictures that listings of this write use.
    var adopted = StagedPictures(paths: [])
    /// Files that no listing uses any more.
    var unused: [String] = []
    /// Deleted files that are no longer listed as pending deletion.
    var cleared: [String] = []
    /// Whether many files are pending deletion.
    var hasRemovedSamples = false
  }

  private(set) var files = Files()
  /// Deleted files that the next removal clears from the list of those pending deletion.
  private let deletedFiles: [String]

  init(_ connection: Connection, _ pictures: PictureFolder, clearing deletedFiles: [String]) {
    self.deletedFiles = deletedFiles
    super.init(connection, pictures)
  }

  func take(_ count: Int, of number: WritableKeyPath<StoreNumbers, Int>) throws -> Int {
    // The number grows with the rows.
    try numbers()[keyPath: number]
  }

  func nextRevision() throws -> Int {
    let sql = "UPDATE market_revision SET number = number + 1 RETURNING number"
    return try connection.first(sql) { $0.int(0) } ?? 0
  }

  func insert(into table: String, _ rows: [[Value]]) throws {
    guard let width = rows.first?.count else { return }
    let sql = "INSERT INTO \(table) VALUES \(SQLDialect.places(1, width: width))"
    for row in rows { try connection.run(sql, row) }
  }

  func count(_ product: StoredProduct) {}

  func count(bytes: Int, ofVendor id: Int) throws {
    try connection.run(
      "UPDATE vendor SET bytes = bytes + $1 WHERE id = $2", [Value(bytes), Value(id)])
  }

  func remember(isHidden: Bool, ofVendor id: Int) {}

  func index(_ grams: [Int], of id: Int) throws {
    try connection.run(
      "INSERT INTO product_gram (rowid, grams) VALUES ($1, $2)", [Value(id), Schema.words(grams)])
  }

  func removeIndex(_ grams: [Int], of id: Int) throws {
    try connection.run(
      "INSERT INTO product_gram (product_gram, rowid, grams) VALUES ('delete', $1, $2)",
      [Value(id), Schema.words(grams)])
  }

  func restore(_ numbers: StoreNumbers) throws {
    let next = [
      ("vendor", numbers.vendor), ("product", numbers.product), ("picture", numbers.picture),
    ]
    for (table, number) in next {
      try connection.run("DELETE FROM sqlite_sequence WHERE name = $1", [.text(table)])
      try connection.run(
        "INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)",
        [.text(table), Value(number - 1)])
    }
    try connection.run(
      "UPDATE market_revision SET number = max(number, $1) + 1, floor = max(number, $1) + 1",
      [Value(numbers.revision)])
  }

  /// Runs `body` with a page cache of 64 MiB, for writing thousands of rows.
  ///
  /// The pages of all indexes then stay in memory. With the default cache, SQLite would write most
  /// of them many times.
  func withLargeCache<T>(_ body: () throws -> T) throws -> T {
    try connection.execute("PRAGMA cache_size = -65536")
    defer {
      // If this fails, the cache only stays large.
      _ = try? connection.execute("PRAGMA cache_size = -2000")
    }
    return try body()
  }

  func recount() throws {
    let size = StoreLimits.bucketSize
    try connection.execute(
      """
      UPDATE vendor SET
        listings = (SELECT count(*) FROM product WHERE vendor_id = vendor.id),
        bytes = (SELECT ifnull(sum(product.bytes), 0) FROM product WHERE vendor_id = vendor.id);
      UPDATE market_revision SET live = (SELECT count(*) FROM product);
      DELETE FROM page_bucket;
      INSERT INTO page_bucket SELECT id / \(size), count(*) FROM product GROUP BY 1;
      DELETE FROM page_block;
      INSERT INTO page_block SELECT bucket / \(size), sum(live) FROM page_bucket GROUP BY 1;
      """)
  }

  func adopt(_ staged: StagedPictures) throws {
    files.adopted = StagedPictures(paths: files.adopted.paths + staged.paths)
  }

  func finishRemoval(of product: StoredProduct) throws {
    try removeFiles(of: product.pictures)
  }

  /// Lists the files as pending deletion, until they are deleted.
  func removeFiles(of pictures: [StoredPicture]) throws {
    if files.cleared.isEmpty {
      try clearPendingDeletion(of: deletedFiles)
      files.cleared = deletedFiles
    }
    var unused: [String] = []
    for picture in pictures where try !isUsed(picture: picture.origin) {
      unused += [picture.origin, picture.thumbnail]
    }
    for path in unused {
      try connection.run("INSERT OR IGNORE INTO doomed_file VALUES ($1)", [.text(path)])
    }
    files.unused += unused
  }

  /// Removes deleted files from the list of files pending deletion.
  func clearPendingDeletion(of paths: [String]) throws {
    for path in paths {
      try connection.run("DELETE FROM doomed_file WHERE path = $1", [.text(path)])
    }
  }

  func removeSamples() throws -> Int {
    files.hasRemovedSamples = true
    let samples =
      "SELECT id FROM product WHERE vendor_id IN (SELECT id FROM vendor WHERE is_sample = 1)"
    try connection.execute(
      """
      INSERT OR IGNORE INTO doomed_file
        SELECT origin FROM picture WHERE product_id IN (\(samples))
        UNION SELECT thumbnail FROM picture WHERE product_id IN (\(samples));
      """)
    try removeSampleIndex()
    let count = try connection.run("DELETE FROM product WHERE id IN (\(samples))", [])
    try connection.execute(
      """
      DELETE FROM vendor WHERE is_sample = 1;
      DELETE FROM doomed_file WHERE path IN (
        SELECT origin FROM picture UNION SELECT thumbnail FROM picture);
      """)
    return count
  }

  /// Removes the listings of the sample vendors from the index for searches, a batch at a time.
  private func removeSampleIndex() throws {
    var last = 0
    while true {
      let rows = try connection.query(
        """
        SELECT id, folded FROM product NOT INDEXED
        WHERE id > $1 AND vendor_id IN (SELECT id FROM vendor WHERE is_sample = 1)
        ORDER BY id LIMIT 1000
        """, [Value(last)]
      ) { ($0.int(0), $0.text(1)) }
      guard let end = rows.last else { return }
      for (id, folded) in rows { try removeIndex(Bigrams.of(folded), of: id) }
      last = end.0
    }
  }
}
