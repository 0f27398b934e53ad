import Base
import Foundation
import MarketService
import MarketTestSupport
import Testing

@testable import MarketShell

/// Choices of `import` that are saved as layouts, and the same supplier's file each week.
@Suite(.timeLimit(.minutes(60))) struct SavedLayoutTests {
  private static func sheet(_ rows: String...) -> String {
    "11월 단가표,,,,,\n품번,품명,단가,현재고,비고,사진\n" + rows.joined(separator: "\n") + "\n"
  }

  private static let options = [
    "--map", "단가=price", "--ignore", "비고", "--set", "description=공장에서 바로 보냅니다.", "--layout",
    "factory",
  ]

  @Test func `what was chosen is saved and used for the next file with these columns`() async throws
  {
    let world = try TestWorld()
    try world.write("w1.csv", Self.sheet("F-1,유리컵,5000,10,x,a.jpg", "F-2,유리병,7000,10,,a.jpg"))
    let first = await world.run(["import", "w1.csv", "--yes"] + Self.options)
    #expect(first.exitCode == 0, "\(first.error)")
    #expect(first.error.contains("Saved the layout factory"), "\(first.error)")
    let file = "\(world.paths.config)/layouts/factory.layout"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("map: 단가=price\n") && text.contains("columns: 품번 | 품명"), "\(text)")
    try world.write(
      "w2.csv", Self.sheet("F-1,유리컵,5500,12,x,a.jpg", "F-3,유리잔,6000,10,,a.jpg"))
    let plan = await world.run("import", "w2.csv", "--dry-run")
    #expect(plan.exitCode == 0, "\(plan.error)")
    for text in [
      "1 new, 1 changed", "Read by your layout factory", "price ₩5,000 → ₩5,500",
      "1 listing is missing in the file and stays: 2 유리병",
    ] {
      #expect(plan.error.contains(text), "\(text) is not in \(plan.error)")
    }
    let listed = await world.run("layouts", "--format", "tsv")
    #expect(
      listed.output.contains(
        "import FILE --map 단가=price --ignore 비고 --set \"description=공장에서 바로 보냅니다.\""),
      "\(listed.output)")
    let removed = await world.run("layouts", "remove", "factory")
    #expect(removed.exitCode == 0 && !FileManager.default.fileExists(atPath: file), "\(removed)")
    let unknown = await world.run("import", "w2.csv", "--dry-run")
    #expect(unknown.exitCode == 2 && unknown.error.contains("\"비고\""), "\(unknown.error)")
  }

  @Test func `rows that a layout leaves out are left out only where they are again`() async throws {
    let world = try TestWorld()
    let header = "code,name,price,stock,description,photo1"
    let row = { (code: String) in "\(code),Oak \(code),12000,3,Turned from one piece.,a.jpg" }
    try world.write("w1.csv", "\(header)\nEX,Example,9999,1,Text,a.jpg\n\(row("B-1"))\n")
    let first = await world.run(
      "import", "w1.csv", "--skip-rows", "2", "--layout", "oak", "--yes")
    #expect(first.exitCode == 0 && first.error.contains("Saved the layout oak"), "\(first)")
    try world.write("w2.csv", "\(header)\n\(row("A-1"))\n\(row("B-1"))\n")
    let second = await world.run("import", "w2.csv", "--dry-run")
    #expect(second.error.contains("1 new, 1 already as wanted"), "\(second)")
    let again = await world.run("import", "w1.csv", "--layout", "oak", "--dry-run")
    #expect(again.error.contains(": 1 already as wanted"), "\(again)")
  }

  @Test func `errors say by which layout a file was read`() async throws {
    let world = try TestWorld()
    try world.write("w1.csv", Self.sheet("F-1,유리컵,5000,10,x,a.jpg"))
    _ = await world.run(["import", "w1.csv", "--yes"] + Self.options)
    try world.write("w2.csv", Self.sheet("F-1,유리컵,free,10,x,a.jpg"))
    let wrong = await world.run("import", "w2.csv", "--dry-run")
    #expect(wrong.error.contains("by your layout factory; `--layout none`"), "\(wrong)")
  }

  @Test func `a layout reads its sheet, and names the others that are alike`() async throws {
    let world = try TestWorld()
    try world.write("two.xlsx", Data(try Fixture.bytes("sheets/two.xlsx")))
    let first = await world.run(
      "import", "two.xlsx", "--sheet", "Bowls", "--layout", "bowls", "--yes", "--allow", "currency")
    #expect(first.exitCode == 0, "\(first)")
    for options in [[], ["--layout", "bowls"]] {
      let again = await world.run(["import", "two.xlsx", "--dry-run"] + options)
      #expect(again.error.contains(": 1 already as wanted"), "\(again)")
      #expect(again.error.contains("not read: \"Cups\""), "\(again)")
    }
  }

  @Test func `a layout reads a table that is in another place`() async throws {
    let world = try TestWorld()
    let header = "code,name,단가,stock,description,photo1"
    let row = "A-1,Oak mug,12000,3,Turned from one piece.,a.jpg"
    try world.write("w1.csv", "title,x\n\(header)\n\(row)\n")
    let first = await world.run(
      "import", "w1.csv", "--header-row", "2", "--map", "단가=price", "--layout", "oak", "--yes")
    #expect(first.exitCode == 0, "\(first)")
    try world.write("w2.csv", "\(header)\n\(row)\n")
    for options in [[], ["--layout", "oak"]] {
      let second = await world.run(["import", "w2.csv", "--dry-run"] + options)
      #expect(second.error.contains("1 already as wanted"), "\(second)")
    }
  }

  @Test func `a name that no layout can have is an error`() async throws {
    let world = try TestWorld()
    try world.write("w1.csv", Self.sheet("F-1,유리컵,5000,10,x,a.jpg"))
    let result = await world.run("import", "w1.csv", "--layout", "../x", "--dry-run")
    #expect(
      result.exitCode == 2 && result.error.contains("shopify, woocommerce"), "\(result.error)")
  }

  @Test func `a master sheet never stops because of what was done before`() async throws {
    let world = try TestWorld()
    let header = "id,code,name,description,price,stock,photo1,action"
    let tail = "Turned from one piece.,12000,3,a.jpg"
    try world.write("master.csv", "\(header)\n,M-1,Oak mug,\(tail),\n,M-2,Oak cup,\(tail),\n")
    #expect(await world.run("import", "master.csv", "--yes").exitCode == 0)
    let week2 =
      "\(header)\n1,M-1,Oak mug,\(tail),\n2,M-2,Oak cup,\(tail),remove\n,,Oak jar,\(tail),\n"
    try world.write("master.csv", week2)
    #expect(await world.run("import", "master.csv", "--yes").exitCode == 0)
    #expect(try world.service.listingCount == 2)
    // The removal is done, and the new row means the listing of its name.
    try world.write("master.csv", week2.replacing("12000", with: "13000"))
    let result = await world.run("import", "master.csv", "--dry-run")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.error.contains("2 changed, 1 already gone"), "\(result.error)")
  }
}
