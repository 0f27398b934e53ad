import MarketStore
import PostgreSQL

extension PostgresStore {
  /// The counts that differ from the rows; empty for tables of an older version.
  static func miscounts(
    _ connection: PostgresConnection, schema: Int
  ) throws(PostgresError) -> [String] {
    guard schema == PostgresSchema.steps.count else { return [] }
    let size = StoreLimits.bucketSize
    return try connection.query(
      """
      SELECT 'vendor ' || name || ' counts ' || listings || ' listings and ' || bytes || ' bytes'
        FROM vendor LEFT JOIN (
          SELECT vendor_id, count(*), sum(bytes) FROM product GROUP BY vendor_id
        ) AS counted (vendor_id, total, size) ON id = vendor_id
        WHERE (listings, bytes) <> (coalesce(total, 0), coalesce(size, 0))
      UNION ALL SELECT 'market_state counts ' || live || ' listings of ' || total
        FROM market_state, (SELECT count(*) AS total FROM product) AS counted WHERE live <> total
      UNION ALL SELECT 'page_bucket ' || coalesce(bucket, number) || ' is wrong'
        FROM page_bucket FULL JOIN (
          SELECT id / \(size), count(*) FROM product GROUP BY 1) AS counted (number, total)
          ON bucket = number WHERE live IS DISTINCT FROM total
      UNION ALL SELECT 'page_block ' || coalesce(block, number) || ' is wrong'
        FROM page_block FULL JOIN (
          SELECT id / \(size * size), count(*) FROM product GROUP BY 1) AS counted (number, total)
          ON block = number WHERE live IS DISTINCT FROM total
      UNION ALL SELECT 'gram_count is wrong for ' || count(*) || ' pairs'
        FROM gram_count FULL JOIN (
          SELECT gram, count(*) FROM product, unnest(grams) AS gram GROUP BY gram)
          AS counted (number, total) ON gram = number WHERE live IS DISTINCT FROM total
        HAVING count(*) > 0
      """
    ) { $0.user(0) }
  }
}

extension PostgresWriter {
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
