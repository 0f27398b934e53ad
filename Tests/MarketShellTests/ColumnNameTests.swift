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
    ("할인적용가", "sale_price"), ("쿠폰할인가", "sale_price"), ("할인된 가격", "sale_price"),
    ("즉시할인", "discount"),
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
