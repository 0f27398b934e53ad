import MarketStore
import SQLite

extension SQLiteStore {
  /// The counts of a database that differ from its rows; empty for tables of an older version.
  static func miscounts(of path: String) throws(StoreError) -> [String] {
    do throws(SQLiteError) {
      let connection = try Connection(.file(path), access: .readOnly)
      guard try connection.userVersion() == schema else { return [] }
      // One statement, because the market may be in use.
      return try connection.query(
        """
        SELECT 'vendor ' || name || ' counts ' || listings || ' listings and ' || bytes || ' bytes'
          FROM vendor LEFT JOIN (
            SELECT vendor_id, count(*) AS total, sum(bytes) AS size FROM product GROUP BY vendor_id
          ) ON vendor.id = vendor_id
          WHERE listings <> ifnull(total, 0) OR bytes <> ifnull(size, 0)
        UNION ALL SELECT 'market_revision counts ' || live || ' listings' FROM market_revision
          WHERE live <> (SELECT count(*) FROM product)
        UNION ALL \(miscounts("page_bucket", size: StoreLimits.bucketSize))
        UNION ALL \(miscounts("page_block", size: StoreLimits.bucketSize * StoreLimits.bucketSize))
        """
      ) { $0.text(0) }
    } catch {
      throw StoreError(error)
    }
  }

  /// The rows of a table of counts that differ, in both directions.
  private static func miscounts(_ table: String, size: Int) -> String {
    let counted = "SELECT id / \(size) AS number, count(*) FROM product GROUP BY 1"
    return """
      SELECT DISTINCT '\(table) ' || number || ' is wrong' FROM (
        SELECT * FROM (\(counted) EXCEPT SELECT * FROM \(table))
        UNION ALL SELECT * FROM (SELECT * FROM \(table) EXCEPT \(counted)))
      """
  }
}

extension SQLiteWriter {
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
}
