-- What the third version of the program made of postgres-second.sql.
ALTER TABLE vendor ADD COLUMN is_hidden boolean NOT NULL DEFAULT false,
  ADD COLUMN last_used bigint, ADD COLUMN listings bigint NOT NULL DEFAULT 0,
  ADD COLUMN bytes bigint NOT NULL DEFAULT 0;
ALTER TABLE product ADD COLUMN bytes bigint NOT NULL DEFAULT 0;
UPDATE product SET bytes = total
  FROM (
    SELECT product_id, sum(size) AS total
    FROM (
      SELECT product_id, origin AS path FROM picture
      UNION ALL SELECT product_id, thumbnail FROM picture
    ) AS used JOIN (
      SELECT path, octet_length(bytes) AS size FROM picture_file
    ) AS file USING (path) GROUP BY product_id
  ) AS sums, vendor
  WHERE product.id = product_id AND vendor.id = vendor_id AND NOT is_sample;
UPDATE vendor SET listings = count, bytes = total
  FROM (
    SELECT vendor_id, count(*) AS count, sum(bytes) AS total FROM product GROUP BY vendor_id
  ) AS sums WHERE vendor.id = vendor_id;
CREATE INDEX vendor_hidden ON vendor (id) WHERE is_hidden;
CREATE TABLE account_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at bigint NOT NULL, action text NOT NULL,
  account text NOT NULL, detail text NOT NULL, reason text NOT NULL
);
INSERT INTO market_schema (name) VALUES ('usage of accounts');
