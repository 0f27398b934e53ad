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
