import MarketTestSupport
import Testing

@testable import MarketShell

/// What the values of other programs mean: discounts, decimal commas and stocks.
@Suite(.timeLimit(.minutes(60))) struct ForeignValueTests {
  @Test(arguments: [
    ("Yes", "5.5"), ("1", "5.5"), ("No", "0"), ("FALSE", "0"), ("", "5.5"), ("N ", "0"),
    ("미적용", "0"), ("X", "0"), ("사용안함", "0"), ("종료", "0"), ("적용", "5.5"),
  ])
  func `a sale price counts only while the row is on sale`(
    _ flag: String, _ discount: String
  ) async throws {
    let world = try TestWorld()
    let allowed = ["--set", "currency=USD", "--allow", "currency,fraction", "--yes"]
    let header = "code,name,price,sale price,On Sale,description,photo\n"
    let row = "MUG-1,Oak mug,25.50,20,\(flag),Turned from one piece.,a.jpg\n"
    try world.write("list.csv", header + row)
    let result = await world.run(["import", "list.csv"] + allowed)
    #expect(result.exitCode == 0, "\(result.error)")
    let shown = await world.run("show", "@MUG-1", "--fields", "price,discount")
    #expect(shown.output == "25.5\t\(discount)\n", "\(shown)")
  }

  @Test(arguments: [
    ("discount_rate", " 10", "1200"), ("할인(퍼센트)", "10", "1200"), ("할인（％）", "10", "1200"),
    ("할인(프로)", "１０", "1200"), ("할인율", "\"1,000\"", nil), ("할인,할인단위", "10,퍼센트", "1200"),
    ("할인,할인단위", " 10,％", "1200"), ("할인,할인단위", "10,率", "1200"), ("할인,할인단위", "10,정액", "10"),
    ("할인,할인단위", "10,P", nil), ("할인,할인단위", "10,fix-1", nil), ("할인,할인단위", "0,P", "0"),
    ("할인,할인적용", "10,N", "0"), ("할인,할인적용", "10,maybe", nil),
  ])
  func `a discount is never taken for another kind`(
    _ names: String, _ cells: String, _ discount: String?
  ) async throws {
    let world = try TestWorld()
    try world.write(
      "list.csv",
      "code,name,price,description,photo,\(names)\n"
        + "MUG-1,Oak mug,12000,Turned from one piece.,a.jpg,\(cells)\n")
    let result = await world.run("import", "list.csv", "--yes")
    #expect(result.exitCode == (discount == nil ? 2 : 0), "\(result.error)")
    let shown = await world.run("list", "--fields", "discount")
    #expect(shown.output == discount.map { "\($0)\n" } ?? "", "\(shown)")
  }

  @Test(arguments: ["C:\\", "C:", "\\\\", "C:/"])
  func `a drive is no photo`(_ cell: String) async throws {
    let world = try TestWorld()
    try world.write(
      "list.csv", "name,price,description,photo\nOak mug,12000,Turned from oak.,\(cell)\n")
    let result = await world.run("import", "list.csv", "--yes")
    #expect(result.exitCode == 2, "\(result.error)")
  }

  @Test(arguments: [
    ("1.025,50", "1025.5"), ("12,125", "12.125"), ("1 025,5", "1025.5"), ("1'025,5", "1025.5"),
    ("12500", "12500"), ("12.500", "12500"), ("1.234.567", "1234567"), ("12.5", "12.5"),
    ("USD 3,5", "3.5"),
  ])
  func `a layout remembers that amounts have a decimal comma`(
    _ price: String, _ expected: String
  ) async throws {
    let world = try TestWorld()
    let rest = "Oak mug;Turned from one piece.;a.jpg\n"
    try world.write("list.csv", "code;price;name;description;photo\nMUG-1;\(price);\(rest)")
    let allowed = ["--set", "currency=USD", "--allow", "currency,fraction", "--yes"]
    let first = await world.run(
      ["import", "list.csv", "--decimal-comma", "--layout", "supplier"] + allowed)
    #expect(first.exitCode == 0, "\(first)")
    let shown = await world.run("show", "@MUG-1", "--fields", "price")
    #expect(shown.output == expected + "\n", "\(shown)")
    // The next file of the supplier has the same columns.
    let again = await world.run("import", "list.csv", "--dry-run")
    #expect(again.error.contains("1 already as wanted"), "\(again)")
  }

  @Test(arguments: [
    ("100+", "100"), ("> 50", "50"), ("100개 이상", "100"), ("3EA", "3"), ("품절", "0"),
  ])
  func `a stock of at least so many is that many`(_ text: String, _ stock: String) async throws {
    let world = try TestWorld()
    try world.write(
      "list.csv",
      "code,name,price,stock,description,photo\n"
        + "MUG-1,Oak mug,12000,\(text),Turned from one piece.,a.jpg\n"
        + "MUG-2,Oak bowl,\"12,000원/개\",3,Turned from one piece.,a.jpg\n")
    let refused = await world.run("import", "list.csv", "--yes")
    // A price with its unit is none with a decimal comma, either.
    #expect(!refused.error.contains("--decimal-comma"), "\(refused.error)")
    let result = await world.run(
      "import", "list.csv", "--skip-rows", "3", "--allow", "sold-out", "--yes")
    #expect(result.exitCode == 0, "\(result.error)")
    let shown = await world.run("show", "@MUG-1", "--fields", "stock")
    #expect(shown.output == "\(stock)\n", "\(shown)")
  }

  @Test(arguments: ["InStock", "Unlimited", "무제한", "∞", "재고 있음"])
  func `a stock without a number is the one that the seller gives`(_ text: String) async throws {
    let world = try TestWorld()
    try world.write(
      "list.csv",
      "code,name,price,stock,description,photo\n"
        + "MUG-1,Oak mug,12000,\(text),Turned from one piece.,a.jpg\n"
        + "MUG-2,Oak bowl,12000,3,Turned from one piece.,a.jpg\n")
    let refused = await world.run("import", "list.csv", "--yes")
    #expect(refused.exitCode == 2)
    #expect(refused.error.contains("list.csv:2:D: stock: \"\(text)\" does not say"), "\(refused)")
    let result = await world.run("import", "list.csv", "--set", "stock=100", "--yes")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.error.contains("--set stock=100 is for the rows whose stock is no number"))
    let shown = await world.run("list", "--mine", "--format", "tsv", "--fields", "code,stock")
    #expect(Set(shown.output.split(separator: "\n")) == ["MUG-1\t100", "MUG-2\t3"], "\(shown)")
  }

  @Test(arguments: [
    ("discount", "discountMode", "PERCENT", "1200"), ("할인", "할인단위", "%", "1200"),
    ("discount", "discount_type", "정률", "1200"), ("discount", "discountMode", "AMOUNT", "10"),
    ("discountValue", "discountMode", "PERCENT", "1200"), ("discount", "할인단위", "원", "10"),
    ("discount", "discount_type", "", "10"),
  ])
  func `a discount of 10 is what the unit beside it says`(
    _ name: String, _ unitName: String, _ unit: String, _ discount: String
  ) async throws {
    let world = try TestWorld()
    try world.write(
      "list.csv",
      "code,name,price,\(name),\(unitName),description,photo\n"
        + "MUG-1,Oak mug,12000,10,\(unit),Turned from one piece.,a.jpg\n")
    let result = await world.run("import", "list.csv", "--map", "\(name)=discount", "--yes")
    #expect(result.exitCode == 0, "\(result.error)")
    let shown = await world.run("show", "@MUG-1", "--fields", "price,discount")
    #expect(shown.output == "12000\t\(discount)\n", "\(shown)")
  }

  @Test func `a percentage may have a decimal comma`() async throws {
    let world = try TestWorld()
    try world.write(
      "list.csv",
      "code;name;price;Discount %;description;photo\n"
        + "MUG-1;Oak mug;12000;12,5;Turned from one piece.;a.jpg\n")
    let result = await world.run("import", "list.csv", "--decimal-comma", "--yes")
    #expect(result.exitCode == 0, "\(result.error)")
    let shown = await world.run("show", "@MUG-1", "--fields", "price,discount")
    #expect(shown.output == "12000\t1500\n", "\(shown)")
  }
}
