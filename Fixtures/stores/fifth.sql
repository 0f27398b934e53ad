-- What the fifth version of the program made of fourth.sql.
PRAGMA user_version = 5;
BEGIN TRANSACTION;
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
UPDATE vendor SET
  listings = (SELECT count(*) FROM product WHERE vendor_id = vendor.id),
  bytes = (SELECT ifnull(sum(product.bytes), 0) FROM product WHERE vendor_id = vendor.id);
CREATE TRIGGER product_owned AFTER INSERT ON product BEGIN
  UPDATE vendor SET listings = listings + 1, bytes = bytes + new.bytes WHERE id = new.vendor_id;
END;
CREATE TRIGGER product_disowned AFTER DELETE ON product BEGIN
  UPDATE vendor SET listings = listings - 1, bytes = bytes - old.bytes WHERE id = old.vendor_id;
END;
COMMIT;
