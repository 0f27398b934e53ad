-- A market as the first version of the program left it in PostgreSQL: 7 listings, and an account.
CREATE TABLE market_schema (
  name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
INSERT INTO market_schema (name) VALUES ('first tables');
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
INSERT INTO vendor (id, name, identifier_hash, secret_salt, secret_hash, is_sample, is_disabled, created_at)
  VALUES (1, 'oakandclay', '\xdaae243bdb541e2196c093170d5143f363b7dc8208220f9fe9d15802b779af55', '\x948896eb8a3f2cb4b6f5edbd22010eab', '\x8141a02bed1e9eae530d437424495b6095b0d55573248d6181b158e10727aa58', true, false, 1795267141935);
INSERT INTO vendor (id, name, identifier_hash, secret_salt, secret_hash, is_sample, is_disabled, created_at)
  VALUES (2, '달빛공방', '\xb8a6433161852d1282b89b42491bb2bd9cb9bbe774c0be1c3fa1291866883a0d', '\x26d9960002e4e1997dd7fdb8df325f99', '\x665558d7a54c47e58ceef1d6d92f07416e230e46d79b049e01f1d2506dbecf69', true, false, 1795267141935);
INSERT INTO vendor (id, name, identifier_hash, secret_salt, secret_hash, is_sample, is_disabled, created_at)
  VALUES (3, 'pedalpine', '\xf344869a5898cde15348f69f45543b81808246d86a833a31d09f7932d83a7707', '\xd9e40408e8a29875a0f387d5ea798853', '\x851d222c04c37ae9c76dd139b790642ca101ecc673d62061ebce4dbaeb72ee93', true, false, 1795267141935);
INSERT INTO vendor (id, name, identifier_hash, secret_salt, secret_hash, is_sample, is_disabled, created_at)
  VALUES (4, '초록가게', '\xded05a43c8edbb0f1a3f130325fcdf0e391216bb32539052cf661ef156a81ba8', '\xeb82d14158ba950abb9e44e98df76e04', '\xbe76f50da5c925e5aaef9500c3ccb1fa9a8dbc6445d448d95c78f162fefe0b50', true, false, 1795267141935);
INSERT INTO vendor (id, name, identifier_hash, secret_salt, secret_hash, is_sample, is_disabled, created_at)
  VALUES (5, 'slowsound', '\xcb96bf6c5961443b581dd367cbd0029a10f5ce024a52f59994135c5ffaaf2006', '\xcfb3bb7f5171024b14f58731c889e925', '\x9a80620926b5bdb0a114ac44cb2c7f409991ea48a842e0ee5ca97cb94cbb4abb', true, false, 1795267141935);
INSERT INTO vendor (id, name, identifier_hash, secret_salt, secret_hash, is_sample, is_disabled, created_at)
  VALUES (6, '모퉁이상점', '\xa1d88a848b7bc1b1bd77fd4890aee57dc0f897414019d0b7fd8520dc469d73db', '\x943ae0ce043014e5e31d4574f99a5a81', '\x1253dd204be1e48adb870b310a6bc2483de7a4b42379fa2d54825548ae57d8bf', true, false, 1795267141935);
INSERT INTO vendor (id, name, identifier_hash, secret_salt, secret_hash, is_sample, is_disabled, created_at)
  VALUES (7, '은하 공방', '\x965a4ac5bb705f204cee3a95c77ea5274c7b8dbb09a0e20b27aeeec54bc54479', '\xfe55b1e833007902d2cc95681fb6298f', '\xfcde6d908303e0a6f63c107cecabdc4c8c45344c7e4ea05cf9ff12b3ccae5844', false, false, 1795267141985);
INSERT INTO product (grams, id, vendor_id, name, description, folded, currency, price, discount, stock, thumbnail, created_at, issued_at, removal_id, folded_name, bargain, share, revision)
  VALUES ('{67108916,67108963,67108974,96469024,203423849,203423851,203423854,203423865,207618152,207618156,209715299,211812462,218103905,218103909,220201074,220201076,224395361,224395369,226492513,230686752,230686820,230686831,232783918,232783969,239075360,243269731}',
  1, 1, 'Kitchen chair no. 4', 'A plain, honest chair that stacks. Sold one at a time; four fit in most cars.', 'kitchen chair no. 4
oakandclay', 'USD', 1185000, 592500, 3, 'pictures/0/20261121/1e397bf7e5ae11f198948dfab7da8949_thumb.jpg', 1764153637935, 1764153637935, '1e397c08-e5ae-11f1-8ab3-b111cc22db4d', 'kitchen chair no. 4', 592500, 0.5, 1);
INSERT INTO product (grams, id, vendor_id, name, description, folded, currency, price, discount, stock, thumbnail, created_at, issued_at, removal_id, folded_name, bargain, share, revision)
  VALUES ('{67158412,92341841036,98979326976,99681879364,101267323308,103448363320,103733574816,103909741704,105906176032,110075361373}',
  2, 4, '산세베리아 소품', '물을 자주 주지 않아도 잘 자라는 산세베리아입니다. 토분에 심어 보내 드려요.', '산세베리아 소품
초록가게', 'KRW', 160000000, 16000000, 20, 'pictures/0/20261121/1e397bffe5ae11f19516cdeb49480e67_thumb.jpg', 1764608965935, 1764608965935, '1e397c09-e5ae-11f1-9c16-7d0340587f8e', '산세베리아 소품', 144000000, 0.1, 2);
INSERT INTO product (grams, id, vendor_id, name, description, folded, currency, price, discount, stock, thumbnail, created_at, issued_at, removal_id, folded_name, bargain, share, revision)
  VALUES ('{67108961,67108963,67108968,67108983,203423776,203423842,203423849,203423852,203423854,203423858,205521001,207618145,207618165,209715297,209715308,211812452,211812466,218103840,218103905,220201068,220201070,220201076,226492448,226492517,226492528,230686820,230686821,234881056,234881125,234881129,239075360,239075425,243269736,243269746,245366896,249561193}',
  10, 3, 'Trail cup with a carabiner handle', 'Clips to a bag and weighs 90 grams. Rinse and go.', 'trail cup with a carabiner handle
pedalpine', 'USD', 149000, 59600, 0, 'pictures/0/20261121/1e397bfee5ae11f19072897fd847941d_thumb.jpg', 1767715909935, 1767715909935, '1e397c11-e5ae-11f1-ba93-a7b68073e1ca', 'trail cup with a carabiner handle', 89400, 0.4, 10);
INSERT INTO product (grams, id, vendor_id, name, description, folded, currency, price, discount, stock, thumbnail, created_at, issued_at, removal_id, folded_name, bargain, share, revision)
  VALUES ('{67117075,67152928,67155108,67157572,67163557,17219715104,92408905760,92855647273,96057998939,102148079648,102196314144,102196358389,110075314208,114699586824}',
  24, 2, '달빛 향초 – 비 갠 뒤', '비 갠 뒤의 흙과 풀 향을 담은 소이 캔들. 약 40시간 탑니다.', '달빛 향초 – 비 갠 뒤
달빛공방', 'KRW', 170000000, 0, 8, 'pictures/0/20261121/1e397bf5e5ae11f18109c970d6021949_thumb.jpg', 1772941381936, 1772941381936, '1e397c1f-e5ae-11f1-b1c4-7979224400e3', '달빛 향초 – 비 갠 뒤', 170000000, 0.0, 24);
INSERT INTO product (grams, id, vendor_id, name, description, folded, currency, price, discount, stock, thumbnail, created_at, issued_at, removal_id, folded_name, bargain, share, revision)
  VALUES ('{67156536,92855647273,93398814453,96057950240,96057998939,99597988588,99975474680,101443484036,102196358389}',
  35, 2, '보름달 머그컵', '보름달처럼 둥근 손잡이가 있는 머그컵입니다. 손으로 빚어 하나하나 모양이 조금씩 다릅니다. 용량 320ml.', '보름달 머그컵
달빛공방', 'KRW', 180000000, 54000000, 15, 'pictures/0/20261121/1e397bfee5ae11f19072897fd847941d_thumb.jpg', 1776816421935, 1776816421935, '1e397c2a-e5ae-11f1-8879-df3fbc023350', '보름달 머그컵', 126000000, 0.3, 35);
INSERT INTO product (grams, id, vendor_id, name, description, folded, currency, price, discount, stock, thumbnail, created_at, issued_at, removal_id, folded_name, bargain, share, revision)
  VALUES ('{67159532,67161692,67236661,92341841036,93105160224,96041223969,98979326976,103714652192,106258546991,106906568564,107080581152,110075361373,110788390252}',
  48, 4, '다육이 여섯 친구 🌵', '서로 다른 다육식물 여섯 개를 한 상자에. 분갈이용 흙도 조금 넣어 드립니다.

받으신 날: 상자를 열어 하루쯤 그늘에 두세요.
물 주기: 두 주에 한 번, 흙이 완전히 마른 뒤에 🙂', '다육이 여섯 친구 🌵
초록가게', 'KRW', 210000000, 0, 250, 'pictures/0/20261121/1e397bffe5ae11f19516cdeb49480e67_thumb.jpg', 1781035333935, 1781035333935, '1e397c37-e5ae-11f1-bd5d-df06ae19a074', '다육이 여섯 친구 🌵', 210000000, 0.0, 48);
INSERT INTO product (grams, id, vendor_id, name, description, folded, currency, price, discount, stock, thumbnail, created_at, issued_at, removal_id, folded_name, bargain, share, revision)
  VALUES ('{67153731,92878667808,94092967121,100210364993,103484016656,104614385112,107080630465,112879257460,114806533376}',
  56, 6, '시험관 꽃병', '나무 받침에 시험관 다섯 개를 꽂았습니다. 벽에 걸 수도 있어요.', '시험관 꽃병
모퉁이상점', 'KRW', 140000000, 0, 20, 'pictures/0/20261121/1e397c06e5ae11f18e37394368b08db9_thumb.jpg', 1783406149935, 1783406149935, '1e397c3f-e5ae-11f1-b03e-65918611cb0e', '시험관 꽃병', 140000000, 0.0, 56);
INSERT INTO picture VALUES (1, 1, 'pictures/0/20261121/1e397bf7e5ae11f198948dfab7da8949_origin.jpg', 'pictures/0/20261121/1e397bf7e5ae11f198948dfab7da8949_thumb.jpg', 1764153637935);
INSERT INTO picture VALUES (2, 2, 'pictures/0/20261121/1e397bffe5ae11f19516cdeb49480e67_origin.jpg', 'pictures/0/20261121/1e397bffe5ae11f19516cdeb49480e67_thumb.jpg', 1764608965935);
INSERT INTO picture VALUES (15, 10, 'pictures/0/20261121/1e397bfee5ae11f19072897fd847941d_origin.jpg', 'pictures/0/20261121/1e397bfee5ae11f19072897fd847941d_thumb.jpg', 1767715909935);
INSERT INTO picture VALUES (16, 10, 'pictures/0/20261121/1e397bf0e5ae11f1b991511546c0f803_origin.jpg', 'pictures/0/20261121/1e397bf0e5ae11f1b991511546c0f803_thumb.jpg', 1767715909935);
INSERT INTO picture VALUES (40, 24, 'pictures/0/20261121/1e397bf5e5ae11f18109c970d6021949_origin.jpg', 'pictures/0/20261121/1e397bf5e5ae11f18109c970d6021949_thumb.jpg', 1772941381936);
INSERT INTO picture VALUES (57, 35, 'pictures/0/20261121/1e397bfee5ae11f19072897fd847941d_origin.jpg', 'pictures/0/20261121/1e397bfee5ae11f19072897fd847941d_thumb.jpg', 1776816421935);
INSERT INTO picture VALUES (58, 35, 'pictures/0/20261121/1e397c04e5ae11f1ae88f12addc12c7a_origin.jpg', 'pictures/0/20261121/1e397c04e5ae11f1ae88f12addc12c7a_thumb.jpg', 1776816421935);
INSERT INTO picture VALUES (79, 48, 'pictures/0/20261121/1e397bffe5ae11f19516cdeb49480e67_origin.jpg', 'pictures/0/20261121/1e397bffe5ae11f19516cdeb49480e67_thumb.jpg', 1781035333935);
INSERT INTO picture VALUES (80, 48, 'pictures/0/20261121/1e397c03e5ae11f18cac17b05fe2f870_origin.jpg', 'pictures/0/20261121/1e397c03e5ae11f18cac17b05fe2f870_thumb.jpg', 1781035333935);
INSERT INTO picture VALUES (93, 56, 'pictures/0/20261121/1e397c06e5ae11f18e37394368b08db9_origin.jpg', 'pictures/0/20261121/1e397c06e5ae11f18e37394368b08db9_thumb.jpg', 1783406149935);
INSERT INTO picture VALUES (94, 56, 'pictures/0/20261121/1e397bf2e5ae11f1a701b5f6ae3d6c37_origin.jpg', 'pictures/0/20261121/1e397bf2e5ae11f1a701b5f6ae3d6c37_thumb.jpg', 1783406149935);
INSERT INTO page_bucket VALUES (0, 7);
INSERT INTO page_block VALUES (0, 7);
INSERT INTO removal VALUES (1240200094154875, 122);
UPDATE market_state SET next_vendor = 8, next_product = 123, next_picture = 200, revision = 1240200094154875,
  floor = 1240200094154874, live = 7;
