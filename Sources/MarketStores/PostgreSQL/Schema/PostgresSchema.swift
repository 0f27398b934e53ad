import MarketService
import SQLite

/// The tables of a market and their migrations.
///
/// `market_schema` has the names of the applied steps. A step never changes once it was released;
/// append a new one instead.
enum PostgresSchema {
  /// A released step.
  struct Step {
    let name: String
    let script: String
  }

  static let steps = [
    Step(name: "first tables", script: firstTables),
    Step(name: "counts of pairs", script: gramCounts),
    Step(name: "usage of accounts", script: usage),
    Step(name: "profiles of shops", script: profiles),
  ]

  /// What the fourth version knows about shops: what they say about themselves.
  private static let profiles = """
    ALTER TABLE vendor ADD COLUMN words text NOT NULL DEFAULT '',
      ADD COLUMN contact text NOT NULL DEFAULT '';
    """

  /// The counts of the second version.
  ///
  /// `gram_count` counts the listings with each pair of characters. A search for two characters thus
  /// counts its matches with one read, while the index would have to visit each of them.
  private static let gramCounts = """
    CREATE TABLE gram_count (gram bigint PRIMARY KEY, live bigint NOT NULL) WITH (fillfactor = 50);
    INSERT INTO gram_count
      SELECT gram, count(*) FROM product, unnest(grams) AS gram GROUP BY gram;
    """

  /// Applies the steps that are missing, in one transaction.
  ///
  /// - Throws: `StoreError.newerSchema`, `.notAMarket`, `PostgresError`.
  static func migrate(_ connection: PostgresConnection) throws {
    try requireUsable(connection)
    // A server that needs no migration may be read-only.
    if try isComplete(connection) { return }
    // Several processes may start at the same time.
    try connection.execute(
      """
      BEGIN;
      SET LOCAL statement_timeout = 0;
      SELECT pg_advisory_xact_lock(\(lock), hashtext(current_schema()))
      """)
    do {
      if try !isComplete(connection) { try applySteps(connection) }
    } catch {
      try? connection.execute("ROLLBACK")
      throw error
    }
    try connection.execute("COMMIT")
  }

  /// Throws `.notAccessible` if a market cannot be in the database.
  static func requireUsable(_ connection: PostgresConnection) throws(StoreError) {
    guard connection.serverVersion >= 150_000 else {
      throw StoreError.notAccessible(detail: "PostgreSQL 15 or later is needed")
    }
    guard connection.parameter("server_encoding") == "UTF8" else {
      throw StoreError.notAccessible(detail: "the encoding of the database is not UTF8")
    }
  }

  /// `MRKT` as a number.
  private static let lock = 0x4D52_4B54

  private static func applySteps(_ connection: PostgresConnection) throws {
    do {
      try connection.execute(
        """
        CREATE TABLE IF NOT EXISTS market_schema (
          name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())
        """)
      let applied = Set(try connection.query("SELECT name FROM market_schema") { $0.text(0) })
      for step in steps where !applied.contains(step.name) {
        try connection.execute(step.script)
        try connection.run("INSERT INTO market_schema (name) VALUES ($1)", [.text(step.name)])
      }
    } catch let error as PostgresError where error.code == .sqlState("42P07") {
      // Another program has a table with such a name.
      throw StoreError.notAMarket
    }
  }

  private static func isComplete(_ connection: PostgresConnection) throws -> Bool {
    try version(connection) == steps.count
  }

  /// The number of applied steps; nil if there is no market.
  ///
  /// - Throws: `StoreError.newerSchema`, `PostgresError`.
  static func version(_ connection: PostgresConnection) throws -> Int? {
    let exists = try connection.first("SELECT to_regclass('market_schema') IS NOT NULL") {
      $0.bool(0)
    }
    guard exists == true else { return nil }
    let applied = try connection.query("SELECT name FROM market_schema") { $0.text(0) }
    let known = Set(steps.map(\.name))
    guard Set(applied).isSubset(of: known) else {
      throw StoreError.newerSchema(found: applied.count, known: known.count)
    }
    return applied.count
  }

  /// The tables of the first version.
  ///
  /// - `market_state` has one row, which each write locks first. `revision` starts at a random
  ///   number below 2^52, as in the other store.
  /// - `product.folded` is the name, a newline and the vendor's name, folded in Swift; `grams` has
  ///   its pairs of characters. `folded_name` (at most 256 characters, for the index), `bargain`
  ///   and `share` are the sort keys. Texts compare by code points (`COLLATE "C"`).
  /// - `page_bucket` counts the listings of each 256 ids, `page_block` of each 65,536. They turn an
  ///   offset into an id, while OFFSET would read all rows before it.
  /// - `picture_file.staged_at` is null once a listing uses the file.
  private static let firstTables = """
    CREATE TABLE market_state (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      next_vendor bigint NOT NULL, next_product bigint NOT NULL, next_picture bigint NOT NULL,
      revision bigint NOT NULL, floor bigint NOT NULL, live bigint NOT NULL, salt bytea NOT NULL,
      unfinished_move text
    ) WITH (fillfactor = 10);
    INSERT INTO market_state (is_only, next_vendor, next_product, next_picture, revision, floor, live,
      salt)
      SELECT true, 1, 1, 1, start, start, 0, decode(replace(gen_random_uuid()::text, '-', ''), 'hex')
      FROM (SELECT floor(random() * 2147483647)::bigint << 20 AS start) AS random_start;

    CREATE TABLE vendor (
      id bigint PRIMARY KEY, name text COLLATE "C" NOT NULL UNIQUE,
      identifier_hash bytea NOT NULL UNIQUE, secret_salt bytea NOT NULL, secret_hash bytea NOT NULL,
      is_sample boolean NOT NULL, is_disabled boolean NOT NULL DEFAULT false,
      created_at bigint NOT NULL
    );

    CREATE TABLE product (
      id bigint PRIMARY KEY, vendor_id bigint NOT NULL REFERENCES vendor (id),
      name text NOT NULL, description text, folded text COLLATE "C" NOT NULL,
      grams bigint[] NOT NULL, currency text COLLATE "C" NOT NULL, price bigint NOT NULL,
      discount bigint NOT NULL, stock bigint NOT NULL, thumbnail text NOT NULL,
      created_at bigint NOT NULL, issued_at bigint NOT NULL, removal_id text NOT NULL,
      folded_name text COLLATE "C" NOT NULL, bargain bigint NOT NULL,
      share double precision NOT NULL, revision bigint NOT NULL
    );
    CREATE INDEX product_shop ON product (vendor_id, id);
    CREATE INDEX product_name ON product (folded_name, id);
    CREATE INDEX product_price ON product (currency, bargain, id);
    CREATE INDEX product_stock ON product (stock, id);
    CREATE INDEX product_share ON product (share, id);
    CREATE UNIQUE INDEX product_revision ON product (revision);
    CREATE INDEX product_grams ON product USING gin (grams);

    CREATE TABLE picture (
      id bigint PRIMARY KEY, product_id bigint NOT NULL REFERENCES product (id) ON DELETE CASCADE,
      origin text COLLATE "C" NOT NULL, thumbnail text NOT NULL, created_at bigint NOT NULL
    );
    CREATE INDEX picture_product ON picture (product_id);
    CREATE INDEX picture_origin ON picture (origin);

    CREATE TABLE picture_file (
      path text COLLATE "C" PRIMARY KEY, bytes bytea NOT NULL, staged_at timestamptz
    );
    ALTER TABLE picture_file ALTER COLUMN bytes SET STORAGE EXTERNAL;
    CREATE INDEX picture_file_staged ON picture_file (staged_at) WHERE staged_at IS NOT NULL;

    CREATE TABLE page_bucket (bucket bigint PRIMARY KEY, live bigint NOT NULL)
      WITH (fillfactor = 50);
    CREATE TABLE page_block (block bigint PRIMARY KEY, live bigint NOT NULL)
      WITH (fillfactor = 50);

    CREATE TABLE removal (revision bigint PRIMARY KEY, product_id bigint NOT NULL);

    CREATE TABLE answer (
      vendor_id bigint NOT NULL REFERENCES vendor (id) ON DELETE CASCADE,
      method text NOT NULL, path text NOT NULL, key text NOT NULL, request_hash bytea NOT NULL,
      status int NOT NULL, content_type text NOT NULL, body bytea NOT NULL,
      created_at bigint NOT NULL, PRIMARY KEY (vendor_id, method, path, key)
    );
    CREATE INDEX answer_age ON answer (created_at);

    CREATE UNLOGGED TABLE login_counter (
      kind int NOT NULL, place int NOT NULL, value bigint NOT NULL, PRIMARY KEY (kind, place)
    );
    CREATE TABLE removal_note (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, line text NOT NULL
    );
    """
}
