extension LayoutTests {
  /// Files of earlier and later versions of the same markets, and their listings.
  static let otherVersions: [(String, String, [String])] = [
    (
      "square-online.csv",
      """
      Reference Handle,Token,Item Name,Customer-facing Name,Variation Name,SKU,Description,Categories,GTIN,Item Type,Price,Online Sale Price,Archived,Current Quantity Elm St,New Quantity Elm St,Image
      ,T1,Honey jar,,Small,,Honey of this summer.,Honey,,Physical,8.00,7.00,N,3,,a.jpg
      ,T1,Honey jar,,Large,,Honey of this summer.,Honey,,Physical,14.00,,N,1,,a.jpg
      #wax,T2,Wax candle,,Regular,WC,A candle of pure wax.,Wax,,Physical,6.00,,Y,9,,a.jpg
      """,
      [
        "Honey-jar-Large\tHoney jar – Large\t14\t14\t1",
        "Honey-jar-Small\tHoney jar – Small\t8\t7\t3",
      ]
    ),
    (
      "etsy-three.csv",
      """
      TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS,IMAGE1,VARIATION 1 TYPE,VARIATION 1 NAME,VARIATION 1 VALUES,VARIATION 2 TYPE,VARIATION 2 NAME,VARIATION 2 VALUES,VARIATION 3 TYPE,VARIATION 3 NAME,VARIATION 3 VALUES,SKU
      Silver ring,A ring of plain silver.,30.00,USD,4,ring,silver,https://shop.example/1.jpg,Size,Size,6,,,,Engraving,Engraving,"yes,no",R
      """,
      [
        "R-6-no\tSilver ring – 6 / no\t30\t30\t4", "R-6-yes\tSilver ring – 6 / yes\t30\t30\t4",
      ]
    ),
    (
      "ebay-active.csv",
      """
      Item number,Title,Variation details,Custom label (SKU),Available quantity,Format,Currency,Start price,Auction Buy It Now price,Reserve price,Current price,Sold quantity,Item photo URL,Description
      318000000001,Wall paint,Color=Red;Blue,PAINT,4,FIXED_PRICE,USD,19.99,,,19.99,1,a.jpg,A paint for walls.
      318000000001,Wall paint,Color=Red,PAINT-RED,1,FIXED_PRICE,USD,19.99,,,19.99,1,,
      318000000001,Wall paint,Color=Blue,,3,FIXED_PRICE,USD,21.99,,,21.99,0,,
      318000000002,Wide brush,,,1,FIXED_PRICE,USD,7.50,,,7.50,0,a.jpg,A brush for walls.
      """,
      [
        "PAINT-RED\tWall paint – Red\t19.99\t19.99\t1",
        "318000000001-Blue\tWall paint – Blue\t21.99\t21.99\t3",
        "318000000002\tWide brush\t7.5\t7.5\t1",
      ]
    ),
    (
      "ebay-draft.csv",
      """
      #INFO,Version=0.0.2,Template= eBay-draft-listings-template_US,,,,,,,,
      Action(SiteID=US|Country=US|Currency=USD|Version=1193|CC=UTF-8),Custom label (SKU),Category ID,Title,UPC,Price,Quantity,Item photo URL,Condition ID,Description,Format
      Draft,CAR-1,180506,Toy car of tin,,12.00,2,a.jpg,1000,A car of painted tin.,FixedPrice
      """,
      ["CAR-1\tToy car of tin\t12\t12\t2"]
    ),
    (
      "smartstore-2019.csv",
      """
      상품상태,카테고리ID,상품명,판매가,재고수량,A/S 안내내용,대표 이미지 파일명,추가 이미지 파일명,상품 상세정보,판매자 상품코드,즉시할인 값,즉시할인 단위,옵션형태,옵션명,옵션값,옵션가,옵션 재고수량
      신상품,50000805,모직 목도리,12000,9,,a.jpg,"b.jpg",양털로 짠 목도리입니다. 따뜻합니다.,SC,,,조합형,"색상
      크기","빨강,파랑
      S,M","0,0,1000,1000","1,2,3,4"
      """,
      [
        "SC-빨강-S\t모직 목도리 – 빨강 / S\t12000\t12000\t1",
        "SC-빨강-M\t모직 목도리 – 빨강 / M\t12000\t12000\t2",
        "SC-파랑-S\t모직 목도리 – 파랑 / S\t13000\t13000\t3",
        "SC-파랑-M\t모직 목도리 – 파랑 / M\t13000\t13000\t4",
      ]
    ),
    (
      "coupang-wing.csv",
      """
      카테고리,등록상품명,노출상품명,브랜드,옵션유형1,옵션값1,옵션유형2,옵션값2,판매가격,할인율기준가,재고수량,출고리드타임,업체상품코드,대표(옵션)이미지,추가이미지,상세 설명
      [77388] 완구,3000비눗방울,비눗방울 장난감,노브랜드,색상,빨강,수량,1개,4460,5000,7,1,B-1,a.jpg,,불면 나오는 비눗방울입니다.
      [77388] 완구,,,,색상,파랑,수량,1개,4460,5000,8,1,B-2,a.jpg,,
      """,
      [
        "B-1\t비눗방울 장난감 – 빨강 / 1개\t5000\t4460\t7",
        "B-2\t비눗방울 장난감 – 파랑 / 1개\t5000\t4460\t8",
      ]
    ),
    (
      "squarespace.csv",
      """
      Product ID [Non Editable],Variant ID [Non Editable],Product Type [Non Editable],Product Page,Product URL,Title,Description,SKU,Option Name 1,Option Value 1,Option Name 2,Option Value 2,Price,Sale Price,On Sale,Stock,Visible,Hosted Image URLs
      5f1,9a1,PHYSICAL,shop,oak-bowl,Oak bowl,<p>Turned from one piece.</p>,BOWL-S,Size,Small,,,45.00,39.00,Yes,4,Yes,https://shop.example/s.jpg https://shop.example/t.jpg
      ,9a2,,,,,,BOWL-L,Size,Large,,,59.00,0.00,No,Unlimited,,
      5f2,9a3,PHYSICAL,shop,jar,Honey jar,<p>Honey of this summer.</p>,JAR,,,,,18.50,15.00,No,2,Yes,https://shop.example/jar.jpg
      5f3,9a4,PHYSICAL,shop,old,Old jar,<p>No longer for sale.</p>,OLD,,,,,18.50,0.00,No,2,No,https://shop.example/jar.jpg
      """,
      [
        "BOWL-S\tOak bowl – Small\t45\t39\t4", "BOWL-L\tOak bowl – Large\t59\t59\t50",
        "JAR\tHoney jar\t18.5\t18.5\t2",
      ]
    ),
    (
      "wix.csv",
      """
      handleId,fieldType,name,description,productImageUrl,collection,sku,ribbon,price,surcharge,visible,discountMode,discountValue,inventory,weight,cost,productOptionName1,productOptionType1,productOptionDescription1
      Product_1,Product,Linen apron,<p>An apron of linen.</p>,https://shop.example/a.jpg;https://shop.example/b.jpg,Kitchen,,,40.00,,true,PERCENT,10,InStock,0.3,20,Size,DROP_DOWN,S;M
      Product_1,Variant,,,,,AP-S,,,0,true,,,5,,,,,S
      Product_1,Variant,,,,,AP-M,,,10,true,,,InStock,,,,,M
      Product_2,Product,Oven mitt,<p>One mitt of linen.</p>,https://shop.example/c.jpg,Kitchen,MI,,12.50,,true,AMOUNT,2.50,OutOfStock,0.1,5,Colour,DROP_DOWN,Red;Blue
      Product_3,Product,Old mitt,<p>One mitt of linen.</p>,https://shop.example/c.jpg,Kitchen,OLD,,12.50,,false,AMOUNT,0,7,0.1,5,,,
      """,
      [
        "AP-S\tLinen apron – S\t40\t36\t5", "AP-M\tLinen apron – M\t50\t45\t50",
        "MI\tOven mitt\t12.5\t10\t0",
      ]
    ),
    (
      "shopify-untracked.csv",
      """
      Handle,Title,Body (HTML),Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Image Src,Status
      jar,Honey jar,Honey of this summer.,Size,Small,JAR-S,shopify,0,18.50,a.jpg,active
      jar,,,,Large,JAR-L,,0,28.50,,
      """,
      ["JAR-S\tHoney jar – Small\t18.5\t18.5\t0", "JAR-L\tHoney jar – Large\t28.5\t28.5\t50"]
    ),
    (
      "woocommerce-german.csv",
      """
      ID,Typ,Artikelnummer,Name,Veröffentlicht,Ist hervorgehoben?,Kurzbeschreibung,Beschreibung,"Datum, an dem Angebotspreis beginnt","Datum, an dem Angebotspreis endet",Lager,Angebotspreis,Regulärer Preis,Bilder,Übergeordnetes Produkt,Attribut 1 Wert(e)
      1,simple,M-1,Eichenbecher,1,0,,Ein Becher aus Eiche.,2020-01-01,2020-01-31,3,10.00,20.00,a.jpg,,
      2,simple,M-2,Entwurf,-1,0,,Ein Becher aus Eiche.,,,3,,20.00,a.jpg,,
      3,variable,S,Schale,-1,0,,Eine Schale aus Eiche.,,,,,,a.jpg,,"S, L"
      4,variation,S-S,Schale - S,1,0,,,,,2,,15.00,,S,S
      5,variable,T,Teller,1,0,,Ein Teller aus Eiche.,,,,,,a.jpg,,"S, L"
      6,variation,T-L,Teller - L,1,0,,,,,2,,15.00,,T,L
      """,
      ["M-1\tEichenbecher\t20\t20\t3", "T-L\tTeller – L\t15\t15\t2"]
    ),
    (
      "ebay-auctions.csv",
      """
      Item number,Title,Variation details,Custom label (SKU),Available quantity,Format,Currency,Start price,Auction Buy It Now price,Current price,Item photo URL,Description
      1101,Oak mug,,MUG-1,1,AUCTION,USD,0.99,45.00,12.50,a.jpg,A mug of oak.
      1102,Oak bowl,,BOWL,1,FIXED_PRICE,USD,45.00,,45.00,a.jpg,A bowl of oak.
      """,
      ["BOWL\tOak bowl\t45\t45\t1"]
    ),
    (
      "coupang-stopped.csv",
      """
      등록상품명,노출상품명,판매상태,옵션값1,판매가격,할인율기준가,재고수량,업체상품코드,대표(옵션)이미지,상세 설명
      머그컵,머그컵,판매중지,빨강,12000,12000,7,M-R,a.jpg,나무를 깎아 만들었습니다.
      ,,판매중,파랑,12000,12000,8,M-B,a.jpg,
      접시,접시,판매중,대,15000,15000,3,P-L,a.jpg,나무를 깎아 만들었습니다.
      ,,판매중지,소,15000,15000,4,P-S,a.jpg,
      """,
      ["M-B\t머그컵 – 파랑\t12000\t12000\t8", "P-L\t접시 – 대\t15000\t15000\t3"]
    ),
    (
      "smartstore-one-option.csv",
      """
      판매자 상품코드,카테고리코드,상품명,판매가,재고수량,옵션형태,옵션명,옵션값,옵션가,옵션 재고수량,대표이미지,상세설명,즉시할인 값,즉시할인 단위
      S1,50000,큰 접시,20000,9,조합형,사이즈,L,1000,3,a.jpg,나무를 깎아 만들었습니다.,,원
      """,
      ["S1\t큰 접시\t21000\t21000\t3"]
    ),
    (
      "square-thousands.csv",
      """
      Token,Item Name,Variation Name,SKU,Description,Price,Current Quantity Elm St,Current Quantity Oak St,Image
      T1,Honey jar,Regular,JAR,Honey of this summer.,8.00,"1,000",5,a.jpg
      """,
      ["JAR\tHoney jar\t8\t8\t1005"]
    ),
    (
      "google-sale.csv",
      """
      id,title,description,link,image_link,availability,price,sale_price,sale_price_effective_date,quantity
      G-1,Oak mug,A mug of oak.,https://shop.example/1,a.jpg,in_stock,20.00 USD,10.00 USD,2020-02-24T11:07+0100 / 2020-02-29T23:07+0100,3
      G-2,Oak bowl,A bowl of oak.,https://shop.example/2,a.jpg,in_stock,20.00 USD,10.00 USD,,3
      """,
      ["G-1\tOak mug\t20\t20\t3", "G-2\tOak bowl\t20\t10\t3"]
    ),
  ]
}
