-- What the second version of the program made of postgres-first.sql.
CREATE TABLE gram_count (gram bigint PRIMARY KEY, live bigint NOT NULL) WITH (fillfactor = 50);
INSERT INTO gram_count
  SELECT gram, count(*) FROM product, unnest(grams) AS gram GROUP BY gram;
INSERT INTO market_schema (name) VALUES ('counts of pairs');
