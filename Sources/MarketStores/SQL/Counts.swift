import MarketService

/// Counts that the tables have of their rows.
extension SQLConnection {
  /// The counts that differ from the rows, in a few words each.
  ///
  /// One statement, because the market may be in use.
  ///
  /// - Parameter state: the table with the number of listings.
  func miscounts(_ state: String) throws -> [String] {
    let size = StoreLimits.bucketSize
    return try query(
      """
      SELECT 'vendor ' || name || ' counts ' || listings || ' listings and ' || bytes || ' bytes'
        FROM vendor LEFT JOIN (
          SELECT vendor_id, count(*) AS total, sum(bytes) AS size FROM product GROUP BY vendor_id
        ) AS counted ON vendor.id = vendor_id
        WHERE listings <> coalesce(total, 0) OR bytes <> coalesce(size, 0)
      UNION ALL SELECT '\(state) counts ' || live || ' listings' FROM \(state)
        WHERE live <> (SELECT count(*) FROM product)
      UNION ALL \(miscounts("page_bucket", size: size))
      UNION ALL \(miscounts("page_block", size: size * size))
      """
    ) { $0.text(0) }
  }

  /// The rows of a table of counts that differ, in both directions.
  private func miscounts(_ table: String, size: Int) -> String {
    let counted = "SELECT id / \(size) AS number, count(*) AS live FROM product GROUP BY 1"
    return """
      SELECT DISTINCT '\(table) ' || number || ' is wrong' FROM (
        SELECT * FROM (\(counted) EXCEPT SELECT * FROM \(table)) AS missing
        UNION ALL SELECT * FROM (SELECT * FROM \(table) EXCEPT \(counted)) AS wrong
      ) AS found
      """
  }
}
