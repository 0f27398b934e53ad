import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Testing

/// One sheet that a seller imports week after week.
@Suite(.timeLimit(.minutes(60))) struct MasterSheetTests {
  private static let header = "id,code,name,description,price,stock,photo1,action"
  private static let tail = "Turned from one piece.,12000,3,a.jpg"

  private static func sheet(_ rows: String...) -> String {
    ([header] + rows).joined(separator: "\n") + "\n"
  }

  /// Imports the sheet of a week after a dry run, which has to say what will be done.
  private func week(
    _ text: String, _ expected: String..., in world: TestWorld
  ) async throws {
    try world.write("master.csv", text)
    let plan = await world.run("import", "master.csv", "--dry-run")
    #expect(plan.exitCode == 0, "\(plan.error)")
    for text in expected { #expect(plan.error.contains(text), "\(text) is not in \(plan.error)") }
    let done = await world.run("import", "master.csv", "--yes", "--allow", "sold-out,code")
    #expect(done.exitCode == 0, "\(done.error)")
  }

  @Test func `five weeks never stop it`() async throws {
    let world = try TestWorld()
    let tail = Self.tail
    try await week(
      Self.sheet(",M-1,Oak mug,\(tail),", ",,Oak cup,\(tail),", ",,Oak jar,\(tail),"), "3 new",
      in: world)
    // A code is filled in, a listing is removed by its name, and a row is new.
    try await week(
      Self.sheet(
        ",M-1,Oak mug,\(tail),", ",C-1,Oak cup,\(tail),", ",,Oak jar,\(tail),remove",
        ",,Oak tray,\(tail),"),
      "1 new, 1 changed, 1 removed, 1 already as wanted", "code – → @C-1", in: world)
    #expect(try world.service.listingCount == 3)
    // The removal is done.
    let third = Self.sheet(
      ",M-1,Oak mug,\(tail),remove", ",C-1,Oak cup,\(tail),", ",,Oak jar,\(tail),remove",
      ",,Oak tray,\(tail),")
    try await week(third, "1 removed, 2 already as wanted, 1 already gone", in: world)
    // The removal of the mug is taken back, so it has another id, and the row says so.
    #expect(await world.run("undo", "--yes").exitCode == 0)
    try await week(
      Self.sheet(
        "1,M-1,Oak mug,Turned from one piece.,13000,3,a.jpg,", ",C-1,Oak cup,\(tail),",
        ",,Oak jar,\(tail),remove", ",T-1,Oak tray,\(tail),"),
      "2 changed, 1 already as wanted, 1 already gone", "listing 1 came back as listing 5",
      in: world)
    #expect(try world.service.listingCount == 3)
    // All rows have codes now, and a listing that was removed elsewhere is added again.
    #expect(await world.run("remove", "@T-1", "--yes").exitCode == 0)
    try await week(
      Self.sheet(
        ",M-1,Oak mug,\(tail),", ",C-1,Oak cup,\(tail),", ",J-1,Oak jar,\(tail),remove",
        ",T-1,Oak tray,\(tail),"),
      "1 new, 1 changed, 1 already as wanted", in: world)
    #expect(try world.service.listingCount == 3)
  }

  @Test func `a new code is that of a listing only if it is the only one of its name`() async throws
  {
    let world = try TestWorld()
    try await world.add("Oak mug")
    try await world.add("Oak mug", price: "9000", "--code", "OLD")
    // One of both has no code, and gets it.
    let plan = try await dryRun(",M-1,Oak mug,\(Self.tail),", in: world)
    #expect(plan.contains("1 changed") && plan.contains("would change 1 @M-1"), "\(plan)")
    // Two rows of the name are two listings, and so is a row that says so.
    for rows in [
      [",M-1,Oak mug,\(Self.tail),", ",M-2,Oak mug,\(Self.tail),"],
      [",M-1,Oak mug,\(Self.tail),add", ",M-2,Oak mug,\(Self.tail),add"],
    ] {
      let plan = try await dryRun(rows.joined(separator: "\n"), in: world)
      #expect(plan.contains("2 new"), "\(plan)")
    }
    // A removal by an unknown code never takes the listing of the name.
    let removal = try await dryRun(",M-9,Oak mug,,,,,remove", in: world)
    #expect(removal.contains("no listing has the code M-9"), "\(removal)")
    // A row without a key does not take a listing that another row names by its code.
    let both = try await dryRun(
      ",OLD,Oak mug,\(Self.tail),\n,,Oak mug,\(Self.tail),", in: world)
    #expect(both.contains("2 listings have this name"), "\(both)")
  }

  private func dryRun(_ rows: String, in world: TestWorld) async throws -> String {
    try world.write("master.csv", Self.sheet(rows))
    return await world.run("import", "master.csv", "--dry-run").error
  }

  @Test func `a result in Korean is imported again`() async throws {
    let world = try TestWorld()
    let id = try await world.add()
    let lost = try await world.add("Oak bowl")
    try world.write("mugs.csv", "id,price\n\(id),13000\n\(lost),14000\n")
    world.spy.beforeRequest { [weak world] request in
      if request.method == .post || request.method == .patch { try? world?.removeElsewhere(lost) }
    }
    _ = await world.run("set", "language", "ko")
    let result = await world.run(
      "import", "mugs.csv", "--yes", "--keep-going", "--allow", "price-jump")
    let text = try String(
      contentsOfFile: "\(world.workingFolder)/mugs.csv.result.csv", encoding: .utf8)
    let lines = text.components(separatedBy: "\r\n")
    #expect(lines[0] == "id,price,처리 결과,원본 행,처리 항목,처리 내용", "\(result.error)")
    #expect(lines[1].hasPrefix("\(id),13000,완료,2,"), "\(text)")
    #expect(lines[2].contains("가격"), "\(text)")
    let again = await world.run("import", "mugs.csv.result.csv", "--dry-run")
    #expect(again.error.contains("mugs.csv.result.csv:3:"), "\(again.error)")
    #expect(!again.error.contains("result.csv:2"), "\(again.error)")
  }
}
