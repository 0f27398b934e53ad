import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Testing

/// The rules for files, one by one (`help files`).
@Suite(.timeLimit(.minutes(60))) struct ImportRuleTests {
  private static let row = "Oak cup,Turned from one piece.,12000,a.jpg"

  @Test func `without a mark a file is UTF-8, or Korean, which is said`() async throws {
    let world = try TestWorld()
    let text = "상품명,설명,판매가,사진1\n도자기 컵,손으로 만든 컵입니다.,12000,a.jpg\n"
    let cp949 = try #require(text.data(using: String.Encoding(rawValue: 0x8000_0422)))
    try world.write("컵.csv", cp949)
    let plan = await world.run("import", "컵.csv", "--dry-run")
    #expect(plan.error.contains("read as cp949"), "\(plan.error)")
    for name in ["euc-kr", "ms949"] {
      let named = await world.run("import", "컵.csv", "--encoding", name, "--dry-run")
      #expect(named.exitCode == 0 && !named.error.contains("read as"), "\(named.error)")
    }
    let done = await world.run("import", "컵.csv", "--yes")
    #expect(done.exitCode == 0, "\(done.error)")
    #expect(await world.run("list", "--fields", "name").output == "도자기 컵\n")
  }

  @Test func `other encodings are shown, not guessed`() async throws {
    let world = try TestWorld()
    let text = "name,description,price,photo1\nTasse für Tee,Von Hand gedreht.,12000,a.jpg\n"
    try world.write("cups.csv", try #require(text.data(using: .windowsCP1252)))
    let refused = await world.run("import", "cups.csv", "--yes")
    #expect(refused.exitCode == 2)
    #expect(refused.error.contains("--encoding latin1"), "\(refused.error)")
    #expect(refused.error.contains("Tasse für Tee"), "\(refused.error)")
    #expect(try world.service.listingCount == 0)
    let done = await world.run("import", "cups.csv", "--encoding", "windows-1252", "--yes")
    #expect(done.exitCode == 0, "\(done.error)")
  }

  @Test(arguments: [(";", "semicolons separate the columns"), ("\t", "tabs separate the columns")])
  func `the separator is found and named`(_ separator: String, _ note: String) async throws {
    let world = try TestWorld()
    let text = "name,description,price,photo1\n\(Self.row)\n"
    try world.write("cups.csv", text.replacing(",", with: separator))
    let plan = await world.run("import", "cups.csv", "--dry-run")
    #expect(plan.exitCode == 0 && plan.error.contains(note), "\(plan.error)")
  }

  @Test func `a quoted value may have line breaks, and lines keep their numbers`() async throws {
    let world = try TestWorld()
    try world.write(
      "cups.csv",
      "name,description,price,photo1\nOak cup,\"Turned from\none piece.\",12000,a.jpg\nAsh,x,1,b\n")
    let result = await world.run("import", "cups.csv", "--yes")
    #expect(result.error.contains("cups.csv:4:"), "\(result.error)")
    #expect(!result.error.contains("cups.csv:2"), "\(result.error)")
  }

  @Test func `all that is wrong with a row is said at once`() async throws {
    let world = try TestWorld()
    try world.write(
      "cups.csv",
      "name,description,price,stock,photo1\nx,short,abc,many,gone.jpg\nOak cup,,5000,1,a.jpg\n")
    let result = await world.run("import", "cups.csv", "--yes")
    #expect(result.exitCode == 2)
    let places = [
      "2:C: price", "2:D: stock", "2:A: name", "2:B: description", "2:E: gone.jpg", "3:B: a new",
    ]
    for place in places { #expect(result.error.contains(place), "\(place) in \(result.error)") }
    let errors = result.error.split(separator: "\n").count { $0.hasPrefix("error:") }
    #expect(errors == places.count, "\(result.error)")
    #expect(try world.service.listingCount == 0)
  }

  @Test(arguments: [
    // What the columns are called, and what a price of 12,000 and an amount become.
    ("discount", "1000", "1000"), ("sale_price", "11000", "1000"), ("할인가", "11000", "1000"),
    ("bargain_price", "11000", "1000"), ("discount,bargain_price", "1000,11000", "1000"),
    ("discounted_price,bargain_price", "1000,11000", "1000"), ("discounted_price", "1000", nil),
    ("discount,sale_price", "1000,9000", nil), ("sale_price", "13000", nil),
    ("discount", "13000", nil),
  ])
  func `a discount is an amount off or a final price`(
    _ columns: String, _ cells: String, _ discount: String?
  ) async throws {
    let world = try TestWorld()
    try world.write("cups.csv", "name,description,price,photo1,\(columns)\n\(Self.row),\(cells)\n")
    let result = await world.run("import", "cups.csv", "--yes")
    #expect(result.exitCode == (discount == nil ? 2 : 0), "\(result.error)")
    let shown = await world.run("list", "--fields", "discount")
    #expect(shown.output == discount.map { $0 + "\n" } ?? "", "\(result.error)")
  }

  @Test func `with a column for discounts, a blank cell keeps the amount`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "12000", "--discount", "1000")
    try world.write("mugs.csv", "id,price,discount\n\(id),24000,\n")
    #expect(await world.run("import", "mugs.csv", "--yes").exitCode == 0)
    let shown = await world.run("show", "\(id)", "--fields", "price,discount")
    #expect(shown.output == "24000\t1000\n")
  }

  @Test(arguments: [
    ("cups.json", #"[{"name": "Oak cup", "price": 12000, "photos": ["a.jpg", "b.jpg"]"#, "}]"),
    ("cups.jsonl", #"{"name": "Oak cup", "price": 12000, "photos": ["a.jpg", "b.jpg"]"#, "}\n"),
  ])
  func `JSON has the same columns`(_ name: String, _ start: String, _ end: String) async throws {
    let world = try TestWorld()
    try world.write(name, "\(start), \"description\": \"Turned from one piece.\"\(end)")
    let result = await world.run("import", name, "--yes")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(try await world.listing(1).pictures?.count == 2)
  }

  @Test func `a sheet is chosen by its name`() async throws {
    let world = try TestWorld()
    let id = try await world.add()
    await world.run("export", "mugs.xlsx")
    let missing = await world.run("import", "mugs.xlsx", "--sheet", "autumn")
    #expect(missing.exitCode == 2 && missing.error.contains("autumn"), "\(missing.error)")
    let found = await world.run("import", "mugs.xlsx", "--sheet", "1")
    #expect(found.error.contains("1 already as wanted"), "\(found.error) \(id)")
  }

  @Test func `it stops at the first failure, except with --keep-going`() async throws {
    for more in [[], ["--keep-going"]] {
      let world = try TestWorld()
      let ids = try await [world.add("Oak mug"), world.add("Ash mug"), world.add("Elm mug")]
      let rows = ids.map { "\($0),9" }.joined(separator: "\n")
      try world.write("mugs.csv", "id,stock\n\(rows)\n")
      world.spy.beforeRequest { [weak world] request in
        if request.method == .patch { try? world?.removeElsewhere(ids[1]) }
      }
      let result = await world.run(
        ["import", "mugs.csv", "--yes", "--jobs", "1"] + more, on: FakeTerminal(isTTY: false))
      let stock = try await world.listing(ids[2]).stock
      #expect(stock == (more.isEmpty ? 5 : 9), "\(result.error)")
      #expect(result.exitCode == (more.isEmpty ? 3 : 6), "\(result.error)")
    }
  }
}
