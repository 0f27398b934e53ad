extension Schema {
  /// The counts of the third version, for markets with a million listings.
  ///
  /// - `page_block` counts the listings of each 65,536 ids. To find a deep page, a few of its rows
  ///   and at most 256 of `page_bucket` are read, instead of all of `page_bucket`.
  /// - `market_revision.live` is the number of listings.
  static let counts = """
    CREATE TABLE page_block (
      block INTEGER PRIMARY KEY,
      live INTEGER NOT NULL
    ) STRICT;
    INSERT INTO page_block SELECT bucket / 256, sum(live) FROM page_bucket GROUP BY 1;
    ALTER TABLE market_revision ADD COLUMN live INTEGER NOT NULL DEFAULT 0;
    UPDATE market_revision SET live = (SELECT ifnull(sum(live), 0) FROM page_bucket);

    DROP TRIGGER product_counted;
    CREATE TRIGGER product_counted AFTER INSERT ON product BEGIN
      INSERT INTO page_bucket VALUES (new.id / 256, 1)
        ON CONFLICT (bucket) DO UPDATE SET live = live + 1;
      INSERT INTO page_block VALUES (new.id / 65536, 1)
        ON CONFLICT (block) DO UPDATE SET live = live + 1;
      UPDATE market_revision SET live = live + 1;
    END;
    DROP TRIGGER product_uncounted;
    CREATE TRIGGER product_uncounted AFTER DELETE ON product BEGIN
      UPDATE page_bucket SET live = live - 1 WHERE bucket = old.id / 256;
      DELETE FROM page_bucket WHERE bucket = old.id / 256 AND live = 0;
      UPDATE page_block SET live = live - 1 WHERE block = old.id / 65536;
      DELETE FROM page_block WHERE block = old.id / 65536 AND live = 0;
      UPDATE market_revision SET live = live - 1;
    END;
    """
}
