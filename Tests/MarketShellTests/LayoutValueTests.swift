import Foundation
import MarketService
import MarketTestSupport
import Testing

@testable import MarketShell

/// Prices, stocks and codes in the product files of other programs that are easily taken for others.
@Suite(.timeLimit(.minutes(60))) struct LayoutValueTests {
  private static func plan(
    _ text: String, _ options: String..., in world: TestWorld
  ) async throws -> CommandResult {
    try world.write("list.csv", text + "\n")
    return await world.run(
      ["import", "list.csv", "--dry-run", "--allow", "currency,sold-out"] + options)
  }

  /// Rows of Smartstore: options, what they cost more, their stocks, a discount and its unit.
  private static func smartstore(_ values: String) -> String {
    """
    판매자상품코드,카테고리코드,상품명,판매가,재고수량,대표이미지,상세설명,옵션값,옵션가,옵션 재고수량,즉시할인 값(기본할인),즉시할인 단위(기본할인)
    CUP,50001,백자 컵,12000,9,a.jpg,물레로 빚은 백자 컵입니다.,\(values)
    """
  }

  @Test func `a percentage takes nothing off what an option costs more`() async throws {
    let world = try TestWorld()
    let plan = try await Self.plan(
      Self.smartstore("\"흰색,회색\",\"0,1000\",\"4,5\",10,%"), in: world)
    #expect(plan.output.contains("백자 컵 – 흰색\tKRW\t12000\t1200\t10800"), "\(plan)")
    #expect(plan.output.contains("백자 컵 – 회색\tKRW\t13000\t1200\t11800"), "\(plan)")
  }

  @Test(arguments: [
    ("\"흰색,회색\",,5,,", "5 (2)"), ("\"흰색,회색\",,,10,", "10 (%?)"),
  ])
  func `a list of another length and a discount without its unit are refused`(
    values: String, refused: String
  ) async throws {
    let world = try TestWorld()
    let plan = try await Self.plan(Self.smartstore(values), in: world)
    #expect(plan.exitCode == 2 && plan.error.contains(refused), "\(plan)")
  }

  @Test func `a price with what a variant costs more keeps its currency`() async throws {
    let world = try TestWorld()
    let plan = try await Self.plan(
      """
      handleId,fieldType,name,description,productImageUrl,sku,price,surcharge,visible,discountMode,discountValue,inventory,productOptionDescription1
      p1,Product,Linen shirt,A shirt of washed linen.,a.jpg,,$12.00,,true,,,,S;L
      p1,Variant,,,,SHIRT-S,,0,true,,,3,S
      p1,Variant,,,,SHIRT-L,,2.50,true,,,3,L
      """, in: world)
    #expect(plan.output.contains("Linen shirt – L\tUSD\t14.5\t0\t14.5"), "\(plan)")
  }

  private static let woo = """
    Type,SKU,Name,Published,Is featured?,Description,In stock?,Stock,Regular price,Sale price,Date sale price starts,Images
    simple,MUG,Oak mug,1,0,Turned from one piece.,
    """

  @Test func `WooCommerce says whether goods are in stock where it does not count them`()
    async throws
  {
    let world = try TestWorld()
    try await world.add("Oak mug", price: "12000", "--code", "MUG")
    let gone = try await Self.plan(Self.woo + "0,,12000,,,a.jpg", in: world)
    #expect(gone.error.contains("1 changed") && gone.output.contains("\t0"), "\(gone)")
    let some = try await Self.plan(Self.woo + "1,,12000,,,a.jpg", in: world)
    #expect(some.error.contains("1 already as wanted"), "\(some)")
    let set = try await Self.plan(Self.woo + "1,,12000,,,a.jpg", "--set", "stock=100", in: world)
    #expect(set.output.contains("\t100"), "\(set)")
  }

  @Test func `days of a sale in another form are refused as they are written`() async throws {
    let world = try TestWorld()
    let plan = try await Self.plan(
      Self.woo + "1,5,12000,9000,11/1/2026 0:00,a.jpg", in: world)
    #expect(plan.exitCode == 2 && plan.error.contains("(11/1/2026 0:00)"), "\(plan)")
  }

  private static let shopify =
    "Handle,Title,Body (HTML),Option1 Value,Variant SKU,Variant Price,Image Src\n"

  @Test(arguments: [
    ("sock,Kids socks,Warm socks of wool.,#REF!,SOCK,12000,a.jpg", "#REF!"),
    ("sock,Kids socks,Warm socks of wool.,S,8.80123E+12,12000,a.jpg", "is rounded"),
    ("sock,Kids socks,Warm socks of wool.,S,#N/A,12000,a.jpg", "#N/A"),
  ])
  func `what a spreadsheet program made of a value is no code and no name`(
    row: String, refused: String
  ) async throws {
    let world = try TestWorld()
    let plan = try await Self.plan(Self.shopify + row, in: world)
    #expect(plan.exitCode == 2 && plan.error.contains(refused), "\(plan)")
  }

  @Test func `each product of a Shopify file has a handle of its own`() async throws {
    let world = try TestWorld()
    for name in ["Mug!", "Mug?", "★★★"] { try await world.add(name, price: "12000") }
    let result = await world.run("export", "out.csv", "--layout", "shopify")
    #expect(result.exitCode == 0, "\(result)")
    let written = try String(contentsOfFile: "\(world.workingFolder)/out.csv", encoding: .utf8)
    let handles = written.split(whereSeparator: \.isNewline).dropFirst().map {
      $0.prefix { $0 != "," }
    }
    #expect(Set(handles).count == 3 && !handles.contains(""), "\(written)")
  }

  @Test(arguments: [("ebay", "USD"), ("smartstore", "KRW"), ("shopify", "USD")])
  func `a file that names no currency has listings of one`(
    layout: String, currency: String
  ) async throws {
    let world = try TestWorld()
    try await world.add("Oak mug", price: "12000")
    try await world.add("Oak cup", price: "$12.50")
    let refused = await world.run("export", "out.csv", "--layout", layout)
    #expect(refused.exitCode != 0 && refused.error.contains("--currency \(currency)"), "\(refused)")
    #expect(!FileManager.default.fileExists(atPath: "\(world.workingFolder)/out.csv"))
    let chosen = await world.run("export", "out.csv", "--layout", layout, "--currency", currency)
    #expect(chosen.exitCode == 0, "\(chosen)")
  }
}
