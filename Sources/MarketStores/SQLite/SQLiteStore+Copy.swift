import MarketService
import SQLite

/// What is known about a database without opening it as a market.
struct DatabaseFacts: Hashable, Sendable {
  /// The version of its tables.
  let schema: Int
  /// The number of listings.
  let listings: Int
  /// What is damaged, in the words of SQLite; empty if the database is sound.
  let damage: [String]
  /// The journal mode of SQLite, such as `wal`.
  let journal: String
  /// The sync level: `off`, `normal`, `full` or `extra`.
  let synchronous: String
}

extension SQLiteStore {
  /// The version of the tables that this program writes.
  public static var schema: Int { Schema.migrator.version }

  /// Writes one consistent state of the market into a new database.
  ///
  /// Others can read and write the market in the meantime.
  ///
  /// - Parameter path: an empty file, or none.
  func copy(to path: String) throws(StoreError) {
    _ = try Self.reading(self.path) { try $0.run("VACUUM INTO ?", [.text(path)]) }
  }

  /// Reads a whole database, which may be open elsewhere, and changes nothing.
  ///
  /// - Throws: `.notAMarket`, `.newerSchema`, `.damaged` if it cannot be read at all.
  static func facts(of path: String) throws(StoreError) -> DatabaseFacts {
    try translated {
      let connection = try openKnown(path)
      let damage = try connection.integrityCheck()
      let listings =
        damage.isEmpty ? try connection.first("SELECT count(*) FROM product") { $0.int(0) } : nil
      let settings = try settings(of: connection)
      return DatabaseFacts(
        schema: try connection.userVersion(), listings: listings ?? 0, damage: damage,
        journal: settings.journal, synchronous: settings.synchronous)
    }
  }

  /// Moves the revisions and ids of a restored database beyond all that the lost market may have given
  /// out.
  ///
  /// Clients hold revisions and entity tags from after the backup. A start that is a random multiple
  /// of 2^20 higher makes them unknown, so that these clients read the market again. A code or a link
  /// of a lost listing would mean another one if its id were given out again.
  static func beginEpoch(of path: String) throws(StoreError) {
    try translated {
      let connection = try Connection(.file(path), access: .readWrite)
      // A table that was always empty has no row. At least 10,000 higher, and round: 124 becomes 11,000.
      try connection.run(
        """
        INSERT INTO sqlite_sequence SELECT column1, 0
          FROM (VALUES ('vendor'), ('product'), ('picture'))
          WHERE column1 NOT IN (SELECT name FROM sqlite_sequence)
        """)
      try connection.run(
        """
        UPDATE sqlite_sequence SET seq = (seq / 1000 + 11) * 1000
        WHERE name IN ('vendor', 'product', 'picture')
        """)
      if try connection.userVersion() > 1 {
        try connection.run(
          """
          UPDATE market_revision SET number = ((number >> 20) + 1 + (random() & 1023)) << 20
          """)
        try connection.run("UPDATE market_revision SET floor = number")
      }
      try connection.checkpoint(.truncate)
    }
  }

  /// Calls `body` with the path of each file that the listings of a database use, in order.
  static func forEachPicture(
    in path: String, _ body: (String) throws -> Void
  ) throws {
    var failure: (any Error)?
    try reading(path) { connection in
      try connection.each(
        "SELECT origin FROM picture UNION SELECT thumbnail FROM picture ORDER BY 1"
      ) { row in
        do { try body(row.text(0)) } catch { failure = error }
        return failure == nil
      }
    }
    if let failure { throw failure }
  }

  /// The files of a database that are about to be deleted.
  static func filesPendingDeletion(in path: String) throws(StoreError) -> [String] {
    try reading(path) { try $0.filesPendingDeletion() }
  }

  /// The counts of a database that differ from its rows; empty for tables of an older version.
  static func miscounts(of path: String) throws(StoreError) -> [String] {
    try reading(path) { connection in
      try connection.userVersion() == schema ? try connection.miscounts("market_revision") : []
    }
  }

  /// Runs `body` with a connection that only reads.
  private static func reading<T>(
    _ path: String, _ body: (Connection) throws -> T
  ) throws(StoreError) -> T {
    try translated { try body(try Connection(.file(path), access: .readOnly)) }
  }

  /// Runs `body`, whose errors become those of stores.
  static func translated<T>(_ body: () throws -> T) throws(StoreError) -> T {
    do { return try body() } catch { throw StoreError(opening: error) }
  }
}
