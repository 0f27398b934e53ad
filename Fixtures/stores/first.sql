-- A market as the first version of the program left it: 8 of its 122 listings, and an account.
PRAGMA application_id = 1297238868;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
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
INSERT INTO vendor VALUES(1,'oakandclay',X'daae243bdb541e2196c093170d5143f363b7dc8208220f9fe9d15802b779af55',X'948896eb8a3f2cb4b6f5edbd22010eab',X'8141a02bed1e9eae530d437424495b6095b0d55573248d6181b158e10727aa58',1,0,1795267141935);
INSERT INTO vendor VALUES(2,'달빛공방',X'b8a6433161852d1282b89b42491bb2bd9cb9bbe774c0be1c3fa1291866883a0d',X'26d9960002e4e1997dd7fdb8df325f99',X'665558d7a54c47e58ceef1d6d92f07416e230e46d79b049e01f1d2506dbecf69',1,0,1795267141935);
INSERT INTO vendor VALUES(3,'pedalpine',X'f344869a5898cde15348f69f45543b81808246d86a833a31d09f7932d83a7707',X'd9e40408e8a29875a0f387d5ea798853',X'851d222c04c37ae9c76dd139b790642ca101ecc673d62061ebce4dbaeb72ee93',1,0,1795267141935);
INSERT INTO vendor VALUES(4,'초록가게',X'ded05a43c8edbb0f1a3f130325fcdf0e391216bb32539052cf661ef156a81ba8',X'eb82d14158ba950abb9e44e98df76e04',X'be76f50da5c925e5aaef9500c3ccb1fa9a8dbc6445d448d95c78f162fefe0b50',1,0,1795267141935);
INSERT INTO vendor VALUES(5,'slowsound',X'cb96bf6c5961443b581dd367cbd0029a10f5ce024a52f59994135c5ffaaf2006',X'cfb3bb7f5171024b14f58731c889e925',X'9a80620926b5bdb0a114ac44cb2c7f409991ea48a842e0ee5ca97cb94cbb4abb',1,0,1795267141935);
INSERT INTO vendor VALUES(6,'모퉁이상점',X'a1d88a848b7bc1b1bd77fd4890aee57dc0f897414019d0b7fd8520dc469d73db',X'943ae0ce043014e5e31d4574f99a5a81',X'1253dd204be1e48adb870b310a6bc2483de7a4b42379fa2d54825548ae57d8bf',1,0,1795267141935);
INSERT INTO vendor VALUES(7,'은하 공방',X'965a4ac5bb705f204cee3a95c77ea5274c7b8dbb09a0e20b27aeeec54bc54479',X'fe55b1e833007902d2cc95681fb6298f',X'fcde6d908303e0a6f63c107cecabdc4c8c45344c7e4ea05cf9ff12b3ccae5844',0,0,1795267141985);
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
INSERT INTO product VALUES(1,1,'Kitchen chair no. 4','A plain, honest chair that stacks. Sold one at a time; four fit in most cars.',replace('kitchen chair no. 4\noakandclay','\n',char(10)),'USD',1185000,592500,3,'pictures/0/20261121/1e397bf7e5ae11f198948dfab7da8949_thumb.jpg',1764153637935,1764153637935,'1e397c08-e5ae-11f1-8ab3-b111cc22db4d');
INSERT INTO product VALUES(2,4,'산세베리아 소품','물을 자주 주지 않아도 잘 자라는 산세베리아입니다. 토분에 심어 보내 드려요.',replace('산세베리아 소품\n초록가게','\n',char(10)),'KRW',160000000,16000000,20,'pictures/0/20261121/1e397bffe5ae11f19516cdeb49480e67_thumb.jpg',1764608965935,1764608965935,'1e397c09-e5ae-11f1-9c16-7d0340587f8e');
INSERT INTO product VALUES(10,3,'Trail cup with a carabiner handle','Clips to a bag and weighs 90 grams. Rinse and go.',replace('trail cup with a carabiner handle\npedalpine','\n',char(10)),'USD',149000,59600,0,'pictures/0/20261121/1e397bfee5ae11f19072897fd847941d_thumb.jpg',1767715909935,1767715909935,'1e397c11-e5ae-11f1-ba93-a7b68073e1ca');
INSERT INTO product VALUES(24,2,'달빛 향초 – 비 갠 뒤','비 갠 뒤의 흙과 풀 향을 담은 소이 캔들. 약 40시간 탑니다.',replace('달빛 향초 – 비 갠 뒤\n달빛공방','\n',char(10)),'KRW',170000000,0,8,'pictures/0/20261121/1e397bf5e5ae11f18109c970d6021949_thumb.jpg',1772941381936,1772941381936,'1e397c1f-e5ae-11f1-b1c4-7979224400e3');
INSERT INTO product VALUES(35,2,'보름달 머그컵','보름달처럼 둥근 손잡이가 있는 머그컵입니다. 손으로 빚어 하나하나 모양이 조금씩 다릅니다. 용량 320ml.',replace('보름달 머그컵\n달빛공방','\n',char(10)),'KRW',180000000,54000000,15,'pictures/0/20261121/1e397bfee5ae11f19072897fd847941d_thumb.jpg',1776816421935,1776816421935,'1e397c2a-e5ae-11f1-8879-df3fbc023350');
INSERT INTO product VALUES(48,4,'다육이 여섯 친구 🌵',replace('서로 다른 다육식물 여섯 개를 한 상자에. 분갈이용 흙도 조금 넣어 드립니다.\n\n받으신 날: 상자를 열어 하루쯤 그늘에 두세요.\n물 주기: 두 주에 한 번, 흙이 완전히 마른 뒤에 🙂','\n',char(10)),replace('다육이 여섯 친구 🌵\n초록가게','\n',char(10)),'KRW',210000000,0,250,'pictures/0/20261121/1e397bffe5ae11f19516cdeb49480e67_thumb.jpg',1781035333935,1781035333935,'1e397c37-e5ae-11f1-bd5d-df06ae19a074');
INSERT INTO product VALUES(56,6,'시험관 꽃병','나무 받침에 시험관 다섯 개를 꽂았습니다. 벽에 걸 수도 있어요.',replace('시험관 꽃병\n모퉁이상점','\n',char(10)),'KRW',140000000,0,20,'pictures/0/20261121/1e397c06e5ae11f18e37394368b08db9_thumb.jpg',1783406149935,1783406149935,'1e397c3f-e5ae-11f1-b03e-65918611cb0e');
INSERT INTO product VALUES(122,4,'쑥 비누','봄에 뜯은 쑥을 우려 만든 비누입니다. 6주 동안 천천히 숙성했습니다.',replace('쑥 비누\n초록가게','\n',char(10)),'KRW',70000000,0,1,'pictures/0/20261121/1e397c03e5ae11f18cac17b05fe2f870_thumb.jpg',1795248997935,1795248997935,'1e397c81-e5ae-11f1-91cb-2f1384f3828c');
CREATE TABLE picture (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
  origin TEXT NOT NULL,
  thumbnail TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
INSERT INTO picture VALUES(1,1,'pictures/0/20261121/1e397bf7e5ae11f198948dfab7da8949_origin.jpg','pictures/0/20261121/1e397bf7e5ae11f198948dfab7da8949_thumb.jpg',1764153637935);
INSERT INTO picture VALUES(2,2,'pictures/0/20261121/1e397bffe5ae11f19516cdeb49480e67_origin.jpg','pictures/0/20261121/1e397bffe5ae11f19516cdeb49480e67_thumb.jpg',1764608965935);
INSERT INTO picture VALUES(15,10,'pictures/0/20261121/1e397bfee5ae11f19072897fd847941d_origin.jpg','pictures/0/20261121/1e397bfee5ae11f19072897fd847941d_thumb.jpg',1767715909935);
INSERT INTO picture VALUES(16,10,'pictures/0/20261121/1e397bf0e5ae11f1b991511546c0f803_origin.jpg','pictures/0/20261121/1e397bf0e5ae11f1b991511546c0f803_thumb.jpg',1767715909935);
INSERT INTO picture VALUES(40,24,'pictures/0/20261121/1e397bf5e5ae11f18109c970d6021949_origin.jpg','pictures/0/20261121/1e397bf5e5ae11f18109c970d6021949_thumb.jpg',1772941381936);
INSERT INTO picture VALUES(57,35,'pictures/0/20261121/1e397bfee5ae11f19072897fd847941d_origin.jpg','pictures/0/20261121/1e397bfee5ae11f19072897fd847941d_thumb.jpg',1776816421935);
INSERT INTO picture VALUES(58,35,'pictures/0/20261121/1e397c04e5ae11f1ae88f12addc12c7a_origin.jpg','pictures/0/20261121/1e397c04e5ae11f1ae88f12addc12c7a_thumb.jpg',1776816421935);
INSERT INTO picture VALUES(79,48,'pictures/0/20261121/1e397bffe5ae11f19516cdeb49480e67_origin.jpg','pictures/0/20261121/1e397bffe5ae11f19516cdeb49480e67_thumb.jpg',1781035333935);
INSERT INTO picture VALUES(80,48,'pictures/0/20261121/1e397c03e5ae11f18cac17b05fe2f870_origin.jpg','pictures/0/20261121/1e397c03e5ae11f18cac17b05fe2f870_thumb.jpg',1781035333935);
INSERT INTO picture VALUES(93,56,'pictures/0/20261121/1e397c06e5ae11f18e37394368b08db9_origin.jpg','pictures/0/20261121/1e397c06e5ae11f18e37394368b08db9_thumb.jpg',1783406149935);
INSERT INTO picture VALUES(94,56,'pictures/0/20261121/1e397bf2e5ae11f1a701b5f6ae3d6c37_origin.jpg','pictures/0/20261121/1e397bf2e5ae11f1a701b5f6ae3d6c37_thumb.jpg',1783406149935);
INSERT INTO picture VALUES(198,122,'pictures/0/20261121/1e397c03e5ae11f18cac17b05fe2f870_origin.jpg','pictures/0/20261121/1e397c03e5ae11f18cac17b05fe2f870_thumb.jpg',1795248997935);
INSERT INTO picture VALUES(199,122,'pictures/0/20261121/1e397bffe5ae11f19516cdeb49480e67_origin.jpg','pictures/0/20261121/1e397bffe5ae11f19516cdeb49480e67_thumb.jpg',1795248997935);
CREATE TABLE page_bucket (
  bucket INTEGER PRIMARY KEY,
  live INTEGER NOT NULL
) STRICT;
INSERT INTO page_bucket VALUES(0,8);
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
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('vendor',7);
INSERT INTO sqlite_sequence VALUES('product',122);
INSERT INTO sqlite_sequence VALUES('picture',199);
CREATE INDEX product_vendor ON product (vendor_id);
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
COMMIT;
