import MarketTestSupport
import Testing

@testable import MarketShell

/// What `import` takes the name of a column for.
@Suite(.timeLimit(.minutes(60))) struct ColumnNameTests {
  @Test(arguments: ["1. 상품명", "2) Name", "③ 품명", "상품", "[필수] 1. 상품명"])
  func `the number of a column is no part of its name`(name: String) async throws {
    let world = try TestWorld()
    try world.write(
      "list.csv", "\(name),price,stock,description,photo\nOak mug,12000,3,Turned from oak.,a.jpg\n")
    let result = await world.run("import", "list.csv", "--dry-run")
    #expect(result.exitCode == 0 && result.error.contains("1 new"), "\(result.error)")
  }

  /// What the seller pays, other sellers ask for or has no buyer was once proposed as the price, and
  /// what was sold as the stock.
  @Test(arguments: [
    "Wholesale price", "Dealer price", "Trade price", "Purchase price", "Einkaufspreis", "仕入価格",
    "Prix d'achat", "Precio de compra", "Old price", "Min. price", "MAP price", "Reserve price",
    "VIP 가격", "옵션가격", "Option Price", "주문수량", "판매수량", "Sold Qty", "Handling fee", "VAT", "추가금액",
    "price_cents", "Price per dozen", "판매가/10개",
  ])
  func `no field is proposed for another amount`(name: String) async throws {
    let world = try TestWorld()
    let rows = "A1,Oak mug,Red,5\nA2,Oak mug,Blue,6\n"
    try world.write("list.csv", "code,name,colour,\"\(name)\"\n\(rows)")
    let result = await world.run("import", "list.csv", "--dry-run", variables: ["COLUMNS": "200"])
    let line = result.error.split(separator: "\n").first { $0.contains("\"\(name)\"") }
    #expect(line?.contains("assign") == false, "\(result.error)")
  }

  @Test(arguments: [
    "가격(공급가)", "가격(도매)", "가격(매입)", "Price (cost)", "Price (wholesale)", "Preis (EK)", "판매가(원가)",
    "Price (cents)", "Price [thousands]", "Price (x1000)", "Price (per 10)", "가격(천)", "가격(백원)",
    "가격(1,000원)", "Price (excl. VAT)", "Price (was)", "Price (USD/EUR)",
    "판매가(12개입)", "판매가(10입)", "판매가(1박스)", "판매가(5개 세트)", "Price (12 pcs)", "Price (1,000 won)",
  ])
  func `a note that makes another amount of a price is not left out`(name: String) async throws {
    try await expect(
      "code,name,\"\(name)\",description,photo\nA1,Oak mug,120,Turned from oak.,a.jpg\n")
  }

  @Test(arguments: ["재고(안전)", "수량(판매)", "Quantity (sold)", "재고(박스)", "Stock (incoming)"])
  func `a note that makes another number of a stock is not left out`(name: String) async throws {
    try await expect(
      "code,name,price,description,photo,\(name)\nA1,Oak mug,120,Turned from oak.,a.jpg,5\n")
  }

  /// Expects that a table is refused.
  private func expect(_ table: String) async throws {
    let world = try TestWorld()
    try world.write("list.csv", table)
    let result = await world.run("import", "list.csv", "--dry-run", variables: ["COLUMNS": "200"])
    #expect(result.exitCode == 2, "\(result)")
    #expect(!result.error.contains("assign it with `--map"), "\(result.error)")
  }

  @Test(arguments: [
    ("Price (AUD)", "AUD"), ("Price (CHF)", "CHF"), ("Preis (Euro)", "EUR"), ("가격(유로)", "EUR"),
    ("가격(위안)", "CNY"), ("가격(￥)", "JPY"), ("Price (HK$)", "HKD"), ("Price (A$)", "AUD"),
    ("Price (S$)", "SGD"), ("Price (NT$)", "TWD"), ("가격(원)", "KRW"), ("가격(필수)", "KRW"),
    ("판매가(숫자만)", "KRW"), ("판매가(VAT 포함, 원)", "KRW"), ("판매가(10원 단위)", "KRW"),
    ("price_usd", "USD"),
  ])
  func `the currency in the name of a price is that`(name: String, code: String) async throws {
    let world = try TestWorld()
    let rest = ",description,photo\nA1,Oak mug,12000,Turned from oak.,a.jpg\n"
    try world.write("list.csv", "code,name,\"\(name)\"\(rest)")
    let map = name.contains("_") ? ["--map", "\(name)=price"] : []
    let result = await world.run(
      ["import", "list.csv", "--yes", "--allow", "currency,unusual-currency"] + map)
    #expect(result.exitCode == 0, "\(result.error)")
    let shown = await world.run("show", "@A1", "--fields", "currency")
    #expect(shown.output == "\(code)\n", "\(result.error)")
    let same = await world.run(
      [
        "import", "list.csv", "--dry-run", "--set", "currency=\(code)", "--allow",
        "currency,unusual-currency",
      ] + map)
    #expect(same.exitCode == 0, "\(same.error)")
    if name.contains("필수") || name.contains("숫자") { return }
    let other = await world.run(
      [
        "import", "list.csv", "--dry-run", "--set", "currency=NZD", "--allow",
        "currency,unusual-currency",
      ] + map)
    #expect(name.contains("10원") || other.error.contains("\(code) or NZD"), "\(other.error)")
  }

  @Test(arguments: [
    ("단위: 달러\n", "USD"), ("(단위: USD)\n", "USD"), ("all prices in EUR\n", "EUR"),
    ("단위: 1000원\n", nil), ("(단위: 천)\n", nil), ("\"1,000원\"\n", nil),
    ("만원의 행복\n", "KRW"), ("(in thousand won)\n", nil), ("\"Unit: 1,000 KRW\"\n", nil),
    ("\"(KRW 1,000)\"\n", nil), ("Prices in thousands KRW\n", nil), ("가격표 (USD)\n", "USD"),
    ("\"Price list (USD, FOB Busan)\"\n", "USD"), ("FOB Price USD\n", "USD"),
    ("달러 기준 단가표\n", "USD"), (",,USD,,\n", "USD"),
  ])
  func `a title says the currency of all amounts`(title: String, code: String?) async throws {
    try await expect(
      code, "\(title)code,name,price,description,photo\nA1,Oak mug,12000,Turned from oak.,a.jpg\n")
  }

  /// Expects the currency of the only listing of a table; nil if the table is refused.
  private func expect(_ code: String?, _ table: String) async throws {
    let world = try TestWorld()
    try world.write("list.csv", table)
    let result = await world.run(
      "import", "list.csv", "--yes", "--allow", "currency,unusual-currency")
    #expect(result.exitCode == (code == nil ? 2 : 0), "\(result.error)")
    let shown = await world.run("list", "--fields", "currency")
    #expect(shown.output == code.map { "\($0)\n" } ?? "", "\(result.error)")
  }

  @Test(arguments: [
    ("정가(KRW),할인가(USD)", "", nil), ("price,sale price", ",,(천원),(천원),,\n", nil),
    ("price,sale price", ",,(USD),(USD),,\n", "USD"), ("price,sale price", ",,(필수),(원),,\n", "KRW"),
  ])
  func `units of several columns agree`(names: String, units: String, code: String?) async throws {
    let row = "A1,Oak mug,12000,11000,Turned from oak.,a.jpg\n"
    try await expect(code, "code,name,\(names),description,photo\n\(units)\(row)")
  }

  @Test(arguments: [
    ("할인적용가", "sale_price"), ("쿠폰할인가", "sale_price"), ("할인된 가격", "sale_price"),
    ("즉시할인", "discount"), ("할인 후 가격", "sale_price"),
  ])
  func `what buyers pay after a discount is proposed as that`(
    name: String, field: String
  ) async throws {
    let world = try TestWorld()
    try world.write("list.csv", "code,name,price,\(name)\nA1,Oak mug,9900,900\n")
    let result = await world.run("import", "list.csv", "--dry-run", variables: ["COLUMNS": "200"])
    #expect(result.error.contains("did you mean \(field)?"), "\(result.error)")
  }
}
