import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketShell

/// The product files of other programs, with columns from their public documentation.
@Suite(.timeLimit(.minutes(60))) struct LayoutTests {
  /// Imports a file and returns its listings: code, name, price, sale price, stock and photos.
  private static func listings(
    _ text: String, _ name: String = "products.csv", _ options: String...,
    in world: TestWorld
  ) async throws -> [String] {
    let photo = try Data(contentsOf: URL(filePath: "\(world.workingFolder)/a.jpg"))
    world.spy.intercept { request in
      request.target.contains("shop.example") ? HTTPResponse(status: 200, body: Array(photo)) : nil
    }
    try world.write(name, text)
    let result = await world.run(
      ["import", name, "--yes", "--allow", "currency,sold-out"] + options)
    #expect(result.exitCode == 0, "\(result.error)")
    let list = await world.run(
      "list", "--mine", "--all", "--format", "tsv", "--fields",
      "code,name,price,sale_price,stock")
    return list.output.split(separator: "\n").map(String.init)
  }

  private static let shopify = """
    Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Image Position,Status
    oak-bowl,Oak bowl,Turned from <b>one</b> piece of oak.,Elm,Bowl,"oak, bowl",TRUE,Size,Small,BOWL/S,4,39.00,45.00,https://shop.example/s.jpg?v=1,1,active
    oak-bowl,,,,,,,,Large,BOWL-L,-2,59.00,,https://shop.example/l.jpg,2,
    oak-bowl,,,,,,,,,,,,,https://shop.example/m.jpg,3,
    jar,Honey jar,Honey of this summer.,Elm,Jar,,TRUE,Title,Default Title,,11,18.50,,https://shop.example/jar.jpg,1,active
    old,Old jar,No longer for sale.,Elm,Jar,,TRUE,Title,Default Title,OLD,1,18.50,,https://shop.example/jar.jpg,1,draft

    """

  @Test func `a Shopify file has a listing for each variant`() async throws {
    let world = try TestWorld()
    let listings = try await Self.listings(
      Self.shopify, "products.csv", "--set", "currency=USD", in: world)
    #expect(
      Set(listings) == [
        "BOWL-L\tOak bowl – Large\t59\t59\t0", "BOWL-S\tOak bowl – Small\t45\t39\t4",
        "jar\tHoney jar\t18.5\t18.5\t11",
      ], "\(listings)")
    #expect(try await world.listing(1).pictures?.count == 3)
  }

  @Test func `a Shopify product without codes keeps its listings as its variants come and go`()
    async throws
  {
    let world = try TestWorld()
    let header =
      "Handle,Title,Body (HTML),Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src\n"
    let first = "jar,Honey jar,Honey of this summer.,Size,Small,,18000,a.jpg\n"
    let more = "jar,,,,Large,,28000,\n"
    for (text, expected) in [
      (first, "1 new"), (first + more, "1 new, 1 already as wanted"),
      (first, "1 already as wanted"),
      (
        first.replacing("Small", with: "Large").replacing("18000", with: "28000"),
        "1 already as wanted"
      ),
    ] {
      try world.write("products.csv", header + text)
      let plan = await world.run("import", "products.csv", "--allow", "sold-out", "--dry-run")
      #expect(plan.error.contains(": \(expected)."), "\(plan)")
      _ = await world.run("import", "products.csv", "--allow", "sold-out", "--yes")
    }
  }

  @Test func `a cell with variants keeps its listings as these come and go`() async throws {
    let world = try TestWorld()
    let header = "판매자 상품코드,카테고리코드,상품명,판매가,재고수량,옵션값,대표이미지,상세설명\n"
    for (options, expected) in [
      ("S", "1 new"), ("\"S,M\"", "1 new, 1 changed"), ("\"S,M,L\"", "1 new, 2 already as wanted"),
      ("M", "1 already as wanted"), ("\"L,M\"", "2 already as wanted"),
    ] {
      try world.write(
        "list.csv", header + "MUG,1,머그컵,18000,3,\(options),a.jpg,나무 한 토막을 깎아 만들었습니다.\n")
      let plan = await world.run("import", "list.csv", "--dry-run")
      #expect(plan.error.contains(": \(expected)."), "\(plan)")
      _ = await world.run("import", "list.csv", "--yes")
    }
  }

  @Test func `a Magento file has a listing for each simple product`() async throws {
    let world = try TestWorld()
    let listings = try await Self.listings(
      """
      sku,attribute_set_code,product_type,name,description,product_online,price,special_price,special_price_from_date,special_price_to_date,base_image,additional_images,qty,configurable_variations
      BOWL-S,Default,simple,Oak bowl S,<p>Turned from one piece.</p>,1,45.0000,39.0000,,,https://shop.example/s.jpg,https://shop.example/t.jpg,4.0000,
      BOWL,Default,configurable,Oak bowl,<p>Turned from one piece.</p>,1,,,,,https://shop.example/s.jpg,,0.0000,sku=BOWL-S
      OLD,Default,simple,Old bowl,<p>Turned from one piece.</p>,2,45.0000,,,,https://shop.example/s.jpg,,4.0000,

      """, "products.csv", "--set", "currency=USD", in: world)
    #expect(listings == ["BOWL-S\tOak bowl S\t45\t39\t4"], "\(listings)")
    #expect(try await world.listing(1).pictures?.count == 2)
  }

  @Test func `a dry run says how a file is read and fetches nothing`() async throws {
    let world = try TestWorld()
    try world.write("products.csv", Self.shopify)
    world.spy.reset()
    let plan = await world.run(
      "import", "products.csv", "--set", "currency=USD", "--allow", "currency", "--dry-run")
    #expect(plan.exitCode == 0, "\(plan.error)")
    for text in [
      "Read as a product file of Shopify", "3 new", "4 photos from shop.example would be fetched",
      "2 rows are variants", "1 row only has a photo", "1 row is not for sale there",
      "1 code has characters",
    ] {
      #expect(plan.error.contains(text), "\(text) is not in \(plan.error)")
    }
    #expect(!world.spy.requests.contains { $0.target.contains("shop.example") })
    let plain = await world.run("import", "products.csv", "--layout", "none", "--dry-run")
    #expect(plain.exitCode == 2 && plain.error.contains("unknown columns"), "\(plain.error)")
    #expect(!plain.error.contains("did you mean status"), "\(plain.error)")
    #expect(!plain.error.contains("bargain_price"), "\(plain.error)")
  }

  @Test func `the file given again changes only what differs`() async throws {
    let world = try TestWorld()
    _ = try await Self.listings(Self.shopify, "products.csv", "--set", "currency=USD", in: world)
    let same = await world.run("import", "products.csv", "--set", "currency=USD", "--yes")
    #expect(same.error.contains("Nothing to do in products.csv: 3 already as wanted"), "\(same)")
    try world.write(
      "week2.csv",
      Self.shopify.replacing("BOWL-L,-2,59.00", with: "BOWL-L,7,61.00")
        .split(separator: "\n").filter { !$0.hasPrefix("jar") }.joined(separator: "\n") + "\n")
    let plan = await world.run("import", "week2.csv", "--set", "currency=USD", "--dry-run")
    #expect(plan.error.contains("1 changed, 1 already as wanted"), "\(plan.error)")
    #expect(plan.error.contains("1 listing is missing in the file and stays"), "\(plan.error)")
    let done = await world.run(
      "import", "week2.csv", "--set", "currency=USD", "--remove-missing", "--max-remove", "1",
      "--yes")
    #expect(done.exitCode == 0, "\(done.error)")
    #expect(try world.service.listingCount == 2)
  }

  @Test func `a file of the new Shopify columns is read as well`() async throws {
    let world = try TestWorld()
    let listings = try await Self.listings(
      """
      Title,URL handle,Description,Vendor,Status,SKU,Option1 name,Option1 value,Price,Compare-at price,Inventory quantity,Product image URL,Variant image URL
      Scarf,scarf,Woven from wool by hand.,Elm,Active,SC-R,Color,Red,20.00,25.00,3,https://shop.example/1.jpg,https://shop.example/r.jpg
      ,scarf,,,,SC-B,Color,Blue,22.00,,4,,

      """, "new.csv", "--set", "currency=USD", in: world)
    #expect(
      Set(listings) == ["SC-B\tScarf – Blue\t22\t22\t4", "SC-R\tScarf – Red\t25\t20\t3"],
      "\(listings)")
  }

  @Test func `a WooCommerce file has variations with their parents`() async throws {
    let world = try TestWorld()
    let header = """
      ID,Type,SKU,Name,Published,"Is featured?","Visibility in catalog","Short description",Description,"Date sale price starts","Date sale price ends","Tax status","In stock?",Stock,"Sale price","Regular price",Categories,Images,Parent,"Attribute 1 name","Attribute 1 value(s)"
      """
    let listings = try await Self.listings(
      """
      \(header)
      44,simple,TEA,Herb tea tin,1,0,visible,Ten herbs,"Ten herbs.\\n\\nKeep it dry.",,,taxable,1,25,9.5,12,Tea,a.jpg,,,
      50,variable,TEE,Linen tee,1,0,visible,,"Sewn from linen, in two colors.",,,taxable,1,,,,Tees,"https://shop.example/1.jpg, https://shop.example/2.jpg",,Color,"Red, Blue"
      51,variation,TEE-R,Linen tee - Red,1,0,visible,,,,,taxable,1,4,,30,,https://shop.example/r.jpg,TEE,Color,Red
      52,variation,TEE-B,Linen tee - Blue,1,0,visible,,,2020-01-01,2020-02-01,taxable,1,5,20,30,,,id:50,Color,Blue
      60,simple,HID,Hidden tin,0,0,visible,,Not for sale yet.,,,taxable,1,5,,30,,a.jpg,,,

      """, "woo.csv", "--set", "currency=USD", in: world)
    #expect(
      Set(listings) == [
        "TEA\tHerb tea tin\t12\t9.5\t25", "TEE-B\tLinen tee – Blue\t30\t30\t5",
        "TEE-R\tLinen tee – Red\t30\t30\t4",
      ], "\(listings)")
    let shown = await world.run("show", "@TEA", "--fields", "description", "--format", "json")
    #expect(shown.output.contains("Ten herbs.\\n\\nKeep it dry."), "\(shown.output)")
  }

  @Test func `attributes name a WooCommerce product only where it is a variation`() async throws {
    let world = try TestWorld()
    let listings = try await Self.listings(
      """
      ID,Type,SKU,Name,Published,"Is featured?","Visibility in catalog",Description,"Tax status","In stock?",Stock,"Regular price",Images,Parent,"Attribute 1 name","Attribute 1 value(s)"
      44,simple,TEA,Herb tea tin,1,0,visible,Ten herbs in a tin.,taxable,1,25,12,a.jpg,,Size,"Small, Large"
      50,variable,TEE,Linen tee,1,0,visible,Sewn from linen.,taxable,1,8,,a.jpg,,Color,Red
      51,variation,TEE-R,Linen tee - Red,1,0,visible,,taxable,1,parent,30,,TEE,Color,Red

      """, "woo.csv", "--set", "currency=USD", in: world)
    #expect(
      Set(listings) == ["TEA\tHerb tea tin\t12\t12\t25", "TEE-R\tLinen tee – Red\t30\t30\t8"],
      "\(listings)")
  }

  @Test(
    arguments: [
      (
        "square.csv",
        """
        Token,Item Name,Variation Name,SKU,Description,Category,Price,Current Quantity Elm St,Current Quantity Oak St,Image
        T1,Honey jar,Small,HJ-S,Honey of this summer.,Honey,8.00,3,4,a.jpg
        T1,Honey jar,Large,HJ-L,Honey of this summer.,Honey,14.00,1,1,a.jpg
        T2,Wax candle,Regular,WC,A candle of pure wax.,Wax,6.00,9,0,a.jpg
        """,
        [
          "HJ-L\tHoney jar – Large\t14\t14\t2", "HJ-S\tHoney jar – Small\t8\t8\t7",
          "WC\tWax candle\t6\t6\t9",
        ]
      ),
      (
        "etsy.csv",
        """
        TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS,IMAGE1,IMAGE2,VARIATION 1 TYPE,VARIATION 1 NAME,VARIATION 1 VALUES,VARIATION 2 TYPE,VARIATION 2 NAME,VARIATION 2 VALUES,SKU
        Silver ring,A ring of plain silver.,30.00,USD,10,ring,silver,https://shop.example/1.jpg,https://shop.example/2.jpg,Size,Size,"6,7",,,,"R-6,R-7"
        Brooch,A brooch of plain silver.,25.00,USD,2,brooch,silver,https://shop.example/3.jpg,,,,,,,,BR
        """,
        [
          "BR\tBrooch\t25\t25\t2", "R-6\tSilver ring – 6\t30\t30\t10",
          "R-7\tSilver ring – 7\t30\t30\t10",
        ]
      ),
      (
        "ebay.csv",
        """
        Info,Version=1.0.0,Template=fx_category_template_EBAY_US,,,,,,
        *Action(SiteID=US|Country=US|Currency=USD|Version=1193),Custom label (SKU),Title,Relationship,Relationship details,Start price,Quantity,Item photo URL,Description
        Add,SHIRT,Linen shirt,,Color=Blue;Red,,,https://shop.example/1.jpg|https://shop.example/2.jpg,A shirt of washed linen.
        ,SHIRT-B,,Variation,Color=Blue,40.00,2,,
        ,SHIRT-R,,Variation,Color=Red,42.00,3,,
        Add,CAP,Linen cap,,,15.00,6,https://shop.example/3.jpg,A cap of washed linen.
        """,
        [
          "CAP\tLinen cap\t15\t15\t6", "SHIRT-B\tLinen shirt – Blue\t40\t40\t2",
          "SHIRT-R\tLinen shirt – Red\t42\t42\t3",
        ]
      ),
      (
        "smartstore.csv",
        """
        상품 기본정보,,,,,,,,,상품 이미지,,상세설명,할인,
        "판매자
        상품코드",카테고리코드,상품명,상품상태,판매가,재고수량,옵션형태,옵션값,옵션 재고수량,대표이미지,추가이미지,상세설명,"즉시할인 값
        (기본할인)","즉시할인 단위
        (기본할인)"
        비필수,필수,필수,필수,필수,필수,비필수,비필수,비필수,필수,비필수,필수,비필수,비필수
        CUP,50001,백자 컵,신상품,12000,9,단독형,"흰색,회색","4,5",a.jpg,b.jpg,물레로 빚은 백자 컵입니다.,10,%
        BOWL,50001,백자 그릇,신상품,20000,3,,,,a.jpg,,물레로 빚은 백자 그릇입니다.,1000,원
        """,
        [
          "BOWL\t백자 그릇\t20000\t19000\t3", "CUP-회색\t백자 컵 – 회색\t12000\t10800\t5",
          "CUP-흰색\t백자 컵 – 흰색\t12000\t10800\t4",
        ]
      ),
      (
        "coupang.csv",
        """
        기본정보,,구매옵션,,구성정보,,,,이미지,,상세
        카테고리,등록상품명,구매옵션유형1,구매옵션값1,판매가격,할인율기준가,재고수량,업체상품코드,대표(옵션)이미지,추가이미지,상세 설명
        필수,필수,필수,필수,필수,선택,필수,선택,필수,선택,필수
        1001,누빔 파우치,색상,남색,15000,18000,4,P-N,a.jpg,,손으로 누빈 파우치입니다.
        ,,색상,자주,15000,18000,5,P-J,b.jpg,,
        """,
        ["P-J\t누빔 파우치 – 자주\t18000\t15000\t5", "P-N\t누빔 파우치 – 남색\t18000\t15000\t4"]
      ),
      (
        "cafe24.csv",
        """
        상품코드,자체 상품코드,진열상태,판매상태,상품명,상품 상세설명,소비자가,공급가,판매가,재고수량,이미지등록(상세),이미지등록(추가),옵션입력
        P00A,SOAP,Y,Y,쑥 비누,<p>쑥을 넣은 비누입니다.</p>,9000,3000,7000,8,a.jpg,b.jpg,크기{작은|큰}
        P00B,BALM,Y,Y,쑥 연고,쑥을 넣은 연고입니다. 순합니다.,,3000,11000,8,a.jpg,,
        P00C,OLD,Y,N,옛 비누,이제 팔지 않는 비누입니다.,,3000,11000,8,a.jpg,,
        """,
        [
          "BALM\t쑥 연고\t11000\t11000\t8", "SOAP-작은\t쑥 비누 – 작은\t9000\t7000\t8",
          "SOAP-큰\t쑥 비누 – 큰\t9000\t7000\t8",
        ]
      ),
      (
        "google.tsv",
        """
        id\ttitle\tdescription\tlink\timage link\tavailability\tprice\tsale price\tquantity
        MUG\tOak mug\tTurned by hand.\thttps://shop.example/1\ta.jpg\tin_stock\t12000 KRW\t9000 KRW\t4
        OLD\tOld mug\tTurned by hand.\thttps://shop.example/2\ta.jpg\tout_of_stock\t12000 KRW\t\t0
        """,
        ["MUG\tOak mug\t12000\t9000\t4"]
      ),
    ] + otherVersions)
  func `files of other markets become listings`(
    _ name: String, _ text: String, _ expected: [String]
  ) async throws {
    let world = try TestWorld()
    let isDollar = ["square", "wix", "shopify-u"].contains { name.hasPrefix($0) }
    let listings =
      isDollar
      ? try await Self.listings(
        text + "\n", name, "--set", "currency=USD", "--set", "stock=50", in: world)
      : try await Self.listings(text + "\n", name, in: world)
    #expect(Set(listings) == Set(expected), "\(listings)")
  }

  @Test(arguments: [
    "shopify", "woocommerce", "magento", "square", "etsy", "ebay", "smartstore", "coupang",
    "cafe24", "squarespace", "wix",
  ])
  func `a layout is written as it is read`(_ name: String) async throws {
    let world = try TestWorld()
    try await world.add("Oak mug – blue", price: "12000", "--code", "M-B", "--discount", "1000")
    try await world.add("Oak mug – red", price: "12000", "--code", "M-R")
    try await world.add("Oak bowl", price: "20000", "--code", "BOWL")
    let result = await world.run("export", "out.csv", "--layout", name)
    #expect(result.exitCode == 0, "\(result.error)")
    let written = try String(contentsOfFile: "\(world.workingFolder)/out.csv", encoding: .utf8)
    #expect(name == "square" || written.contains("_origin.jpg"), "\(written)")
    let plan = await world.run("import", "out.csv", "--dry-run")
    #expect(plan.exitCode == 0, "\(name): \(plan.error)")
    #expect(plan.error.contains("Read as a"), "\(plan.error)")
    #expect(plan.error.contains("3 already as wanted"), "\(name): \(plan.error)")
    let layouts = await world.run("layouts", "--format", "tsv")
    #expect(layouts.output.contains("import FILE --layout \(name)"), "\(layouts.output)")
  }
}
