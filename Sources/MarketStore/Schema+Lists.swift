/// The second step of the schema: narrowed and ordered lists, and a count of changes.
import MarketWire
import SQLite

extension Schema {
  /// Changes that are remembered. Whoever is further behind reads the whole list, which is less
  /// work than so many changes.
  static let retainedRevisions = 200_000

  /// Makes what lists need, and fills it for the listings that are there.
  static func addLists(_ connection: Connection) throws(SQLiteError) {
    try connection.execute(listColumns)
    // Names are folded in Swift only. The rows are walked by number, since what is read must not
    // change under the reading.
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

  /// - `folded_name`, `bargain` and `share` are what lists are ordered by: the folded name, what
  ///   the buyer pays, and the discount's share of the price.
  /// - `product.revision` is the market's revision at the row's last change; no two rows have the
  ///   same, since each row that is written raises the revision. Listings from before this step
  ///   count as changed in the order of their numbers.
  /// - `market_revision` has one row: the present revision, and the one before which nothing is
  ///   known of changes. It begins at a number of the market's own, so that who has kept a list of
  ///   another market at the same address is not told that nothing has changed; below 2^52, which
  ///   every reader of JSON can hold.
  /// - `removal` names what is gone; a trigger keeps it, so that no removal can forget it.
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
        WHERE revision <= (SELECT number FROM market_revision) - \(retainedRevisions);
    END;
    """

  /// Each order has an index that holds all that filters look at besides the search, so that a list
  /// is found without a look at the rows that are not shown.
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
