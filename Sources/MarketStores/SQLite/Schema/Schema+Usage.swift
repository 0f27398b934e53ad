import MarketService
import SQLite

extension Schema {
  /// Adds what the fifth version knows about accounts.
  static func addUsage(_ connection: Connection) throws(SQLiteError) {
    try connection.execute(usageColumns)
    try addBytes(connection)
    try connection.execute(usageTriggers)
  }

  /// The bytes of the picture files of listings that are there; a file that is missing has none.
  ///
  /// Row by row: the journal of one statement for all rows would need much space.
  private static func addBytes(_ connection: Connection) throws(SQLiteError) {
    let file = try connection.first("PRAGMA database_list") { $0.text(2) } ?? ""
    let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    var last: Int64 = 0
    while true {
      let ids = try connection.query(
        "SELECT id FROM product WHERE id > ? ORDER BY id LIMIT 1000", [.integer(last)]
      ) { $0.int64(0) }
      guard let end = ids.last else { return }
      let paths = try connection.query(
        """
        SELECT product_id, origin, picture.thumbnail
        FROM picture JOIN product ON product.id = product_id JOIN vendor ON vendor.id = vendor_id
        WHERE product_id > ? AND product_id <= ? AND is_sample = 0
        """, [.integer(last), .integer(end)]
      ) { ($0.int64(0), [$0.text(1), $0.text(2)]) }
      var bytes: [Int64: Int64] = [:]
      for (id, files) in paths {
        for path in files {
          bytes[id, default: 0] += Int64(FileSystem.size("\(folder)/\(path)") ?? 0)
        }
      }
      for (id, bytes) in bytes {
        try connection.run(
          "UPDATE product SET bytes = ? WHERE id = ?", [.integer(bytes), .integer(id)])
      }
      last = end
    }
  }

  /// - `vendor.last_used` is the day on which the credentials were used last, in milliseconds.
  /// - `vendor.listings` and `vendor.bytes` are the sums over the listings; triggers update them.
  /// - `product.bytes` is what the listing's pictures count for its vendor.
  private static let usageColumns = """
    ALTER TABLE vendor ADD COLUMN is_hidden INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE vendor ADD COLUMN last_used INTEGER;
    ALTER TABLE vendor ADD COLUMN listings INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE vendor ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE product ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX vendor_hidden ON vendor (id) WHERE is_hidden = 1;
    CREATE TABLE account_event (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      action TEXT NOT NULL,
      account TEXT NOT NULL,
      detail TEXT NOT NULL,
      reason TEXT NOT NULL
    ) STRICT;
    """

  private static let usageTriggers = """
    UPDATE vendor SET
      listings = (SELECT count(*) FROM product WHERE vendor_id = vendor.id),
      bytes = (SELECT ifnull(sum(product.bytes), 0) FROM product WHERE vendor_id = vendor.id);
    CREATE TRIGGER product_owned AFTER INSERT ON product BEGIN
      UPDATE vendor SET listings = listings + 1, bytes = bytes + new.bytes WHERE id = new.vendor_id;
    END;
    CREATE TRIGGER product_disowned AFTER DELETE ON product BEGIN
      UPDATE vendor SET listings = listings - 1, bytes = bytes - old.bytes WHERE id = old.vendor_id;
    END;
    """
}
