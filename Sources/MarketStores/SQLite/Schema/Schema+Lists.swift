import MarketService
import MarketWire
import SQLite

extension Schema {
  /// Adds the columns, tables and indexes for filtered and sorted lists and for changes.
  static func addLists(_ connection: Connection) throws(SQLiteError) {
    try connection.execute(listColumns)
    // Only Swift can fold the names. The loop reads 1,000 rows and then updates them, because a
    // table must not be updated while a statement is reading it.
    var last: Int64 = 0
    while true {
      let names = try connection.query(
        "SELECT id, name FROM product WHERE id > ? ORDER BY id LIMIT 1000", [.integer(last)]
      ) { ($0.int64(0), $0.text(1)) }
      guard let end = names.last else { break }
      for (id, name) in names {
        try connection.run(
          "UPDATE product SET folded_name = ? WHERE id = ?",
          [.text(Folding.folded(name)), .integer(id)])
      }
      last = end.0
    }
    try connection.execute(listIndexes)
  }

  /// The columns and tables of the second version.
  ///
  /// - `folded_name`, `bargain` and `share` are the sort keys: the folded name, the price that the
  ///   buyer pays, and the discount as a fraction of the price.
  /// - `product.revision` is the market's revision at the last change of the row. It is unique,
  ///   because each written row increases the revision. Listings from before this version count as
  ///   changed in the order of their ids.
  /// - `market_revision` has one row: the current revision, and the lowest revision since which
  ///   changes are known. The first revision is random, so that a client that has cached a list
  ///   of another market at the same address does not get "not modified". It is below 2^52, which
  ///   all JSON readers can represent.
  /// - `removal` lists removed listings. A trigger fills it with each removal.
  private static let listColumns = """
    ALTER TABLE product ADD COLUMN folded_name TEXT NOT NULL DEFAULT '';
    ALTER TABLE product ADD COLUMN bargain INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE product ADD COLUMN share REAL NOT NULL DEFAULT 0;
    ALTER TABLE product ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
    UPDATE product SET bargain = price - discount, revision = id,
      share = CASE WHEN price > 0 THEN CAST(discount AS REAL) / CAST(price AS REAL) ELSE 0 END;

    CREATE TABLE market_revision (number INTEGER NOT NULL, floor INTEGER NOT NULL) STRICT;
    INSERT INTO market_revision
      SELECT start, start FROM (
        SELECT ifnull(max(seq), 0) + ((random() & 0x7FFFFFFF) << 20) AS start
        FROM sqlite_sequence WHERE name = 'product'
      );

    CREATE TABLE removal (revision INTEGER PRIMARY KEY, product_id INTEGER NOT NULL) STRICT;
    CREATE TRIGGER product_removed AFTER DELETE ON product BEGIN
      UPDATE market_revision SET number = number + 1;
      INSERT INTO removal SELECT number, old.id FROM market_revision;
      DELETE FROM removal
        WHERE revision <= (SELECT number FROM market_revision) - \(StoreLimits.retainedRevisions);
    END;
    """

  /// The indexes of the second version: one per sort key, `product_shop` for the listings of one
  /// shop, and `product_revision` for changes.
  ///
  /// All except `product_revision` cover the columns that filters use, apart from the search, so a
  /// list reads only the rows that it returns.
  private static let listIndexes = """
    DROP INDEX product_vendor;
    CREATE INDEX product_shop
      ON product (vendor_id, id, currency, bargain, stock, discount, created_at);
    CREATE INDEX product_recent
      ON product (id, vendor_id, currency, bargain, stock, discount, created_at);
    CREATE INDEX product_name
      ON product (folded_name, id, vendor_id, currency, bargain, stock, discount, created_at);
    CREATE INDEX product_price
      ON product (currency, bargain, id, vendor_id, stock, discount, created_at);
    CREATE INDEX product_stock
      ON product (stock, id, vendor_id, currency, bargain, discount, created_at);
    CREATE INDEX product_share
      ON product (share, id, vendor_id, currency, bargain, stock, discount, created_at);
    CREATE UNIQUE INDEX product_revision ON product (revision);
    """
}
