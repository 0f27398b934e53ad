-- What the fourth version of the program made of third.sql.
PRAGMA user_version = 4;
BEGIN TRANSACTION;
CREATE VIRTUAL TABLE product_gram USING fts5(
  grams, content = '', columnsize = 0, detail = none, tokenize = 'ascii');
INSERT INTO product_gram (rowid, grams) VALUES (1,'13ydkk 13ydlv 13ydm6 1lfnz4 3d42uh 3d42uj 3d42um 3d42ux 3flz6w 3flz70 3guxcz 3i3vji 3luq1t 3luq1x 3n3o8i 3n3o8k 3plkkh 3plkkp 3quiqp 3tcf1c 3tcf38 3tcf3j 3uld7y 3uld9d 3yc7q8 40u44j');
INSERT INTO product_gram (rowid, grams) VALUES (2,'13zfrg 16f5y4jw 19gxqhhc 19sk0mdg 1airy6r0 1biuhfzs 1bnkailc 1bqh6du0 1cnhswf4 1ekg10f1');
INSERT INTO product_gram (rowid, grams) VALUES (10,'13ydlt 13ydlv 13ydm0 13ydmf 3d42sg 3d42ua 3d42uh 3d42uk 3d42um 3d42uq 3ed10p 3flz6p 3flz79 3guxcx 3guxd8 3i3vj8 3i3vjm 3luq00 3luq1t 3n3o8c 3n3o8e 3n3o8k 3quiow 3quiqt 3quir4 3tcf38 3tcf39 3vubds 3vubfp 3vubft 3yc7q8 3yc7s1 40u44o 40u44y 4232b4 44kynd');
INSERT INTO product_gram (rowid, grams) VALUES (24,'13yjv7 13zbj4 13zd7o 13zf44 13zjqd 7ws697k 16g9vk0w 16nnurzd 184mgacb 1axcbuow 1ay51oo0 1ay52mt1 1ekg000w 1gox67m0');
INSERT INTO product_gram (rowid, grams) VALUES (35,'13zebc 16nnurzd 16wn8qgl 184mf8rk 184mgacb 19r62ju4 19xetdyw 1alotx8k 1ay52mt1');
INSERT INTO product_gram (rowid, grams) VALUES (48,'13zgmk 13ziak 141451 16f5y4jw 16rsepeo 184cgqox 19gxqhhc 1bn90xsw 1ctblflb 1d41es8k 1d6x0h7k 1ekg10f1 1ew8jp0s');
INSERT INTO product_gram (rowid, grams) VALUES (56,'13zc5f 16o1k6qo 1784iu35 1a1anwht 1bjfpma8 1c24pc60 1d6x1j9d 1fute8hg 1gqoug3k');
COMMIT;
