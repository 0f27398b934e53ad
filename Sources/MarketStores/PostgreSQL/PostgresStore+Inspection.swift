public import MarketService

extension PostgresStore {
  /// Checks whether the market of a database can be opened, or created, and changes nothing.
  public static func probe(url: String) throws(StoreError) -> StoreProbe {
    do {
      let connection = try PostgresConnection.session(
        url: url, setupSQL: "SET jit = off", timeLimit: .seconds(15))
      try PostgresSchema.requireUsable(connection)
      var found = StoreProbe(exists: try PostgresSchema.version(connection) != nil)
      found.isStandby = try connection.first("SELECT pg_is_in_recovery()") { $0.bool(0) } ?? false
      guard found.exists else { return found }
      let sql = "SELECT unfinished_move IS NOT NULL FROM market_state"
      found.hasUnfinishedMove = try connection.first(sql) { $0.bool(0) } ?? false
      return found
    } catch {
      throw StoreError(opening: error)
    }
  }

  /// Reads the whole market of a database, which may be in use, and changes nothing.
  public static func inspect(url: String) throws(StoreError) -> StoreInspection {
    // An inspection reads everything, so it may take longer than other statements.
    try inspect(url: url, timeLimit: .seconds(600))
  }

  static func inspect(url: String, timeLimit: Duration) throws(StoreError) -> StoreInspection {
    do {
      let connection = try PostgresConnection.session(
        url: url,
        setupSQL: """
          SET statement_timeout = 0; SET client_connection_check_interval = '2s'; SET jit = off
          """, timeLimit: timeLimit)
      try connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      guard let schema = try PostgresSchema.version(connection) else {
        throw StoreError.notAMarket
      }
      let isCurrent = schema == PostgresSchema.steps.count
      func number(_ sql: String) throws -> Int { try connection.first(sql) { $0.int(0) } ?? 0 }
      func paths(_ sql: String) throws -> [String] {
        try connection.query(sql + " ORDER BY 1") { $0.text(0) }
      }
      return StoreInspection(
        schema: schema, listings: try number("SELECT count(*) FROM product"),
        damage: [], miscounts: isCurrent ? try miscounts(connection) : [],
        journal: "wal",
        synchronous: try connection.first("SHOW synchronous_commit") { $0.text(0) } ?? "unknown",
        databaseBytes: try number("SELECT pg_database_size(current_database())"),
        pictures: try number("SELECT count(*) FROM picture_file WHERE staged_at IS NULL"),
        pictureBytes: try number("SELECT coalesce(sum(octet_length(bytes)), 0) FROM picture_file"),
        orphans: try paths(orphans), missing: try paths(missing), freeBytes: nil,
        hasUnfinishedMove: try number(
          "SELECT count(*) FROM market_state WHERE unfinished_move IS NOT NULL") > 0)
    } catch {
      throw StoreError(opening: error)
    }
  }

  /// The counts that differ from the rows.
  private static func miscounts(_ connection: PostgresConnection) throws -> [String] {
    try connection.miscounts("market_state")
      + connection.query(
        """
        SELECT 'gram_count is wrong for ' || count(*) || ' pairs'
        FROM gram_count FULL JOIN (
          SELECT gram, count(*) FROM product, unnest(grams) AS gram GROUP BY gram)
          AS counted (number, total) ON gram = number WHERE live IS DISTINCT FROM total
        HAVING count(*) > 0
        """
      ) { $0.text(0) }
  }

  /// A condition for each column, because one for both would compare all rows with all others.
  private static let orphans = """
    SELECT path FROM picture_file WHERE staged_at IS NULL
      AND NOT EXISTS (SELECT FROM picture WHERE origin = path)
      AND NOT EXISTS (SELECT FROM picture WHERE thumbnail = path)
    """

  private static let missing = """
    SELECT path FROM (SELECT origin FROM picture UNION SELECT thumbnail FROM picture)
      AS used (path) WHERE NOT EXISTS (
      SELECT FROM picture_file WHERE picture_file.path = used.path)
    """
}
