import MarketService
import SQLite

/// The counts of listings, accounts and pairs of characters.
extension PostgresWriter {
  func count(_ product: StoredProduct) { count(product, 1) }

  func count(_ product: StoredProduct, _ change: Int) {
    state.live += change
    buckets[product.id / StoreLimits.bucketSize, default: 0] += change
    usages[product.vendorID, default: AccountUsage()].listings += change
    usages[product.vendorID, default: AccountUsage()].bytes += change * product.bytes
    hasChanges = true
  }

  func count(bytes: Int, ofVendor id: Int) throws {
    usages[id, default: AccountUsage()].bytes += bytes
    hasChanges = true
  }

  func index(_ grams: [Int], of id: Int) throws { count(grams, 1) }

  func removeIndex(_ grams: [Int], of id: Int) throws { count(grams, -1) }

  func count(_ grams: [Int], _ change: Int) {
    for gram in grams { self.grams[gram, default: 0] += change }
    hasChanges = true
  }

  func recount() throws {
    try flush()
    let size = StoreLimits.bucketSize
    // Each request has a time limit.
    for (table, rows) in [
      ("page_bucket", "SELECT id / \(size), count(*) FROM product GROUP BY 1"),
      ("page_block", "SELECT bucket / \(size), sum(live) FROM page_bucket GROUP BY 1"),
      ("gram_count", "SELECT gram, count(*) FROM product, unnest(grams) AS gram GROUP BY gram"),
    ] {
      try connection.execute("DELETE FROM \(table); INSERT INTO \(table) \(rows)")
    }
    try connection.execute(
      """
      UPDATE vendor SET listings = coalesce(total, 0), bytes = coalesce(size, 0)
        FROM vendor AS old LEFT JOIN (
          SELECT vendor_id, count(*), sum(bytes) FROM product GROUP BY vendor_id
        ) AS counted (vendor_id, total, size) ON old.id = vendor_id WHERE vendor.id = old.id;
      UPDATE market_state SET live = (SELECT count(*) FROM product)
      """)
    state.live = try connection.first("SELECT live FROM market_state") { $0.int(0) } ?? 0
  }
}
