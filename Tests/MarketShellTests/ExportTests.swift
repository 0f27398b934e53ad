import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct ExportTests {
  /// Texts that a format could change.
  static let hostile = [
    "=1+2 mug", "'=quoted", "''double", "@mug, \"big\"", " blanks around ", "emoji 🏺 컵",
    "semi;colon", "+82 mug", "-5 mug", "-500", "'-500", "+500",
  ]

  private func read(_ name: String, in world: TestWorld) throws -> String {
    try String(contentsOfFile: "\(world.workingFolder)/\(name)", encoding: .utf8)
  }

  @Test(arguments: ["csv", "tsv", "json", "jsonl", "xlsx"])
  func `import has nothing to do with what export wrote`(_ ending: String) async throws {
    let world = try TestWorld()
    for name in Self.hostile { try await world.add(name) }
    let id = try await world.add("Oak mug", price: "12345", "--code", "MUG-01")
    await world.run("edit", "\(id)", "--description", "Two\nlines, \"quoted\".\n\n'=end")
    let written = await world.run("export", "mugs.\(ending)")
    #expect(written.error == "Wrote 13 listings to mugs.\(ending).\n", "\(written)")
    let back = await world.run("import", "mugs.\(ending)")
    #expect(
      back.error == "Nothing to do in mugs.\(ending): 13 already as wanted.\n", "\(back.error)")
  }

  @Test func `import has nothing to do with a file for Excel`() async throws {
    let world = try TestWorld()
    for name in Self.hostile { try await world.add(name) }
    await world.run("export", "mugs.csv", "--excel")
    let text = try read("mugs.csv", in: world)
    let bytes = try Data(contentsOf: URL(filePath: "\(world.workingFolder)/mugs.csv"))
    #expect(bytes.starts(with: [0xEF, 0xBB, 0xBF] + Array("id,code,name,".utf8)))
    #expect(text.contains(",'=1+2 mug,") && text.contains(",''=quoted,"))
    #expect(text.contains(",-500,") && text.contains(",''-500,") && text.contains(",'+500,"))
    let back = await world.run("import", "mugs.csv")
    #expect(back.error.contains("12 already as wanted"), "\(back.error)")
  }

  @Test func `an answer in a file for Excel has no formulas`() async throws {
    let world = try TestWorld()
    try await world.add("=HYPERLINK(1)")
    _ = try world.service.addAccount(name: "+1+cmd")
    for words in [["list"], ["account", "list"]] {
      let plain = words + ["--format", "csv", "--out", "plain.csv", "--yes"]
      #expect(await world.run(plain).exitCode == 0)
      #expect(await world.run(words + ["--excel", "--out", "a.csv", "--yes"]).exitCode == 0)
      let text = try read("a.csv", in: world)
      let bytes = try Data(contentsOf: URL(filePath: "\(world.workingFolder)/a.csv"))
      #expect(bytes.starts(with: [0xEF, 0xBB, 0xBF]))
      #expect(text.contains(",'=HYPERLINK(1),") || text.contains(",'+1+cmd,"), "\(text)")
      #expect(!(try read("plain.csv", in: world)).contains(",'"))
    }
  }

  @Test func `own listings only, unless all are asked for`() async throws {
    let world = try TestWorld()
    try await world.add()
    _ = try await world.addToOtherShop()
    let own = await world.run("export")
    #expect(own.output.components(separatedBy: "\r\n").count == 3, "\(own)")
    #expect(own.output.hasPrefix("id,code,name,description,currency,price,discount,stock\r\n"))
    let all = await world.run("export", "--all", "--fields", "name")
    #expect(all.output == "name\r\nPine bowl\r\nOak mug\r\n", "\(all)")
  }

  @Test func `an existing file is replaced after a question, or with --yes`() async throws {
    let world = try TestWorld()
    try await world.add()
    try world.write("mugs.csv", "old\n")
    #expect(await world.ask("export", "mugs.csv", typing: ["n"]).exitCode == 1)
    #expect(try read("mugs.csv", in: world) == "old\n")
    for words in [
      ["export", "mugs.csv"], ["list", "--out", "mugs.csv"], ["log", "--out", "mugs.csv"],
    ] {
      let refused = await world.run(words, on: FakeTerminal(isTTY: false))
      #expect(refused.exitCode == 2, "\(words)")
      #expect(refused.error == "error: mugs.csv: the file exists; `--yes` overwrites it\n")
      #expect(try read("mugs.csv", in: world) == "old\n")
      let replaced = await world.run(words + ["--yes"], on: FakeTerminal(isTTY: false))
      #expect(replaced.exitCode == 0, "\(replaced)")
      #expect(try read("mugs.csv", in: world) != "old\n")
      try world.write("mugs.csv", "old\n")
    }
  }

  @Test(arguments: ["mugs.doc", "mugs", "nowhere/mugs.csv"])
  func `a file that cannot be written is an error`(_ name: String) async throws {
    let world = try TestWorld()
    try await world.add()
    let result = await world.run("export", name)
    #expect(result.exitCode != 0 && result.error.contains("error: "), "\(result)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: world.workingFolder).count == 2)
  }

  @Test func `any answer can be written to a file`() async throws {
    let world = try TestWorld()
    let id = try await world.add()
    let list = await world.run("list", "--mine", "--fields", "id,name", "--out", "mugs.tsv")
    #expect(list.output.isEmpty && list.error == "Wrote 1 listing to mugs.tsv.\n", "\(list)")
    #expect(try read("mugs.tsv", in: world) == "id\tname\n\(id)\tOak mug\n")
    await world.run("show", "\(id)", "--out", "mug.json")
    #expect(try read("mug.json", in: world).hasPrefix("{\n  \"id\": \(id),"))
    await world.run("stats", "--out", "stats.json")
    #expect(try read("stats.json", in: world).contains("\"count\": 1"))
    await world.run("markets", "--out", "markets.csv")
    #expect(try read("markets.csv", in: world).contains("home"))
    let wrong = await world.run("list", "--out", "mugs.xlsx")
    #expect(wrong.exitCode == 2)
    let page = await world.run("export", "mugs.html")
    #expect(page.ends(with: 2, saying: "its name must end in .xlsx, .csv,"))
    #expect(
      wrong.error.contains("export writes .xlsx") || wrong.error.contains("`market export`")
        || wrong.error.contains("`export` writes .xlsx"), "\(wrong.error)")
  }
}

@Suite(.timeLimit(.minutes(60))) struct TablePhotoTests {
  private static let header = "code,name,description,price"

  private func row(_ code: String, _ name: String) -> String {
    "\(code),\(name),Turned from one piece.,12000"
  }

  private func photo(_ gray: UInt8) -> Data {
    Data(TestPicture.png(width: 640, height: 480, gray: gray))
  }

  @Test func `photos are found by code, in natural order, in any form of letters`() async throws {
    let world = try TestWorld()
    try world.write(
      "mugs.csv",
      "\(Self.header)\n\(row("MUG-01", "Oak mug"))\n\(row("Café", "Cup"))\n\(row("B", "접시 세트"))\n")
    for name in ["mug-01_10", "MUG-01_2", "Mug-01"] {
      try world.write("photos/\(name).png", photo(UInt8(name.count * 9)))
    }
    // NFD, as a Mac names files.
    try world.write("photos/Cafe\u{301} (1).png", photo(1))
    try world.write("photos/접시 세트/2.png", photo(2))
    try world.write("photos/접시 세트/10.png", photo(3))
    try world.write("photos/lost.png", photo(4))
    try world.write("photos/notes.txt", "no photo")
    let plan = await world.run("import", "mugs.csv", "--photos", "photos", "--dry-run")
    #expect(plan.exitCode == 0, "\(plan.error)")
    let names = ["Mug-01.png", "MUG-01_2.png", "mug-01_10.png", "(1).png", "2.png", "10.png"]
    var rest = plan.error[...]
    for name in names {
      guard let range = rest.range(of: name) else {
        Issue.record("\(name) is missing or late in \(plan.error)")
        return
      }
      rest = rest[range.upperBound...]
    }
    #expect(plan.error.contains("photos without a row: lost.png"), "\(plan.error)")
    #expect(!plan.error.contains("notes.txt"))
    let done = await world.run("import", "mugs.csv", "--photos", "photos", "--yes")
    #expect(done.exitCode == 0, "\(done.error)")
    #expect(try await world.listing(1).pictures?.count == 3)
  }

  @Test func `a folder that fits several rows is an error`() async throws {
    let world = try TestWorld()
    try world.write("mugs.csv", "\(Self.header)\n\(row("A", "Mug"))\n\(row("B", "Mug"))\n")
    try world.write("photos/Mug/1.png", photo(1))
    let plan = await world.run("import", "mugs.csv", "--photos", "photos", "--dry-run")
    #expect(plan.ends(with: 2, saying: "Mug fits several rows: @A, @B"))
    #expect(plan.error.contains("mugs.csv:2: a new listing needs a photo"))
  }

  @Test func `export saves photos under names that import finds again`() async throws {
    let world = try TestWorld()
    try await world.add("Oak mug", price: "12000", "--code", "MUG-01", "--image", "b.jpg")
    let plain = try await world.add("Oak cup")
    let result = await world.run("export", "mugs.csv", "--photos", "photos")
    #expect(result.exitCode == 0, "\(result.error)")
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(world.workingFolder)/photos")
    #expect(files.contains("MUG-01_1.jpg") && files.contains("\(plain)_1.jpg"), "\(files)")
    let back = await world.run("import", "mugs.csv", "--photos", "photos")
    #expect(back.error.contains("Nothing to do"), "\(back.error)")
    // Without ids and codes, rows are found by their names.
    var text = try String(contentsOfFile: "\(world.workingFolder)/mugs.csv", encoding: .utf8)
    text = text.replacing("\(plain),", with: ",").replacing("id,", with: "번호,")
    try world.write("copy.csv", text)
    let copy = await world.run(
      "import", "copy.csv", "--ignore", "번호", "--ignore", "code", "--dry-run")
    #expect(copy.error.contains("2 already as wanted"), "\(copy.error)")
  }

  @Test func `a table to fill in has a row for each folder and each group of shots`() async throws {
    let world = try TestWorld()
    try world.write("shoot/컵/2.png", photo(1))
    try world.write("shoot/컵/10.png", photo(2))
    for (index, second) in [0, 20, 100, 110].enumerated() {
      let path = "shoot/IMG_\(4 - index).png"
      try world.write(path, photo(UInt8(index + 10)))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000 + Double(second))],
        ofItemAtPath: "\(world.workingFolder)/\(path)")
    }
    let result = await world.run("add", "--from", "shoot", "--currency", "KRW")
    #expect(result.exitCode == 0, "\(result.error)")
    let said = result.output + result.error
    #expect(said.contains("Wrote 3 rows with 6 photos to shoot/listings.csv"), "\(said)")
    let path = "\(world.workingFolder)/shoot/listings.csv"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(
      text.components(separatedBy: "\r\n") == [
        "code,name,description,currency,price,stock,photos",
        ",컵,,KRW,,,컵/2.png;컵/10.png",
        ",,,KRW,,,IMG_4.png;IMG_3.png",
        ",,,KRW,,,IMG_2.png;IMG_1.png", "",
      ])
    let filled = text.replacing(",,,KRW,,", with: ",Oak mug,Turned from one piece.,KRW,12000,5")
      .replacing(",컵,,KRW,,", with: ",도자기 컵,손으로 만든 컵입니다.,KRW,9000,5")
    try world.write("shoot/listings.csv", filled)
    let plan = await world.run("import", "shoot/listings.csv", "--dry-run")
    #expect(plan.error.contains("3 new"), "\(plan.error)")
    let again = await world.run("add", "--from", "shoot", "--currency", "KRW")
    #expect(again.exitCode == 2 && again.error.contains("--yes"), "\(again)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == filled)
  }

  @Test func `the camera's clock separates shots, if all photos have it`() async throws {
    let world = try TestWorld()
    for (name, time) in [("a", "18:00:00"), ("b", "18:05:00"), ("c", "18:00:30")] {
      let exif = Data("Exif\0\0MM\0* 2026:11:03 \(time)\0".utf8)
      try world.write("shoot/\(name).jpg", exif)
    }
    await world.run("add", "--from", "shoot")
    let path = "\(world.workingFolder)/shoot/listings.csv"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains(",a.jpg;c.jpg\r\n") && text.contains(",b.jpg\r\n"), "\(text)")
  }

  @Test(arguments: [
    (["--from", "nowhere"], "there is no such folder"), (["--from", "."], "it has no photos"),
    (["--from", "shoot", "--name", "Oak mug"], "--name"),
  ])
  func `add --from says why it writes nothing`(
    _ arguments: [String], _ reason: String
  ) async throws {
    let world = try TestWorld()
    for photo in ["a.jpg", "b.jpg"] {
      try? FileManager.default.removeItem(atPath: "\(world.workingFolder)/\(photo)")
    }
    let result = await world.run(["add"] + arguments, on: FakeTerminal(isTTY: false))
    #expect(result.exitCode != 0 && result.error.contains(reason), "\(result.error)")
  }
}
