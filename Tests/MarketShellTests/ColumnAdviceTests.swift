import MarketTestSupport
import Testing

@testable import MarketShell

/// The command that is advised for the table of a program that `import` does not know.
@Suite(.timeLimit(.minutes(60))) struct ColumnAdviceTests {
  struct Table: CustomTestStringConvertible {
    let program: String
    let text: String
    /// The currency, price, discount and stock of the first listing.
    let expected: String

    var testDescription: String { program }
  }

  private static let tables = [
    Table(
      program: "Vend",
      text: """
        id,handle,sku,composite_sku,composite_quantity,name,description,retail_price,supply_price,\
        inventory_Main_Outlet,reorder_point_Main_Outlet,image
        u1,mug,MUG-1,,,Oak mug,Turned from one piece.,25.50,10,12,1,a.jpg
        u2,bowl,MUG-2,,,Oak bowl,Turned from one piece.,35.50,10,3,1,b.jpg
        """, expected: "USD\t25.5\t0\t12"),
    Table(
      program: "Rakuten",
      text: """
        商品番号,商品名,税込価格,税抜価格,在庫,商品説明,商品画像1,商品画像2
        MUG-1,オークのマグ,"1,320","1,200",3,一本の木から削り出しました。,a.jpg,b.jpg
        """, expected: "KRW\t1320\t0\t3"),
    Table(
      program: "1688",
      text: """
        商品标题,货号,颜色,价格,库存,主图,商品描述
        亚麻衬衫,MUG,1,59.00,100+,a.jpg,天然亚麻制成的衬衫非常舒适
        亚麻衬衫,MUG,2,59.00,80,a.jpg,天然亚麻制成的衬衫非常舒适
        """, expected: "USD\t59\t0\t100"),
    Table(
      program: "Godomall",
      text: """
        상품번호,상품명_기본,자체상품코드,판매가,정가,재고,안전재고,이미지명,상품상세설명
        goodsNo,goodsNm,goodsCd,goodsPrice,fixedPrice,totalStock,safeStock,imageNm,goodsDescription
        G1000,참나무 머그,MUG-1,12000,15000,5,2,a.jpg,나무 한 토막을 깎아 만들었습니다.
        """, expected: "KRW\t12000\t0\t5"),
    Table(
      program: "PrestaShop, list",
      text: """
        Product ID;Image;Name;Reference;Category;Price (tax excl.);Price (tax incl.);Quantity;Description
        1;a.jpg;Oak mug;MUG-1;Mugs;19.12;23.90;12;Turned from one piece.
        2;b.jpg;Oak bowl;MUG-2;Mugs;29.12;33.90;3;Turned from one piece.
        """, expected: "USD\t23.9\t0\t12"),
    Table(
      program: "French price list",
      text: """
        Référence;Désignation;Prix HT;Prix TTC;Stock;Description;Photo
        MUG-1;Oak mug;20,00;24,00;12;Turned from one piece.;a.jpg
        MUG-2;Oak bowl;30,00;36,00;3;Turned from one piece.;b.jpg
        """, expected: "USD\t24\t0\t12"),
    Table(
      program: "Korean price list",
      text: """
        품번,품명,단가(VAT별도),단가(VAT포함),재고,설명,사진
        MUG-1,참나무 머그,"10,000","11,000",3,나무 한 토막을 깎아 만들었습니다.,a.jpg
        MUG-2,벚나무 그릇,"20,000","22,000",2,나무 한 토막을 깎아 만들었습니다.,a.jpg
        """, expected: "KRW\t11000\t0\t3"),
    Table(
      program: "price list without delivery",
      text: """
        품번,품명,정가,판매가(배송비 별도),재고,설명,사진,분류
        MUG-1,참나무 머그,"15,000","12,000",3,나무 한 토막을 깎아 만들었습니다.,a.jpg,컵
        MUG-2,벚나무 그릇,"25,000","22,000",2,나무 한 토막을 깎아 만들었습니다.,a.jpg,컵
        """, expected: "KRW\t12000\t0\t3"),
    Table(
      program: "BigCommerce",
      text: """
        Item Type,Product ID,Product Name,Product Type,Product Code/SKU,Brand Name,Retail Price,Price,\
        Cost Price,Current Stock Level,Product Description,Product Image File - 1
        Product,77,Oak mug,P,MUG-1,Oak,30,25.50,10,12,Turned from one piece.,a.jpg
        Product,78,Oak bowl,P,MUG-2,Oak,30,35.50,10,3,Turned from one piece.,b.jpg
        """, expected: "USD\t25.5\t0\t12"),
    Table(
      program: "PrestaShop",
      text: """
        Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax included;On sale (0/1);\
        Discount amount;Reference #;Quantity;Description;Image URLs (x,y,z...)
        1;1;Oak mug;Mugs;25.50;0;5;MUG-1;12;Turned from one piece.;a.jpg
        2;1;Oak bowl;Mugs;35.50;0;0;MUG-2;3;Turned from one piece.;b.jpg
        """, expected: "USD\t25.5\t5\t12"),
    Table(
      program: "Magento",
      text: """
        sku,store_view_code,attribute_set_code,product_type,name,description,price,special_price,\
        special_price_from_date,qty,base_image,product_online,tax_class_name
        MUG-1,,Default,simple,Oak mug,Turned from one piece.,25.5000,20.5000,,12.0000,a.jpg,1,Goods
        """, expected: "USD\t25.5\t5\t12"),
    Table(
      program: "Amazon",
      text: """
        TemplateType=fptcustom\tVersion=2021\tThe top 3 rows are not for you.\t\t\t
        Seller SKU\tProduct Name\tStandard Price\tQuantity\tProduct Description\tMain Image URL
        item_sku\titem_name\tstandard_price\tquantity\tproduct_description\tmain_image_url
        MUG-1\tOak mug\t25.50\t12\tTurned from one piece.\ta.jpg
        """, expected: "USD\t25.5\t0\t12"),
    Table(
      program: "Ecount",
      text: """
        품목코드,품목명,규격,단위,입고단가,출고단가,재고수량,비고,상세설명,사진파일명
        MUG-1,참나무 머그,350,EA,"5,000","12,000",3,2026,나무 한 토막을 깎아 만들었습니다.,a.jpg
        MUG-2,벚나무 그릇,420,EA,"9,000","23,000",2,2026,나무 한 토막을 깎아 만들었습니다.,a.jpg
        """, expected: "KRW\t12000\t0\t3"),
    Table(
      program: "Ecwid",
      text: """
        type,product_internal_id,product_sku,product_is_inventory_tracked,product_quantity,product_name,\
        product_price,product_description,product_media_main_image_url
        product,1,MUG-1,true,12,Oak mug,25.5,<p>Turned from one piece.</p>,a.jpg
        product,2,MUG-2,true,3,Oak bowl,35.5,<p>Turned from one piece.</p>,a.jpg
        """, expected: "USD\t25.5\t0\t12"),
    Table(
      program: "Stripe",
      text: """
        Product ID,Product Name,Product Description,Price ID,Amount,Tax Code,Item number,Photo,\
        Code
        prod_1,Oak mug,Turned from one piece.,price_1,25.50,txcd_1,7,a.jpg,MUG-1
        prod_2,Oak bowl,Turned from one piece.,price_2,35.50,txcd_1,8,a.jpg,MUG-2
        """, expected: "USD\t25.5\t0\t0"),
    Table(
      program: "Squarespace",
      text: """
        Product ID [Non Editable],Product Type [Non Editable],Title,Description,SKU,Price,Sale Price,\
        On Sale,Stock,Visible,Hosted Image URLs
        5f,PHYSICAL,Oak mug,<p>Turned from one piece.</p>,MUG-1,25.50,20.00,No,12,Yes,a.jpg
        60,PHYSICAL,Oak bowl,<p>Turned from one piece.</p>,MUG-2,35.50,30.00,Yes,3,Yes,a.jpg
        """, expected: "USD\t25.5\t0\t12"),
    Table(
      program: "Zoho",
      text: """
        Item ID,Item Name,SKU,Rate,Stock On Hand,Status,Description,Image Name
        4601,Oak mug,MUG-1,"USD 1,025.50",12.00,Active,Turned from one piece.,a.jpg
        4602,Oak bowl,MUG-2,USD 35.50,3.00,Active,Turned from one piece.,a.jpg
        """, expected: "USD\t1025.5\t0\t12"),
    Table(
      program: "a list of stock",
      text: """
        No,Date added,Item,Qty,Unit Cost,Retail,Photo,Code,Text
        1,2026-01-02,Oak mug,12,5,25.50,a.jpg,MUG-1,"Turned from one piece of oak, and oiled twice."
        2,2026-01-03,Oak bowl,3,9,35.50,a.jpg,MUG-2,"Turned from one piece of oak, and oiled twice."
        """, expected: "USD\t25.5\t0\t12"),
    Table(
      program: "a German one",
      text: """
        Artikelnummer;Bezeichnung;Preis;Bestand;Beschreibung;Bild
        MUG-1;Becher;1.025,50;12;Aus einem Stück gedrechselt.;a.jpg
        MUG-2;Schale;35,50;3;Aus einem Stück gedrechselt.;a.jpg
        """, expected: "USD\t1025.5\t0\t12"),
    Table(
      program: "a French one",
      text: """
        Référence;Désignation;Prix TTC;Prix promo;Quantité;Description;Photo
        MUG-1;Tasse;1 025,50;12,125;12;Tournée dans la masse.;a.jpg
        MUG-2;Bol;35,50;;3;Tournée dans la masse.;a.jpg
        """, expected: "USD\t1025.5\t0\t12"),
    Table(
      program: "a Chinese one",
      text: """
        货号,商品名称,售价,库存,描述,图片
        MUG-1,橡木杯,88.50,12,整块橡木车制而成，手工打磨。,a.jpg
        MUG-2,樱桃碗,128.00,3,整块橡木车制而成，手工打磨。,a.jpg
        """, expected: "USD\t88.5\t0\t12"),
    Table(
      program: "one that marks units",
      text: """
        품번,상품명,판매가,정가,재고,설명,사진
        ,,(원),(원),(개),,(파일명)
        MUG-1,참나무 머그,12000,20000,3,나무 한 토막을 깎아 만들었습니다.,a.jpg
        """, expected: "KRW\t12000\t0\t3"),
    Table(
      program: "one that writes Markdown",
      text: """
        | code  | name    | price | stock | description            | photo1 |
        |-------|---------|------:|------:|------------------------|--------|
        | MUG-1 | Oak mug | 25.50 | 12    | Turned from one piece. | a.jpg  |
        """, expected: "USD\t25.5\t0\t12"),
  ]

  @Test(arguments: [
    "MUG-1,Oak mug,12000,3,\"Turned from one piece, by hand, of oak.\",a.jpg\n",
    "MUG-1;Oak mug;12,000원;3;Turned from one piece, by hand, of oak.;a.jpg\n",
  ])
  func `a table without names of columns keeps its first row`(_ row: String) async throws {
    let world = try TestWorld()
    try world.write("list.csv", row + row.replacing("-1", with: "-2").replacing("mug", with: "cup"))
    let asked = await world.run("import", "list.csv", "--dry-run")
    #expect(
      asked.error.contains(
        "--map A=code --map B=name --map C=price --map D=stock --map E=description --map F=photos"),
      "\(asked.error)")
    #expect(asked.error.contains("no row has the names of the columns"), "\(asked.error)")
    let options = ["--map", "A=code", "--map", "B=name", "--map", "C=price", "--map", "D=stock"]
    let more = ["--map", "E=description", "--map", "F=photos", "--layout", "supplier", "--yes"]
    let result = await world.run(["import", "list.csv"] + options + more)
    #expect(result.exitCode == 0, "\(result.error)")
    let shown = await world.run("show", "@MUG-1", "--fields", "currency,price,discount,stock")
    #expect(shown.output == "KRW\t12000\t0\t3\n", "\(shown) \(result.error)")
    // Letters do not say that another file is from the same supplier.
    let again = await world.run("import", "list.csv", "--dry-run")
    #expect(again.exitCode == 2, "\(again)")
    let named = await world.run("import", "list.csv", "--layout", "supplier", "--dry-run")
    #expect(named.exitCode == 0 && named.error.contains("2 already as wanted"), "\(named)")
  }

  @Test(arguments: tables)
  func `the advised command reads the right columns`(_ table: Table) async throws {
    let world = try TestWorld()
    try world.write("list.csv", table.text + "\n")
    let currency = String(table.expected.prefix(3))
    let given = [
      "import", "list.csv", "--set", "currency=\(currency)", "--allow",
      "currency,unusual-currency,fraction", "--yes",
    ]
    var result = await world.run(given)
    // First the columns, then the values.
    for _ in 0..<2 {
      let advice = result.error.split(separator: "\n").last { $0.contains("try: market import") }
      guard let advice else { break }
      let words = try ExternalProgram.run(
        "bash", ["-c", "market() { printf '%s\\0' \"$@\"; }; \(advice.dropFirst("  try: ".count))"])
      let isKept = { (word: String) in word != "--dry-run" && word != "--yes" }
      result = await world.run(
        words.split(separator: "\0").map(String.init).filter(isKept) + ["--yes"])
    }
    #expect(result.exitCode == 0, "\(result.error)")
    let shown = await world.run("show", "@MUG-1", "--fields", "currency,price,discount,stock")
    #expect(shown.output == table.expected + "\n", "\(shown) \(result.error)")
  }

  @Test func `what says nothing by its name is no name and no description by its values`()
    async throws
  {
    let world = try TestWorld()
    try world.write(
      "list.csv", "code,price,Zustand,Hinweis,내용량\nA,1,Neuware,Kommt sehr bald.,300ml\n")
    let result = await world.run("import", "list.csv")
    #expect(result.exitCode == 2 && !result.error.contains("--map"), "\(result.error)")
  }

  @Test func `columns of photos that are numbered are all offered`() async throws {
    let world = try TestWorld()
    try world.write(
      "list.csv", "code,name,商品画像1,商品画像2,thumbnail image\nA,Oak mug,a.jpg,b.jpg,a.jpg\n")
    let result = await world.run("import", "list.csv")
    #expect(
      result.error.contains("--map 商品画像1=photos --map 商品画像2=photo2 --only-known"),
      "\(result.error)")
  }

  @Test func `numbers of two columns are no price, and neither is a number that only counts`()
    async throws
  {
    let world = try TestWorld()
    for header in ["Product ID,name,description", "Cena,name,Waga"] {
      try world.write("list.csv", "\(header)\n12,Oak mug,13\n14,Oak bowl,15\n")
      let result = await world.run("import", "list.csv", "--dry-run")
      #expect(result.exitCode == 2)
      #expect(!result.error.contains("=price"), "\(result.error)")
      #expect(!result.error.contains("=stock"), "\(result.error)")
    }
  }

  @Test(arguments: [
    "[{\"code\": \"MUG-1\", \"name\": \"Oak mug\", \"colour\": 3}]",
    "\n{\"code\": \"MUG-1\", \"name\": \"Oak mug\", \"colour\": 3}\n",
  ])
  func `JSON is read under any name`(_ text: String) async throws {
    let world = try TestWorld()
    for name in ["list.csv", "list.txt", "list.json", "list.tsv"] {
      if name == "list.json", text.hasPrefix("\n") { continue }
      try world.write(name, text)
      let result = await world.run("import", name, "--dry-run")
      #expect(result.error.contains("unknown column \"colour\""), "\(result.error)")
    }
    try world.write("list.csv", #"{\rtf1 name}"#)
    let document = await world.run("import", "list.csv", "--dry-run")
    #expect(document.exitCode == 2, "\(document)")
    #expect(document.error.contains("document"), "\(document.error)")
  }

  @Test func `a row of sums is left out, and a listing that is called so is not`() async throws {
    let world = try TestWorld()
    let row = "MUG-1,Total mug,12000,3,Turned from one piece.,a.jpg\n"
    for sums in ["합계,,12000,3,,", ",Total,\"24,000\",6,,", "총 합계,,#VALUE!,3,,", "Sub-total:,,1,,,"]
    {
      try world.write("list.csv", "code,name,price,stock,description,photo\n\(row)\(sums)\n")
      let result = await world.run("import", "list.csv", "--dry-run")
      #expect(result.exitCode == 0 && result.error.contains("1 new"), "\(result.error)")
      #expect(result.error.contains("row 3 only has sums and is left out"), "\(result.error)")
    }
    try world.write(
      "list.csv",
      "code,name,price,stock,description,photo\n\(row)소계,,1,,,\nSum,,1,,,\n")
    let two = await world.run("import", "list.csv", "--dry-run")
    #expect(two.error.contains("2 rows only have sums"), "\(two.error)")
    try world.write(
      "shop.csv",
      """
      Handle,Title,Body (HTML),Variant Price,Variant Inventory Qty,Option1 Value,Image Src
      mug,Oak mug,Turned from one piece.,12000,3,Default Title,a.jpg
      Total,,,12000,3,,

      """)
    let shop = await world.run("import", "shop.csv", "--set", "currency=KRW", "--dry-run")
    #expect(shop.error.contains("row 3 only has sums"), "\(shop.error)")
    let listing = "Total,Total,12000,3,Turned from one piece.,a.jpg\n"
    try world.write("list.csv", "code,name,price,stock,description,photo\n\(row)\(listing)")
    let both = await world.run("import", "list.csv", "--dry-run")
    #expect(both.error.contains("2 new"), "\(both.error)")
  }

  @Test func `a row that repeats the names of the columns is left out`() async throws {
    let world = try TestWorld()
    let header = "code,name,price,stock,description,photo"
    let row = "MUG-1,Oak mug,12000,3,Turned from one piece.,a.jpg"
    try world.write("list.csv", "\(header)\n\(row)\n\(header.uppercased())\n,name,price,,,\n")
    let result = await world.run("import", "list.csv", "--dry-run")
    #expect(result.exitCode == 0 && result.error.contains("1 new"), "\(result.error)")
    #expect(
      result.error.contains(
        "2 rows repeat the names of the columns and are left out, such as row 3"),
      "\(result.error)")
  }

  @Test(arguments: [
    ("stock", "3개", "12000\t0\t3"), ("재고", "1,200 EA", "12000\t0\t1200"),
    ("재고", "품절", "12000\t0\t0"), ("stock", "Out of stock", "12000\t0\t0"),
    ("Discount %", "10", "12000\t1200\t0"), ("할인율", "15%", "12000\t1800\t0"),
    ("할인(%)", "12.5", "12000\t1500\t0"), ("Discount rate", "0", "12000\t0\t0"),
    ("할인액", "10", "12000\t10\t0"),
  ])
  func `units of stock and rates are read as they are meant`(
    _ column: String, _ value: String, _ expected: String
  ) async throws {
    let world = try TestWorld()
    try world.write(
      "list.csv",
      "code,name,price,description,photo,\(column)\n"
        + "MUG-1,Oak mug,12000,Turned from one piece.,a.jpg,\"\(value)\"\n")
    let result = await world.run(
      "import", "list.csv", "--set", "currency=KRW", "--yes", "--allow", "discount")
    #expect(result.exitCode == 0, "\(result.error)")
    let shown = await world.run("show", "@MUG-1", "--fields", "price,discount,stock")
    #expect(shown.output == expected + "\n", "\(shown)")
  }

  @Test func `a rate below one is asked about`() async throws {
    let world = try TestWorld()
    try world.write(
      "list.csv",
      "code,name,price,description,photo,할인율\nM,Oak mug,12000,Turned from one piece.,a.jpg,0.15\n")
    let result = await world.run("import", "list.csv", "--set", "currency=KRW", "--dry-run")
    #expect(result.exitCode == 2)
    #expect(result.error.contains("list.csv:2:F: 할인율: \"0.15\""), "\(result.error)")
    #expect(result.error.contains("15% or 0.15%"), "\(result.error)")
    try world.write(
      "list.csv",
      "code,name,price,description,photo,할인율\nM,Oak mug,12000,Turned from one piece.,a.jpg,1.2.3\n")
    let dotted = await world.run("import", "list.csv", "--set", "currency=KRW", "--dry-run")
    #expect(dotted.exitCode == 2, "\(dotted)")
  }

  @Test func `a name in two lines is one, and other control characters have their cell`()
    async throws
  {
    let world = try TestWorld()
    let end = ",12000,3,Turned from one piece.,a.jpg\n"
    try world.write(
      "list.csv",
      "code,name,price,stock,description,photo\nM,\"Oak \nmug\"\(end)N,Oak\u{7}mug\(end)")
    let wrong = await world.run("import", "list.csv", "--dry-run")
    #expect(wrong.error.contains("list.csv:4:B: "), "\(wrong.error)")
    let result = await world.run("import", "list.csv", "--skip-rows", "4", "--yes")
    #expect(result.exitCode == 0, "\(result.error)")
    let shown = await world.run("show", "@M", "--fields", "name")
    #expect(shown.output == "Oak mug\n", "\(shown)")
    let again = await world.run("import", "list.csv", "--skip-rows", "4", "--dry-run")
    #expect(again.error.contains("1 already as wanted"), "\(again.error)")
  }
}
