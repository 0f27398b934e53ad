import Base
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct ImportTests {
  private let world: TestWorld

  init() throws { world = try TestWorld() }

  static let full = "code,name,description,currency,price,discount,stock,photo1"

  private func row(_ code: String, _ name: String, price: String = "12000") -> String {
    "\(code),\(name),Turned from one piece.,KRW,\(price),1000,5,a.jpg"
  }

  @Test func `a new code adds a listing, a known one changes it`() async throws {
    try world.write("mugs.csv", "\(Self.full)\n\(row("CUP-1", "Oak cup"))\n")
    let added = await world.run("import", "mugs.csv", "--yes")
    #expect(added.ends(with: 0, saying: "mugs.csv: 1 done · as planned"))
    try world.write("mugs.csv", "code,price\nCUP-1,13000\n")
    let plan = await world.run("import", "mugs.csv", "--dry-run")
    #expect(plan.error.contains("price ₩12,000 → ₩13,000"), "\(plan.error)")
    #expect(plan.error.contains("Nothing was sent."))
    let changed = await world.run("import", "mugs.csv", "--yes")
    #expect(changed.exitCode == 0, "\(changed.error)")
    #expect(try world.service.listingCount == 1)
    let shown = await world.run("show", "@CUP-1", "--fields", "price,discount")
    // A file without a discount keeps its share of the price.
    #expect(shown.output == "13000\t1083\n")
  }

  @Test func `a file that was imported changes nothing more`() async throws {
    try world.write("mugs.csv", "\(Self.full)\n\(row("CUP-1", "Oak cup"))\n")
    await world.run("import", "mugs.csv", "--yes")
    world.spy.reset()
    let again = await world.run("import", "mugs.csv", "--yes")
    #expect(again.error == "Nothing to do in mugs.csv: 1 already as wanted.\n", "\(again)")
    #expect(world.spy.requests.allSatisfy { $0.method == .get })
  }

  @Test func `rows without a key are not added twice by mistake`() async throws {
    try world.write(
      "new.csv", "name,description,price,photo1\nOak cup,Turned from one piece.,12000,a.jpg\n")
    await world.run("import", "new.csv", "--yes")
    let again = await world.run("import", "new.csv", "--yes")
    #expect(again.ends(with: 2, saying: "was carried out as batch 1"))
    #expect(again.error.contains("try: market import new.csv --again"), "\(again.error)")
    await world.run("import", "new.csv", "--yes", "--again")
    #expect(try world.service.listingCount == 2)
  }

  @Test func `a price with its currency needs no question`() async throws {
    try FileManager.default.removeItem(atPath: world.paths.settings)
    let header = "code,name,description,price,photo1"
    try world.write("mugs.csv", "\(header)\nCUP-1,Oak cup,Turned from one piece.,12000원,a.jpg\n")
    let first = FakeTerminal(input: [])
    let result = await world.run(["import", "mugs.csv", "--yes"], on: first)
    #expect(result.exitCode == 0 && first.prompts.isEmpty, "\(result)")
    try world.write("bowls.csv", "\(header)\nBOWL-1,Oak bowl,Turned from one piece.,12000,a.jpg\n")
    let second = FakeTerminal(input: ["KRW"])
    #expect(await world.run(["import", "bowls.csv", "--yes"], on: second).exitCode == 0)
    #expect(second.prompts.count == 1)
  }

  @Test func `a blank cell leaves the field as it is`() async throws {
    let id = try await world.add()
    try world.write("mugs.csv", "id,name,price,stock\n\(id),,,9\n")
    #expect(await world.run("import", "mugs.csv", "--yes").exitCode == 0)
    let listing = try await world.listing(id)
    #expect(listing.name == "Oak mug" && listing.stock == 9 && listing.price?.amount == 12000)
  }

  @Test func `a code column that was filled in is attached without a request`() async throws {
    let id = try await world.add()
    try world.write("mugs.csv", "id,code,name\n\(id),MUG-01,Oak mug\n")
    world.spy.reset()
    let result = await world.run("import", "mugs.csv", "--yes")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(world.spy.requests.allSatisfy { $0.method == .get }, "\(world.spy.requests)")
    #expect(await world.run("show", "@MUG-01", "--format", "ids").output == "\(id)\n")
  }

  @Test(arguments: [
    ("1.23E+12", "C: price: \"1.23E+12\" is rounded; show all digits"),
    ("'12000", "C: price: \"'12000\" begins with an apostrophe; write \"12000\""),
    ("\"12,5\"", "C: price: \"12,5\" is ambiguous: write 12.5 or 125"),
    ("-5", "C: price: \"-5\" is negative"),
    ("cheap", "C: price: \"cheap\" is not an amount of money"),
    ("0", "price needs a number above 0"),
  ])
  func `a wrong price is an error with its place`(_ cell: String, _ text: String) async throws {
    let id = try await world.add()
    try world.write("mugs.csv", "id,name,price\n\(id),Oak mug,\(cell)\n")
    world.spy.reset()
    let result = await world.run("import", "mugs.csv", "--yes")
    #expect(result.exitCode == 2)
    #expect(
      result.error.contains("error: mugs.csv:2:\(text.hasPrefix("C") ? "" : "C: ")\(text)"),
      "\(result.error)")
    #expect(result.error.contains("nothing was sent"))
    #expect(world.spy.requests.allSatisfy { $0.method == .get })
  }

  @Test func `all problems of a file are reported at once, and nothing is sent`() async throws {
    let id = try await world.add()
    let long = String(repeating: "x", count: 101)
    try world.write(
      "mugs.csv",
      """
      id,code,name,stock,action
      \(id),,Mu,-1,
      999999,,Oak cup,,
      ,NEW-1,Oak bowl,3,
      ,NEW-1,\(long),3,move
      \(id),,Oak mug,,

      """)
    let result = await world.run("import", "mugs.csv", "--yes")
    #expect(result.exitCode == 2)
    for text in [
      "mugs.csv:2:C: name needs 3 to 100 characters, not 2 (\"Mu\")",
      "mugs.csv:2:D: stock: \"-1\" is less than 0",
      "mugs.csv:3:A: id: there is no listing 999999",
      "mugs.csv:4: a new listing needs a description",
      "mugs.csv:5:B: code: \"NEW-1\" is also in row 4",
      "mugs.csv:5:E: action: \"move\" is not one of add, edit, remove, skip",
      "mugs.csv:6:A: id: \(id) is also in row 2",
    ] {
      #expect(result.error.contains(text), "\(text) is not in \(result.error)")
    }
    #expect(try world.service.listingCount == 1)
  }

  @Test(arguments: [
    ("code,nmae\nA-1,Mug\n", "mugs.csv:1:B: unknown column \"nmae\" — did you mean name?"),
    ("code,stok\nA-1,1\n", "`--map stok=stock`"),
    ("code,물건\nA-1,1\n", "`--map 물건=stock`"),
    ("code,price,가격\nA-1,1,2\n", "mugs.csv:1:C: \"가격\" means the same as \"price\""),
    ("price,stock\nA-1,1\n", "mugs.csv:1: no column says which listings these are"),
    ("code,discounted_price\nA-1,1\n", "mugs.csv:1:B: discounted_price is the API's name"),
    ("code,code\nA-1,1\n", "mugs.csv:1:B: there are two columns \"code\""),
  ])
  func `a wrong header is an error`(_ text: String, _ message: String) async throws {
    try world.write("mugs.csv", text)
    #expect(await world.run("import", "mugs.csv", "--yes").ends(with: 2, saying: message))
  }

  @Test func `columns have Korean names, and others can be assigned or skipped`() async throws {
    try world.write(
      "컵.csv",
      """
      판매자상품코드,상품명,판매가,재고,설명,메모,올린가격,사진1
      CUP-1,도자기 컵,,3,손으로 만든 컵입니다.,비싸다,12000원,a.jpg

      """)
    let result = await world.run(
      "import", "컵.csv", "--map", "올린가격=price", "--ignore", "메모", "--ignore", "판매가", "--yes")
    #expect(result.exitCode == 0, "\(result.error)")
    let shown = await world.run("show", "@CUP-1", "--fields", "name,price,stock")
    #expect(shown.output == "도자기 컵\t12000\t3\n")
  }

  @Test func `actions that disagree with the market are errors`() async throws {
    let id = try await world.add("Oak mug", price: "12000", "--code", "MUG-01")
    try world.write(
      "mugs.csv", "code,name,action\nMUG-01,Oak mug,add\nNEW-1,Oak cup,edit\nNEW-2,,삭제\n")
    let result = await world.run("import", "mugs.csv", "--yes")
    #expect(result.ends(with: 2, saying: "mugs.csv:2:C: action: listing \(id) exists already"))
    #expect(result.error.contains("mugs.csv:3:A: no listing has the code NEW-1"))
    #expect(result.error.contains("mugs.csv:4:A: no listing has the code NEW-2"))
  }

  @Test func `rows are removed and skipped by their action`() async throws {
    let gone = try await world.add("Oak mug", price: "12000", "--code", "MUG-01")
    let kept = try await world.add("Oak cup")
    try world.write("mugs.csv", "id,name,action\n\(gone),Oak mug,remove\n\(kept),Other,skip\n")
    let result = await world.run("import", "mugs.csv", "--yes")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(try await world.listing(kept).name == "Oak cup")
    #expect(try world.service.listingCount == 1)
    // With the copy of its photo.
    let undo = await world.run("undo", "--yes")
    #expect(undo.exitCode == 0, "\(undo.error)")
    #expect(try world.service.listingCount == 2)
  }

  @Test func `prune removes what the file does not name, up to a number`() async throws {
    let kept = try await world.add("Oak mug")
    try await world.add("Oak cup")
    try await world.add("Oak bowl")
    let other = try await world.addToOtherShop()
    try world.write("mugs.csv", "id,name\n\(kept),Oak mug\n")
    let open = await world.run("import", "mugs.csv", "--prune", "--yes")
    #expect(open.exitCode == 2 && open.error.contains("--max-remove"), "\(open.error)")
    let few = await world.run("import", "mugs.csv", "--prune", "--max-remove", "1", "--yes")
    #expect(few.exitCode == 2 && few.error.contains("it would remove 2 listings"), "\(few.error)")
    #expect(try world.service.listingCount == 4)
    let done = await world.run("import", "mugs.csv", "--prune", "--max-remove", "2", "--yes")
    #expect(done.exitCode == 0, "\(done.error)")
    #expect(try world.service.listingCount == 2)
    #expect(try await world.listing(other).id == other)
  }

  @Test func `without a terminal and --yes, nothing is sent`() async throws {
    let id = try await world.add()
    try world.write("mugs.csv", "id,stock\n\(id),9\n")
    let result = await world.run("import", "mugs.csv")
    #expect(result.exitCode == 2 && result.error.contains("--yes"), "\(result.error)")
    #expect(try await world.listing(id).stock == 5)
    let no = await world.ask("import", "mugs.csv", typing: ["n"])
    #expect(no.exitCode == 1)
    #expect(no.output.contains("stock 5 → 9") || no.error.contains("stock 5 → 9"), "\(no)")
    #expect(await world.ask("import", "mugs.csv", typing: ["y"]).exitCode == 0)
    #expect(try await world.listing(id).stock == 9)
  }

  @Test func `unusual changes need --allow`() async throws {
    let id = try await world.add()
    try world.write("mugs.csv", "id,price\n\(id),120\n")
    let result = await world.run("import", "mugs.csv", "--yes")
    #expect(result.ends(with: 2, saying: "--allow price-jump"))
    #expect(result.error.contains("mugs.csv:2 Oak mug"), "\(result.error)")
    let allowed = await world.run("import", "mugs.csv", "--yes", "--allow", "price-jump")
    #expect(allowed.exitCode == 0, "\(allowed.error)")
  }

  @Test func `listings of other shops are errors`() async throws {
    try await world.add()
    let other = try await world.addToOtherShop()
    try world.write("mugs.csv", "id,price\n\(other),120\n")
    let result = await world.run("import", "mugs.csv", "--yes")
    #expect(result.exitCode == 2 && result.error.contains("mugs.csv:2:A:"), "\(result.error)")
    #expect(result.error.contains("Pines"), "\(result.error)")
  }

  @Test func `the result says what became of each row, and can be imported again`() async throws {
    let id = try await world.add()
    let lost = try await world.add("Oak bowl")
    try world.write(
      "mugs.csv",
      "\(Self.full),id\n\(row("CUP-1", "Oak cup")),\n,Oak mug,,,,,7,,\(id)\n,,,,,,8,,\(lost)\n")
    world.spy.beforeRequest { [weak world = world] request in
      if request.method == .post { try? world?.removeElsewhere(lost) }
    }
    let result = await world.run("import", "mugs.csv", "--yes", "--keep-going")
    #expect(result.exitCode == 6, "\(result.error)")
    let path = "\(world.workingFolder)/mugs.csv.result.csv"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.components(separatedBy: "\r\n")
    #expect(lines[0] == "\(Self.full),id,status,line,field,message")
    #expect(lines[1].contains(",done,2,"))
    #expect(lines[2].contains(",\(id),done,3,"))
    #expect(lines[3].contains(",4,stock,"), "\(lines[3])")
    let again = await world.run("import", "mugs.csv.result.csv", "--dry-run")
    #expect(again.error.contains("mugs.csv.result.csv:4:"), "\(again.error)")
    #expect(!again.error.contains("result.csv:2"))
  }

  @Test func `a killed import is resumed by its file, and refused after a change`() async throws {
    let lines = (1...3).map { row("CUP-\($0)", "Oak cup \($0)") }
    try world.write("mugs.csv", "\(Self.full)\n\(lines.joined(separator: "\n"))\n")
    world.spy.afterResponse { [weak world = world] request in
      if request.method == .post { world?.interrupt() }
    }
    let stopped = await world.run("import", "mugs.csv", "--yes")
    #expect(stopped.exitCode == 130, "\(stopped.error)")
    world.spy.afterResponse(nil)
    let again = await world.run("import", "mugs.csv", "--yes")
    #expect(
      again.exitCode == 2 && again.error.contains("import mugs.csv --resume"), "\(again.error)")
    let done = await world.run("import", "mugs.csv", "--resume")
    #expect(done.exitCode == 0, "\(done.error)")
    #expect(try world.service.listingCount == 3)
  }

  @Test func `import is refused in a file of commands`() async throws {
    let result = try await world.batch("import mugs.csv --yes\n")
    #expect(result.exitCode == 2 && result.error.contains("cannot be part of a file"))
  }

  @Test func `the result of an import adds nothing that resume has added or will add`() async throws
  {
    let lines = (1...2).map { row("", "Oak cup \($0)") }
    try world.write("u.csv", "\(Self.full)\n\(lines.joined(separator: "\n"))\n")
    world.spy.fail { $0.method == .post }
    let first = await world.run("import", "u.csv", "--yes")
    #expect(first.exitCode != 0, "\(first)")
    world.spy.intercept(nil)
    let open = await world.run("import", "u.csv.result.csv", "--yes")
    #expect(open.ends(with: 2, saying: "resume 1"), "\(open)")
    #expect(await world.run("import", "u.csv", "--resume").exitCode == 0)
    let again = await world.run("import", "u.csv.result.csv", "--yes")
    #expect((again.output + again.error).contains("Nothing to do"), "\(again)")
    #expect(try world.service.listingCount == 2)
  }
}
