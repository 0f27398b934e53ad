-- A market as the second version of the program left it: 7 of its 122 listings, and an account.
PRAGMA application_id = 1297238868;
PRAGMA user_version = 2;
BEGIN TRANSACTION;
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
CREATE TABLE doomed_file (path TEXT PRIMARY KEY) STRICT;
CREATE TABLE market_revision (number INTEGER NOT NULL, floor INTEGER NOT NULL) STRICT;
INSERT INTO "market_revision" VALUES(1240200094154875,1240200094154874);
CREATE TABLE page_bucket (
  bucket INTEGER PRIMARY KEY,
  live INTEGER NOT NULL
) STRICT;
INSERT INTO "page_bucket" VALUES(0,7);
CREATE TABLE picture (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
  origin TEXT NOT NULL,
  thumbnail TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
INSERT INTO "picture" VALUES(1,1,'pictures/0/20261121/1e397bf7e5ae11f198948dfab7da8949_origin.jpg','pictures/0/20261121/1e397bf7e5ae11f198948dfab7da8949_thumb.jpg',1764153637935);
INSERT INTO "picture" VALUES(2,2,'pictures/0/20261121/1e397bffe5ae11f19516cdeb49480e67_origin.jpg','pictures/0/20261121/1e397bffe5ae11f19516cdeb49480e67_thumb.jpg',1764608965935);
INSERT INTO "picture" VALUES(15,10,'pictures/0/20261121/1e397bfee5ae11f19072897fd847941d_origin.jpg','pictures/0/20261121/1e397bfee5ae11f19072897fd847941d_thumb.jpg',1767715909935);
INSERT INTO "picture" VALUES(16,10,'pictures/0/20261121/1e397bf0e5ae11f1b991511546c0f803_origin.jpg','pictures/0/20261121/1e397bf0e5ae11f1b991511546c0f803_thumb.jpg',1767715909935);
INSERT INTO "picture" VALUES(40,24,'pictures/0/20261121/1e397bf5e5ae11f18109c970d6021949_origin.jpg','pictures/0/20261121/1e397bf5e5ae11f18109c970d6021949_thumb.jpg',1772941381936);
INSERT INTO "picture" VALUES(57,35,'pictures/0/20261121/1e397bfee5ae11f19072897fd847941d_origin.jpg','pictures/0/20261121/1e397bfee5ae11f19072897fd847941d_thumb.jpg',1776816421935);
INSERT INTO "picture" VALUES(58,35,'pictures/0/20261121/1e397c04e5ae11f1ae88f12addc12c7a_origin.jpg','pictures/0/20261121/1e397c04e5ae11f1ae88f12addc12c7a_thumb.jpg',1776816421935);
INSERT INTO "picture" VALUES(79,48,'pictures/0/20261121/1e397bffe5ae11f19516cdeb49480e67_origin.jpg','pictures/0/20261121/1e397bffe5ae11f19516cdeb49480e67_thumb.jpg',1781035333935);
INSERT INTO "picture" VALUES(80,48,'pictures/0/20261121/1e397c03e5ae11f18cac17b05fe2f870_origin.jpg','pictures/0/20261121/1e397c03e5ae11f18cac17b05fe2f870_thumb.jpg',1781035333935);
INSERT INTO "picture" VALUES(93,56,'pictures/0/20261121/1e397c06e5ae11f18e37394368b08db9_origin.jpg','pictures/0/20261121/1e397c06e5ae11f18e37394368b08db9_thumb.jpg',1783406149935);
INSERT INTO "picture" VALUES(94,56,'pictures/0/20261121/1e397bf2e5ae11f1a701b5f6ae3d6c37_origin.jpg','pictures/0/20261121/1e397bf2e5ae11f1a701b5f6ae3d6c37_thumb.jpg',1783406149935);
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
, folded_name TEXT NOT NULL DEFAULT '', bargain INTEGER NOT NULL DEFAULT 0, share REAL NOT NULL DEFAULT 0, revision INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "product" VALUES(1,1,'Kitchen chair no. 4','A plain, honest chair that stacks. Sold one at a time; four fit in most cars.','kitchen chair no. 4
oakandclay','USD',1185000,592500,3,'pictures/0/20261121/1e397bf7e5ae11f198948dfab7da8949_thumb.jpg',1764153637935,1764153637935,'1e397c08-e5ae-11f1-8ab3-b111cc22db4d','kitchen chair no. 4',592500,0.5,1);
INSERT INTO "product" VALUES(2,4,'산세베리아 소품','물을 자주 주지 않아도 잘 자라는 산세베리아입니다. 토분에 심어 보내 드려요.','산세베리아 소품
초록가게','KRW',160000000,16000000,20,'pictures/0/20261121/1e397bffe5ae11f19516cdeb49480e67_thumb.jpg',1764608965935,1764608965935,'1e397c09-e5ae-11f1-9c16-7d0340587f8e','산세베리아 소품',144000000,0.1,2);
INSERT INTO "product" VALUES(10,3,'Trail cup with a carabiner handle','Clips to a bag and weighs 90 grams. Rinse and go.','trail cup with a carabiner handle
pedalpine','USD',149000,59600,0,'pictures/0/20261121/1e397bfee5ae11f19072897fd847941d_thumb.jpg',1767715909935,1767715909935,'1e397c11-e5ae-11f1-ba93-a7b68073e1ca','trail cup with a carabiner handle',89400,0.4,10);
INSERT INTO "product" VALUES(24,2,'달빛 향초 – 비 갠 뒤','비 갠 뒤의 흙과 풀 향을 담은 소이 캔들. 약 40시간 탑니다.','달빛 향초 – 비 갠 뒤
달빛공방','KRW',170000000,0,8,'pictures/0/20261121/1e397bf5e5ae11f18109c970d6021949_thumb.jpg',1772941381936,1772941381936,'1e397c1f-e5ae-11f1-b1c4-7979224400e3','달빛 향초 – 비 갠 뒤',170000000,0.0,24);
INSERT INTO "product" VALUES(35,2,'보름달 머그컵','보름달처럼 둥근 손잡이가 있는 머그컵입니다. 손으로 빚어 하나하나 모양이 조금씩 다릅니다. 용량 320ml.','보름달 머그컵
달빛공방','KRW',180000000,54000000,15,'pictures/0/20261121/1e397bfee5ae11f19072897fd847941d_thumb.jpg',1776816421935,1776816421935,'1e397c2a-e5ae-11f1-8879-df3fbc023350','보름달 머그컵',126000000,0.3,35);
INSERT INTO "product" VALUES(48,4,'다육이 여섯 친구 🌵','서로 다른 다육식물 여섯 개를 한 상자에. 분갈이용 흙도 조금 넣어 드립니다.

받으신 날: 상자를 열어 하루쯤 그늘에 두세요.
물 주기: 두 주에 한 번, 흙이 완전히 마른 뒤에 🙂','다육이 여섯 친구 🌵
초록가게','KRW',210000000,0,250,'pictures/0/20261121/1e397bffe5ae11f19516cdeb49480e67_thumb.jpg',1781035333935,1781035333935,'1e397c37-e5ae-11f1-bd5d-df06ae19a074','다육이 여섯 친구 🌵',210000000,0.0,48);
INSERT INTO "product" VALUES(56,6,'시험관 꽃병','나무 받침에 시험관 다섯 개를 꽂았습니다. 벽에 걸 수도 있어요.','시험관 꽃병
모퉁이상점','KRW',140000000,0,20,'pictures/0/20261121/1e397c06e5ae11f18e37394368b08db9_thumb.jpg',1783406149935,1783406149935,'1e397c3f-e5ae-11f1-b03e-65918611cb0e','시험관 꽃병',140000000,0.0,56);
CREATE TABLE removal (revision INTEGER PRIMARY KEY, product_id INTEGER NOT NULL) STRICT;
INSERT INTO "removal" VALUES(1240200094154875,122);
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
INSERT INTO "vendor" VALUES(1,'oakandclay',X'DAAE243BDB541E2196C093170D5143F363B7DC8208220F9FE9D15802B779AF55',X'948896EB8A3F2CB4B6F5EDBD22010EAB',X'8141A02BED1E9EAE530D437424495B6095B0D55573248D6181B158E10727AA58',1,0,1795267141935);
INSERT INTO "vendor" VALUES(2,'달빛공방',X'B8A6433161852D1282B89B42491BB2BD9CB9BBE774C0BE1C3FA1291866883A0D',X'26D9960002E4E1997DD7FDB8DF325F99',X'665558D7A54C47E58CEEF1D6D92F07416E230E46D79B049E01F1D2506DBECF69',1,0,1795267141935);
INSERT INTO "vendor" VALUES(3,'pedalpine',X'F344869A5898CDE15348F69F45543B81808246D86A833A31D09F7932D83A7707',X'D9E40408E8A29875A0F387D5EA798853',X'851D222C04C37AE9C76DD139B790642CA101ECC673D62061EBCE4DBAEB72EE93',1,0,1795267141935);
INSERT INTO "vendor" VALUES(4,'초록가게',X'DED05A43C8EDBB0F1A3F130325FCDF0E391216BB32539052CF661EF156A81BA8',X'EB82D14158BA950ABB9E44E98DF76E04',X'BE76F50DA5C925E5AAEF9500C3CCB1FA9A8DBC6445D448D95C78F162FEFE0B50',1,0,1795267141935);
INSERT INTO "vendor" VALUES(5,'slowsound',X'CB96BF6C5961443B581DD367CBD0029A10F5CE024A52F59994135C5FFAAF2006',X'CFB3BB7F5171024B14F58731C889E925',X'9A80620926B5BDB0A114AC44CB2C7F409991EA48A842E0EE5CA97CB94CBB4ABB',1,0,1795267141935);
INSERT INTO "vendor" VALUES(6,'모퉁이상점',X'A1D88A848B7BC1B1BD77FD4890AEE57DC0F897414019D0B7FD8520DC469D73DB',X'943AE0CE043014E5E31D4574F99A5A81',X'1253DD204BE1E48ADB870B310A6BC2483DE7A4B42379FA2D54825548AE57D8BF',1,0,1795267141935);
INSERT INTO "vendor" VALUES(7,'은하 공방',X'965A4AC5BB705F204CEE3A95C77EA5274C7B8DBB09A0E20B27AEEEC54BC54479',X'FE55B1E833007902D2CC95681FB6298F',X'FCDE6D908303E0A6F63C107CECABDC4C8C45344C7E4EA05CF9FF12B3CCAE5844',0,0,1795267141985);
CREATE INDEX product_folded ON product (id, folded);
CREATE INDEX picture_product ON picture (product_id);
CREATE INDEX picture_origin ON picture (origin);
CREATE TRIGGER product_counted AFTER INSERT ON product BEGIN
  INSERT INTO page_bucket VALUES (new.id / 256, 1)
    ON CONFLICT (bucket) DO UPDATE SET live = live + 1;
END;
CREATE TRIGGER product_uncounted AFTER DELETE ON product BEGIN
  UPDATE page_bucket SET live = live - 1 WHERE bucket = old.id / 256;
  DELETE FROM page_bucket WHERE bucket = old.id / 256 AND live = 0;
END;
CREATE INDEX answer_age ON answer (created_at);
CREATE TRIGGER product_removed AFTER DELETE ON product BEGIN
  UPDATE market_revision SET number = number + 1;
  INSERT INTO removal SELECT number, old.id FROM market_revision;
  DELETE FROM removal
    WHERE revision <= (SELECT number FROM market_revision) - 200000;
END;
CREATE INDEX product_shop
  ON product (vendor_id, id, currency, bargain, stock, discount, created_at);
CREATE INDEX product_recent
  ON product (id, vendor_id, currency, bargain, stock, discount, created_at);
CREATE INDEX product_name
  ON product (folded_name, id, vendor_id, currency, bargain, stock, discount, created_at);
CREATE INDEX product_price
  ON product (currency, bargain, id, vendor_id, stock, discount, created_at);
CREATE INDEX product_stock
  ON product (stock, id, vendor_id, currency, bargain, discount, created_at);
CREATE INDEX product_share
  ON product (share, id, vendor_id, currency, bargain, stock, discount, created_at);
CREATE UNIQUE INDEX product_revision ON product (revision);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('vendor',7);
INSERT INTO "sqlite_sequence" VALUES('product',122);
INSERT INTO "sqlite_sequence" VALUES('picture',199);
COMMIT;
