import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketShell

/// The same table imported again, and what is wrong in many of its rows.
@Suite(.timeLimit(.minutes(60))) struct SheetAgainTests {
  private static func world() async throws -> (TestWorld, [Int]) {
    let world = try TestWorld()
    var ids: [Int] = []
    for number in 1...3 {
      ids.append(try await world.add("Mug \(number)", price: "12000", "--code", "MUG-\(number)"))
    }
    return (world, ids)
  }

  @Test(arguments: [[], ["--again"], ["--prune", "--max-remove", "0"]])
  func `a row that removed its listing is already gone the next time`(
    _ options: [String]
  ) async throws {
    let (world, ids) = try await Self.world()
    try world.write(
      "mugs.csv",
      "id,code,name,action\n\(ids[0]),MUG-1,Mug 1,\n\(ids[1]),MUG-2,Mug 2,remove\n"
        + "\(ids[2]),MUG-3,Mug 3,\n")
    let first = await world.run("import", "mugs.csv", "--yes")
    #expect(first.exitCode == 0, "\(first.error)")
    #expect(try world.service.listingCount == 2)
    let again = await world.run(
      ["import", "mugs.csv", "--yes"] + options, on: FakeTerminal(isTTY: false))
    #expect(again.exitCode == 0, "\(again.error)")
    #expect(
      again.error.contains("Nothing to do in mugs.csv: 2 already as wanted, 1 already gone."),
      "\(again.error)")
    #expect(again.error.contains("row 3: the listing to remove is already gone"), "\(again.error)")
    #expect(try world.service.listingCount == 2)
  }

  @Test func `a code that was removed is already gone, an unknown one is an error`() async throws {
    let (world, _) = try await Self.world()
    try world.write("mugs.csv", "code,action\nMUG-2,remove\n")
    #expect(await world.run("import", "mugs.csv", "--yes").exitCode == 0)
    let again = await world.run("import", "mugs.csv", "--yes")
    #expect(again.error.contains("Nothing to do in mugs.csv: 1 already gone."), "\(again.error)")
    try world.write("mugs.csv", "code,action\nMUG,remove\n")
    let slip = await world.run("import", "mugs.csv", "--yes")
    #expect(slip.exitCode == 2 && slip.error.contains("no listing has the code MUG"), "\(slip)")
  }

  @Test(arguments: [[], ["--prune", "--max-remove", "0"]])
  func `a listing that came back under another id is the one of its row`(
    _ options: [String]
  ) async throws {
    let (world, ids) = try await Self.world()
    await world.run("remove", "\(ids[1])", "--yes")
    let undo = await world.run("undo", "--yes")
    #expect(undo.exitCode == 0, "\(undo.error)")
    try world.write(
      "mugs.csv",
      "id,code,name,price\n"
        + ids.enumerated().map { "\($1),MUG-\($0 + 1),Mug \($0 + 1),13000\n" }.joined())
    let plan = await world.run(
      ["import", "mugs.csv", "--dry-run"] + options, on: FakeTerminal(isTTY: false))
    #expect(plan.error.contains("row 3: listing \(ids[1]) came back as listing 4"), "\(plan.error)")
    let done = await world.run(
      ["import", "mugs.csv", "--yes"] + options, on: FakeTerminal(isTTY: false))
    #expect(done.exitCode == 0, "\(done.error)")
    #expect(try await world.listing(4).price?.amount == 13_000)
    #expect(try world.service.listingCount == 3)
    // Both ids are the same listing.
    try world.write("both.csv", "id,price\n\(ids[1]),14000\n4,15000\n")
    let both = await world.run("import", "both.csv", "--yes")
    #expect(both.exitCode == 2 && both.error.contains("id: 4 is also in row 2"), "\(both)")
  }

  @Test func `photos of columns are found in the folder of photos or by the table`() async throws {
    let world = try TestWorld()
    let photo = try Data(contentsOf: URL(filePath: "\(world.workingFolder)/a.jpg"))
    try FileManager.default.createDirectory(
      atPath: "\(world.workingFolder)/web", withIntermediateDirectories: true)
    try world.write("web/Red.JPG", photo)
    try world.write(
      "mugs.csv",
      """
      Code,name,description,Currency,price,Photo 1,photo-2
      A-1,Oak mug,Turned from one piece.,KRW,12000,exp/red.jpg,a.jpg

      """)
    let result = await world.run("import", "mugs.csv", "--photos", "web", "--yes")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(!result.error.contains("photos without a row"), "\(result.error)")
    #expect(try await world.listing(1).pictures?.count == 2)
  }

  @Test func `equal problems of many rows are summed up`() async throws {
    let world = try TestWorld()
    let rows = (1...64).map {
      "A-\($0),Mug \($0),Turned from one piece.,KRW,\($0 < 60 ? "12000" : "0"),p\($0).jpg\n"
    }
    try world.write("mugs.csv", "code,name,description,currency,price,photo1\n" + rows.joined())
    let result = await world.run("import", "mugs.csv")
    #expect(
      result.error.contains("mugs.csv: 64 photos were not found, such as p1.jpg (row 2)"),
      "\(result.error)")
    #expect(
      result.error.contains("mugs.csv:61:E: price needs a number above 0, not 0 (\"0\") (and in 4"),
      "\(result.error)")
    #expect(result.error.split(separator: "\n").count <= 4, "\(result.error)")
  }

  @Test func `a missing table, or of another program, gets advice with its name`() async throws {
    let world = try TestWorld()
    let missing = await world.run("import", "none.xlsx")
    #expect(missing.error.contains("none.xlsx: there is no such file"), "\(missing.error)")
    try world.write("mugs.ods", "PK")
    let other = await world.run("import", "mugs.ods")
    #expect(
      other.error.contains("error: mugs.ods: the spreadsheet is damaged"),
      "\(other.error)")
    try world.write("mugs.csv", Data([0x61, 0x0A, 0xFF, 0x0A]))
    let encoded = await world.run("import", "mugs.csv")
    #expect(!encoded.error.contains(world.workingFolder), "\(encoded.error)")
  }

  @Test func `a result replaces only an earlier one, and its whole path is named`() async throws {
    let world = try TestWorld()
    let id = try await world.add()
    try FileManager.default.createDirectory(
      atPath: "\(world.workingFolder)/shoot", withIntermediateDirectories: true)
    for (price, name) in [(13_000, "m.csv.result-2.csv"), (14_000, "m.csv.result-2.csv")] {
      try world.write("shoot/m.csv", "id,price\n\(id),\(price)\n")
      try world.write("shoot/m.csv.result.csv", "my,notes\n")
      let result = await world.run("import", "shoot/m.csv", "--yes")
      #expect(result.error.contains("row is in shoot/\(name)."), "\(result.error)")
      let text = try String(
        contentsOfFile: "\(world.workingFolder)/shoot/m.csv.result.csv", encoding: .utf8)
      #expect(text == "my,notes\n")
    }
  }
}
