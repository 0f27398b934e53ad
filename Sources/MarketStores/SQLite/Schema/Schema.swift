import SQLite

/// The tables of a market and their migrations.
enum Schema {
  /// `MRKT`; it distinguishes a market from the databases of other programs.
  static let applicationID: Int32 = 0x4D52_4B54

  static let migrator = Migrator(
    applicationID: applicationID,
    steps: [
      Migrator.Step("first tables", script: firstTables),
      Migrator.Step("filtered and sorted lists") { connection throws(SQLiteError) in
        try addLists(connection)
      },
      Migrator.Step("counts of blocks", script: counts),
      Migrator.Step("pairs of characters") { connection throws(SQLiteError) in
        try addGrams(connection)
      },
      Migrator.Step("usage of accounts") { connection throws(SQLiteError) in
        try addUsage(connection)
      },
      Migrator.Step("profiles of shops", script: profiles),
    ])

  /// All tables.
  static let tables = [
    "vendor", "product", "picture", "page_bucket", "answer", "doomed_file", "market_revision",
    "removal", "page_block", "account_event",
  ]

  /// What the sixth version knows about shops: what they say about themselves.
  private static let profiles = """
    ALTER TABLE vendor ADD COLUMN words TEXT NOT NULL DEFAULT '';
    ALTER TABLE vendor ADD COLUMN contact TEXT NOT NULL DEFAULT '';
    """

  /// The tables of the first version.
  ///
  /// - `AUTOINCREMENT` never uses an id again, even if the newest listing is removed.
  /// - `product.folded` is the name, a newline and the vendor's name. Swift folds it, because `lower`
  ///   folds ASCII only.
  /// - `product_folded` covers a search, in the order of the list.
  /// - `page_bucket` counts the listings of each 256 ids. Triggers update it with each insert and
  ///   removal. It turns an offset into an id, while OFFSET would read all rows before it.
  /// - `doomed_file` lists files that no row references any more, until they are deleted.
  private static let firstTables = """
    CREATE TABLE vendor (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL UNIQUE,
      identifier_hash BLOB NOT NULL UNIQUE,
      secret_salt BLOB NOT NULL,
      secret_hash BLOB NOT NULL,
      is_sample INTEGER NOT NULL,
      is_disabled INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE product (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      vendor_id INTEGER NOT NULL REFERENCES vendor (id),
      name TEXT NOT NULL,
      description TEXT,
      folded TEXT NOT NULL,
      currency TEXT NOT NULL,
      price INTEGER NOT NULL,
      discount INTEGER NOT NULL,
      stock INTEGER NOT NULL,
      thumbnail TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      issued_at INTEGER NOT NULL,
      removal_id TEXT NOT NULL
    ) STRICT;
    CREATE INDEX product_vendor ON product (vendor_id);
    CREATE INDEX product_folded ON product (id, folded);

    CREATE TABLE picture (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
      origin TEXT NOT NULL,
      thumbnail TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX picture_product ON picture (product_id);
    CREATE INDEX picture_origin ON picture (origin);

    CREATE TABLE page_bucket (
      bucket INTEGER PRIMARY KEY,
      live INTEGER NOT NULL
    ) STRICT;
    CREATE TRIGGER product_counted AFTER INSERT ON product BEGIN
      INSERT INTO page_bucket VALUES (new.id / 256, 1)
        ON CONFLICT (bucket) DO UPDATE SET live = live + 1;
    END;
    CREATE TRIGGER product_uncounted AFTER DELETE ON product BEGIN
      UPDATE page_bucket SET live = live - 1 WHERE bucket = old.id / 256;
      DELETE FROM page_bucket WHERE bucket = old.id / 256 AND live = 0;
    END;

    CREATE TABLE answer (
      vendor_id INTEGER NOT NULL REFERENCES vendor (id) ON DELETE CASCADE,
      method TEXT NOT NULL,
      path TEXT NOT NULL,
      key TEXT NOT NULL,
      request_hash BLOB NOT NULL,
      status INTEGER NOT NULL,
      content_type TEXT NOT NULL,
      body BLOB NOT NULL,
      created_at INTEGER NOT NULL,
      UNIQUE (vendor_id, method, path, key)
    ) STRICT;
    CREATE INDEX answer_age ON answer (created_at);

    CREATE TABLE doomed_file (path TEXT PRIMARY KEY) STRICT;
    """
}
