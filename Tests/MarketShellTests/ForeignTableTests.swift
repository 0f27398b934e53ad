import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketShell

/// Tables with titles, guides, unknown columns and other things that `export` never writes.
@Suite(.timeLimit(.minutes(60))) struct ForeignTableTests {
  private static let row = "A-1,Oak mug,12000,3,Turned from one piece.,a.jpg"

  @Test(arguments: [
    // Titles above the header.
    "2026 November,,,,,\n,,,,,\ncode,name,price,stock,description,photo1\n\(row)\n",
    "Price list, November\n\ncode,name,price,stock,description,photo1\n\(row)\n",
    "2026년 11월 상품 목록,,,,,\n작성: 김,,,,,\n상품코드,상품명,판매가,재고,설명,사진\n\(row)\n",
    // Notes in the names, line breaks, required marks.
    "\"상품\n코드\",상품명*,판매가(원),[필수]재고,상품 설명,사진1\n\(row)\n",
    "SKU *,Product Name (required),Price (KRW),Qty.,Description:,Image URL\n\(row)\n",
    // Two rows of names.
    "기본정보,,가격,,상세,\n상품코드,상품명,판매가,재고,설명,사진1\n\(row)\n",
    "상품코드,상품명,가격,재고,상세,\n,,판매가,,설명,사진1\n\(row)\n",
    // Guide rows below.
    "상품코드,상품명,판매가,재고,설명,사진1\n필수,필수,필수,선택,필수,필수\n\(row)\n",
    "상품코드,상품명,판매가,재고,설명,사진1\n20자 이내,100자 이내,숫자만 입력,숫자만 입력,,파일명\n\(row)\n",
    "code,name,price,stock,description,photo1\nRequired,Required,Required,Optional,Required,Required\n\(row)\n",
    "상품코드,상품명,판매가,재고,설명,사진1\nGOODS_CD,GOODS_NM,SALE_PRICE,STOCK_QTY,DETAIL,IMAGE_1\n\(row)\n",
    "상품코드,상품명,판매가,재고,설명,사진1\ngoodsCd,goodsNm,salePrice,stockQty,detail,imageNm\n\(row)\n",
    // Empty columns beside and between, other separators.
    ",code,name,price,stock,description,photo1\n,\(row)\n",
    "title;;;;;\ncode;name;price;stock;description;photo1\nA-1;Oak mug;12000;3;Turned from one piece.;a.jpg\n",
    "sep=;\ncode;name;price;stock;description;photo1\nA-1;Oak mug;12000;3;Turned from one piece.;a.jpg\n",
  ])
  func `the header of a table is found`(_ text: String) async throws {
    let world = try TestWorld()
    try world.write("list.csv", text)
    let result = await world.run("import", "list.csv", "--yes")
    #expect(result.exitCode == 0, "\(result.error)")
    let shown = await world.run("show", "@A-1", "--fields", "name,currency,price,stock")
    #expect(shown.output == "Oak mug\tKRW\t12000\t3\n", "\(shown)")
  }

  @Test func `the row of the header and rows to leave out can be named`() async throws {
    let world = try TestWorld()
    try world.write(
      "list.csv",
      "code,name\nold,Old list\nArt,Was,Euro\ncode,name,price,stock,description,photo1\n\(Self.row)\nSum,,12000,3,,\n"
    )
    let result = await world.run(
      "import", "list.csv", "--header-row", "4", "--skip-rows", "6", "--yes")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.error.contains("the names of the columns are in row 4"), "\(result.error)")
    let wrong = await world.run("import", "list.csv", "--skip-rows", "six", "--dry-run")
    #expect(wrong.exitCode == 2 && wrong.error.contains("2-3,9"), "\(wrong.error)")
  }

  @Test func `all unknown columns are named at once, and one option skips them`() async throws {
    let world = try TestWorld()
    try world.write(
      "list.csv",
      "code,name,Ladenpreis,stock,description,photo1,Lager (Ort),Tax class,In stock?,Weight,Note,Memo\n"
        + "\(Self.row),Berlin,std,1,2,x,y\n")
    let result = await world.run("import", "list.csv", "--dry-run")
    #expect(result.exitCode == 2)
    for text in [
      "unknown column \"Ladenpreis\" — did you mean price?",
      "6 unknown columns: \"Lager (Ort)\", \"Tax class\"", "skip them all with `--only-known`",
      "try: market import list.csv --map Ladenpreis=price --only-known --dry-run",
    ] {
      #expect(result.error.contains(text), "\(text) is not in \(result.error)")
    }
    for options in [["--only-known"], ["--ignore", "*"], ["--ignore", "[LTIWNM]*"]] {
      let all = ["import", "list.csv", "--map", "Ladenpreis=price", "--dry-run"] + options
      let plan = await world.run(all)
      #expect(plan.exitCode == 0 || options.last == "[LTIWNM]*", "\(plan.error)")
    }
    // A pattern never skips what is known.
    let plan = await world.run(
      ["import", "list.csv", "--map", "Ladenpreis=price", "--ignore", "*", "--dry-run"])
    #expect(plan.error.contains("1 new"), "\(plan.error)")
    #expect(plan.error.contains("6 columns are left out: Lager (Ort), Tax class"), "\(plan.error)")
  }

  @Test func `advice keeps all that was typed`() async throws {
    let world = try TestWorld()
    try FileManager.default.createDirectory(
      atPath: "\(world.workingFolder)/shots", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: "\(world.workingFolder)/a.jpg", toPath: "\(world.workingFolder)/shots/A-1.jpg")
    try world.write(
      "list.csv",
      "Code,Item,Unit Price,Units in Stock,Description\nA-1,Oak mug,12000,3,Turned from one piece.\n"
    )
    let wrong = await world.run(
      "import", "list.csv", "--prune", "--photos", "shots", "--max-remove", "99", "--dry-run")
    let advice = try #require(
      wrong.error.split(separator: "\n").first { $0.contains("try: market ") }, "\(wrong.error)")
    #expect(
      advice.hasSuffix(
        """
        try: market import list.csv --photos shots --prune --max-remove 99 --map Item=name \
        --map "Unit Price=price" --map "Units in Stock=stock" --only-known --dry-run
        """), "\(advice)")
    let plan = await world.prompt(String(advice.dropFirst("  try: market ".count)))
    #expect(plan.exitCode == 0 && plan.output.contains("1 new"), "\(plan)")
  }

  @Test func `a price before a discount and one after it are asked about`() async throws {
    let world = try TestWorld()
    let row = "참나무 머그,12000,9000,3,나무 한 토막으로 만든 머그,a.jpg\n"
    for (list, sale) in [("정가", "판매가"), ("판매가(원)", "정상가"), ("List Price", "Price")] {
      try world.write("list.csv", "상품명,\(list),\(sale),재고,설명,사진\n" + row)
      let wrong = await world.run("import", "list.csv", "--dry-run")
      #expect(
        wrong.exitCode == 2 && wrong.error.contains("if it is the price before a discount"),
        "\(wrong)")
    }
    let plan = await world.run("import", "list.csv", "--map", "Price=sale_price", "--dry-run")
    #expect(plan.output.contains("\t12000\t3000\t9000\t"), "\(plan)")
    let skipped = await world.run("import", "list.csv", "--ignore", "List Price", "--dry-run")
    #expect(skipped.output.contains("\t9000\t0\t9000\t"), "\(skipped)")
    let chosen = await world.run("import", "list.csv", "--map", "Price=price", "--dry-run")
    #expect(chosen.error.contains("skip one with `--ignore \"List Price\"`\n"), "\(chosen)")
    // With a third price there is nothing to choose.
    try world.write(
      "list.csv", "상품명,정가,판매가,재고,설명,사진,할인가\n" + row.replacing("\n", with: ",9000\n"))
    let three = await world.run("import", "list.csv", "--dry-run")
    #expect(three.error.contains("skip one with `--ignore 정가`\n"), "\(three)")
  }

  @Test func `a column that counts the rows names no listings`() async throws {
    let world = try TestWorld()
    let header = "번호,상품명,가격,재고,설명,사진\n"
    try world.write(
      "list.csv",
      header + "1,참나무 머그,12000,3,나무 한 토막으로 만든 머그,a.jpg\n2,참나무 접시,9000,1,나무로 만든 접시입니다,a.jpg\n")
    let wrong = await world.run("import", "list.csv", "--dry-run")
    #expect(wrong.error.contains("list.csv:1:A: \"번호\" counts the rows"), "\(wrong)")
    #expect(wrong.error.contains("--map 번호=id"), "\(wrong)")
    let plan = await world.run("import", "list.csv", "--only-known", "--dry-run")
    #expect(plan.error.contains("2 new"), "\(plan)")
    // With nothing else that could name a listing, and with other numbers, they are ids.
    for table in ["번호,가격,\n1,12000\n2,9000\n", header + "7,참나무 머그,12000,3,,\n8,참나무 접시,9000,1,,\n"] {
      try world.write("list.csv", table)
      let ids = await world.run("import", "list.csv", "--dry-run")
      #expect(!ids.error.contains("counts the rows"), "\(ids)")
    }
  }

  @Test func `all that new listings lack is said at once`() async throws {
    let world = try TestWorld()
    try world.write("list.csv", "code,name,stock,price\nA-1,Oak mug,3,\nA-2,Oak bowl,3,12x\n")
    let wrong = (await world.run("import", "list.csv", "--dry-run")).error
    for lack in ["2: a new listing needs a description", "2: a new listing needs a photo"] {
      #expect(wrong.contains(lack), "\(wrong)")
    }
    #expect(wrong.contains("list.csv:2:D: a new listing needs a price"), "\(wrong)")
    #expect(!wrong.contains("list.csv:3:D: a new listing needs"), "\(wrong)")
    let folder = await world.run("import", "list.csv", "--photos", ".", "--dry-run").error
    #expect(
      folder.contains("a new listing needs a photo: none in . is named by its code or name"),
      "\(folder)")
    // No option makes a table of one column readable.
    try world.write("wide.txt", "Name     Price   Stock\nOak mug  12000   3\n")
    let wide = (await world.run("import", "wide.txt", "--dry-run")).error
    #expect(wide.contains("the file has one column only") && !wide.contains("try:"), "\(wide)")
  }

  @Test(arguments: [
    "Price \"net\"", "it's the price", "Cost\\Price", "Price!", "$price", "`price`", "pri*ce",
    "Preis & mehr", "price=net", "-price", "판매 금액\n(부가세 포함)", "a;b price", "<price>", "***",
  ])
  func `advice works when it is pasted into a shell`(_ name: String) async throws {
    let world = try TestWorld()
    let quoted = "\"\(name.replacing("\"", with: "\"\""))\""
    try world.write(
      "my list.csv",
      "code,name,stock,description,photo1,\(quoted)\nA-1,Oak mug,3,Turned from one piece.,a.jpg,12000\n"
    )
    var result = await world.run("import", "my list.csv", "--dry-run")
    if result.exitCode == 0 { return }
    let line = try #require(
      result.error.split(separator: "\n").first { $0.contains("try: market import") },
      "\(result.error)")
    let command = String(line.split(separator: "try: market ", maxSplits: 1)[0])
      .replacing("  try: market ", with: "")
    for (shell, script) in [
      ("bash", "market() { printf '%s\\0' \"$@\"; }; market \(command)"),
      ("zsh", "market() { printf '%s\\0' \"$@\"; }; market \(command)"),
      ("fish", "function market; printf '%s\\0' $argv; end; market \(command)"),
    ] where ExternalProgram.exists(shell) {
      let output = try ExternalProgram.run(shell, ["-c", script])
      let words = output.split(separator: "\0").map(String.init)
      result = await world.run(words)
      #expect(result.exitCode == 0 || words.contains("--only-known"), "\(words): \(result.error)")
      #expect(!result.error.contains("there is no column"), "\(words): \(result.error)")
    }
    let prompt = await world.prompt(command)
    #expect(!prompt.error.contains("there is no column"), "\(prompt.error)")
  }

  @Test func `a fixed value stands for a missing column`() async throws {
    let world = try TestWorld()
    try world.write("list.csv", "code,name,price,photo1\nA-1,Oak mug,45.50,a.jpg\n")
    let result = await world.run(
      "import", "list.csv", "--set", "currency=USD", "--set",
      "description=One piece = one mug.", "--set", "stock=2", "--yes", "--allow", "currency")
    #expect(result.exitCode == 0, "\(result.error)")
    let shown = await world.run("show", "@A-1", "--fields", "currency,price,stock,description")
    #expect(shown.output == "USD\t45.5\t2\tOne piece = one mug.\n", "\(shown.output)")
    let twice = await world.run("import", "list.csv", "--set", "price=1", "--dry-run")
    #expect(twice.exitCode == 2 && twice.error.contains("\"price\" has its values"), "\(twice)")
    let wrong = await world.run("import", "list.csv", "--set", "color=red", "--dry-run")
    #expect(wrong.error.contains("there is no field \"color\""), "\(wrong.error)")
  }

  @Test(arguments: [
    ("Price (USD)", "USD"), ("가격($)", "USD"), ("판매가(원)", "KRW"), ("価格（円）", "JPY"),
    ("Price KRW", "KRW"),
  ])
  func `a currency in the name of the price counts`(_ name: String, _ currency: String) async throws
  {
    let world = try TestWorld()
    try world.write(
      "list.csv",
      "code,name,description,photo1,\(name)\nA-1,Oak mug,Turned from one piece.,a.jpg,45\n")
    let options = name == "Price KRW" ? ["--map", "Price KRW=price"] : []
    let result = await world.run(
      ["import", "list.csv", "--yes", "--allow", "currency,unusual-currency"] + options)
    #expect(result.exitCode == 0, "\(result.error)")
    let shown = await world.run("show", "@A-1", "--fields", "currency,price")
    #expect(shown.output == "\(currency)\t45\n", "\(shown.output)")
  }

  @Test func `the number of another program is not taken for an id`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug")
    try world.write("list.csv", "id,code,name,price,Farbe\n\(id),TEA-1,Herb tea tin,9000,red\n")
    let result = await world.run("import", "list.csv", "--only-known", "--dry-run")
    #expect(result.exitCode == 2)
    #expect(
      result.error.contains("listing \(id) is \"Oak mug\", not \"Herb tea tin\""), "\(result.error)"
    )
    #expect(result.error.contains("`--ignore id`"), "\(result.error)")
  }

  @Test func `a number that another shop's listing has is not taken for an id`() async throws {
    let world = try TestWorld(samples: true)
    try world.write("list.csv", "ID,Reference,name,price,Farbe\n1,TEA-1,Herb tea tin,9000,red\n")
    let result = await world.run(
      "import", "list.csv", "--map", "Reference=code", "--only-known", "--dry-run")
    #expect(result.exitCode == 2 && result.error.contains("not to your shop"), "\(result.error)")
    #expect(result.error.contains("`--ignore ID`"), "\(result.error)")
  }

  @Test func `the sheet with the table is found`() async throws {
    let world = try TestWorld()
    try world.write("list.json", "[{\"code\": \"A-1\", \"farbe\": \"red\"}]")
    let result = await world.run("import", "list.json", "--dry-run")
    #expect(result.error.contains("unknown column \"farbe\""), "\(result.error)")
  }

  @Test func `values in a column without a name are said once, with what to type`() async throws {
    let world = try TestWorld()
    let rows = (0..<9).map { "\($0),A-\($0),Oak mug \($0),12000,3,Turned from one piece.,a.jpg\n" }
    try world.write("list.csv", ",code,name,price,stock,description,photo1\n" + rows.joined())
    let result = await world.run("import", "list.csv", "--dry-run")
    #expect(
      result.error.contains(
        "list.csv:2:A: \"0\" is in a column without a name; name it, or add `--only-known`"),
      "\(result.error)")
    #expect(result.error.contains("--only-known --dry-run"), "the command to paste")
    #expect(result.error.split(separator: "\n").count == 3, "\(result.error)")
    let all = await world.run("import", "list.csv", "--only-known", "--dry-run")
    #expect(all.error.contains("9 new"), "\(all.error)")
  }

  @Test func `a row without a key means the listing of its name`() async throws {
    let world = try TestWorld()
    let text = "name,description,price,photo1\nOak mug,Turned from one piece.,12000,a.jpg\n"
    try world.write("list.csv", text)
    await world.run("import", "list.csv", "--yes")
    try world.write("week2.csv", text.replacing("12000", with: "13000"))
    let plan = await world.run("import", "week2.csv", "--dry-run")
    #expect(plan.error.contains("1 changed") && plan.error.contains("₩12,000 → ₩13,000"), "\(plan)")
    await world.run("import", "week2.csv", "--yes")
    #expect(try world.service.listingCount == 1)
    // An action adds another one, and then the name is not enough.
    try world.write(
      "more.csv",
      text.replacing("photo1\n", with: "photo1,action\n").replacing("a.jpg", with: "a.jpg,add"))
    #expect(await world.run("import", "more.csv", "--yes").exitCode == 0)
    #expect(try world.service.listingCount == 2)
    try world.write("week3.csv", text.replacing("12000", with: "14000"))
    let several = await world.run("import", "week3.csv", "--yes")
    #expect(
      several.exitCode == 2 && several.error.contains("2 listings have this name"), "\(several)")
  }
}
