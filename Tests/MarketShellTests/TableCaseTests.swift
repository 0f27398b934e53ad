import Base
import Foundation
import MarketService
import MarketTestSupport
import Testing

@testable import MarketShell

/// Tables that sellers had from elsewhere, each as small as it can be.
@Suite(.timeLimit(.minutes(60))) struct TableCaseTests {
  private static let header = "code,name,price,stock,description,photo1"
  private static let row = "A-1,Oak mug,12000,3,Turned from one piece."
  private static let woocommerce = """
    ID,Type,SKU,Name,Published,"Is featured?",Description,"Tax status","In stock?",Stock,"Sale price","Regular price",Images
    44,simple,TEA,Herb tea tin,1,0,Ten herbs in a tin.,taxable,1,,9.5,12,a.jpg

    """

  @Test func `a file that names no currency says what to type`() async throws {
    let world = try TestWorld()
    try world.write("woo.csv", Self.woocommerce)
    // The prices of the file cannot be paid in the seller's currency.
    let inWon = await world.run("import", "woo.csv", "--dry-run")
    #expect(inWon.exitCode == 2)
    #expect(
      inWon.error.contains("Sale price needs whole KRW, not 9.5; add `--set currency=USD`"),
      "\(inWon.error)")
    try FileManager.default.removeItem(atPath: world.paths.settings)
    let none = await world.run("import", "woo.csv", "--dry-run")
    #expect(
      none.error.contains("woo.csv: the file names no currency: add `--set currency=USD`"),
      "\(none.error)")
    let dollars = await world.run("import", "woo.csv", "--set", "currency=USD", "--dry-run")
    #expect(dollars.exitCode == 0 && dollars.error.contains("$9.50"), "\(dollars.error)")
    #expect(dollars.error.contains("row 2: no stock is given"), "\(dollars.error)")
    let named = await world.run("import", "woo.csv", "--set", "currency=KRW", "--dry-run")
    #expect(named.error.contains("Sale price needs whole KRW, not 9.5\n"), "\(named.error)")
    try world.write(
      "won.csv",
      "name,price,discount,description,photo1\nOak mug,12000 KRW,0.1,Turned from oak.,a.jpg\n")
    let written = await world.run("import", "won.csv", "--dry-run")
    #expect(written.error.contains("discount needs whole KRW, not 0.1\n"), "\(written.error)")
  }

  @Test(arguments: [
    "photos\\a.jpg", "C:\\Users\\me\\photos\\a.jpg", "D:/work/photos/a.jpg", "PHOTOS/A.JPG",
    "\\\\server\\share\\photos\\a.jpg", "file:///C:/Users/me/photos/a.jpg", ".\\photos\\A.jpg",
  ])
  func `a photo of Windows is found`(_ path: String) async throws {
    let world = try TestWorld()
    let photo = try Data(contentsOf: URL(filePath: "\(world.workingFolder)/a.jpg"))
    try FileManager.default.removeItem(atPath: "\(world.workingFolder)/a.jpg")
    try world.write("photos/a.jpg", photo)
    try world.write("list.csv", "\(Self.header)\n\(Self.row),\(path)\n")
    let plan = await world.run("import", "list.csv", "--dry-run")
    #expect(plan.exitCode == 0 && plan.error.contains("1 new"), "\(plan.error)")
    let inFolder = await world.run("import", "list.csv", "--photos", "photos", "--dry-run")
    #expect(inFolder.exitCode == 0, "\(inFolder.error)")
    #expect(!inFolder.error.contains("photos without a row"), "\(inFolder.error)")
  }

  @Test func `a photo of which there is no file is named as in the table`() async throws {
    let world = try TestWorld()
    try world.write("list.csv", "\(Self.header)\n\(Self.row),C:\\shots\\none.jpg\n")
    let plan = await world.run("import", "list.csv", "--dry-run")
    #expect(
      plan.error.contains("list.csv:2:F: shots/none.jpg: there is no such file"), "\(plan.error)")
  }

  @Test(arguments: ["list.xlsx", "list.xlsm", "list.xls"])
  func `a seller's sheet is understood as it is shown`(_ name: String) async throws {
    let world = try TestWorld()
    try world.write(name, Data(try Fixture.bytes("sheets/seller.xlsx")))
    let plan = await world.run("import", name, "--dry-run", "--allow", "currency")
    #expect(plan.exitCode == 0, "\(plan.error)")
    for text in [
      "3 new", "@CU-1 참나무 머그 CU-1  $45.00", "@CU-2 참나무 머그 CU-2  ₩12,000",
      "@CU-3 참나무 머그 CU-3  ₩12,000", "the names of the columns are in row 3",
      "row 4 explains the columns", "merged cells C6:C7", "row 8 is hidden and left out",
      "the table is in the sheet \"단가표\"",
    ] {
      #expect(plan.error.contains(text), "\(text) is not in \(plan.error)")
    }
    let hidden = await world.run(
      "import", name, "--hidden", "--dry-run", "--allow", "currency")
    #expect(hidden.error.contains("4 new"), "\(hidden.error)")
    // A hidden row is never a reason to remove its listing.
    let pruned = await world.run(
      "import", name, "--prune", "--max-remove", "9", "--allow", "currency", "--dry-run")
    #expect(pruned.error.contains("this row is hidden"), "\(pruned.error)")
    #expect(
      await world.run("import", name, "--yes", "--allow", "currency").exitCode == 0)
    let list = await world.run("list", "--mine", "--fields", "code,currency,price,stock")
    #expect(
      Set(list.output.split(separator: "\n"))
        == ["CU-1\tUSD\t45\t3", "CU-2\tKRW\t12000\t3", "CU-3\tKRW\t12000\t3"], "\(list.output)")
  }

  @Test func `a table of other programs is read, whatever its name says`() async throws {
    let world = try TestWorld()
    let cells = "\(Self.header)\n\(Self.row),a.jpg".split(separator: "\n").map { line in
      line.split(separator: ",")
    }
    let page = cells.map { "<tr><td>\($0.joined(separator: "</td><td>"))</td></tr>" }.joined()
    let tabs = cells.map { $0.joined(separator: "\t") }.joined(separator: "\r\n")
    let utf16 = try #require(("\u{FEFF}" + tabs).data(using: .utf16LittleEndian))
    for (name, data) in [
      ("page.xls", Data("<html><body><table>\(page)</table></body></html>".utf8)),
      ("unicode.txt", utf16), ("tabs.xls", Data(tabs.utf8)),
    ] {
      try world.write(name, data)
      let plan = await world.run("import", name, "--dry-run")
      #expect(plan.error.contains("1 new") && plan.error.contains("₩12,000"), "\(name): \(plan)")
    }
    for (name, bytes, text) in [
      ("old.xls", [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "an old format"),
      ("photo.csv", [0xFF, 0xD8, 0xFF, 0xE0], "this is a picture"),
    ] as [(String, [UInt8], String)] {
      try world.write(name, Data(bytes))
      let refused = await world.run("import", name, "--dry-run")
      #expect(refused.exitCode == 2 && refused.error.contains(text), "\(refused.error)")
    }
  }

  @Test(arguments: [
    "code,name,판매가(천원),stock,description,photo1\n",
    "code,name,판매가 (단위: 만 원),stock,description,photo1\n",
    "단가표 (단위: 천원),,,,,\ncode,name,price,stock,description,photo1\n",
  ])
  func `prices of thousands are refused`(_ header: String) async throws {
    let world = try TestWorld()
    try world.write("list.csv", header + "\(Self.row.replacing("12000", with: "12")),a.jpg\n")
    let refused = await world.run("import", "list.csv", "--dry-run")
    #expect(refused.exitCode == 2, "\(refused)")
    #expect(refused.error.contains("these amounts are thousands of won"), "\(refused.error)")
    let plain = header.replacing("천원", with: "원").replacing("만 원", with: "원")
    try world.write("list.csv", plain + "\(Self.row),a.jpg\n")
    let read = await world.run("import", "list.csv", "--dry-run")
    #expect(read.error.contains("₩12,000"), "\(read.error)")
  }

  @Test func `a cost is never proposed as a price`() async throws {
    let world = try TestWorld()
    try world.write("list.csv", "code,name,공급가,stock,description,photo1\n\(Self.row),a.jpg\n")
    let refused = await world.run("import", "list.csv", "--dry-run")
    #expect(refused.error.contains("unknown column \"공급가\""), "\(refused.error)")
    #expect(!refused.error.contains("=price"), "\(refused.error)")
  }

  @Test(arguments: [
    ("photos", "this is a folder; name the table in it"), ("/dev/zero", "this is a device"),
  ])
  func `what is no file is named`(_ path: String, _ text: String) async throws {
    let world = try TestWorld()
    try world.write("photos/a.jpg", "x")
    let refused = await world.run("import", path, "--dry-run")
    #expect(refused.exitCode == 1 && refused.error.contains(text), "\(refused)")
  }

  @Test func `an empty first sheet is passed over, unless it is named`() async throws {
    let world = try TestWorld()
    try world.write("cover.xlsx", Data(try Fixture.bytes("sheets/seller.xlsx")))
    let named = await world.run("import", "cover.xlsx", "--sheet", "표지", "--dry-run")
    #expect(named.error.contains("there is no row with the names"), "\(named.error)")
  }

  @Test func `listings in another sheet are said, and not removed`() async throws {
    let world = try TestWorld()
    try world.write("two.xlsx", Data(try Fixture.bytes("sheets/two.xlsx")))
    for sheet in ["Cups", "Bowls"] {
      let result = await world.run("import", "two.xlsx", "--sheet", sheet, "--yes")
      #expect(result.exitCode == 0 && !result.error.contains("other sheets"), "\(result.error)")
    }
    let plan = await world.run("import", "two.xlsx", "--dry-run")
    #expect(plan.error.contains("not read: \"Bowls\""), "\(plan.error)")
    let pruned = await world.run("import", "two.xlsx", "--prune", "--dry-run")
    #expect(pruned.exitCode == 2 && pruned.error.contains("\"Bowls\""), "\(pruned)")
    let chosen = await world.run("import", "two.xlsx", "--sheet", "Cups", "--prune", "--dry-run")
    #expect(chosen.exitCode == 0 && chosen.error.contains("1 removed"), "\(chosen)")
  }

  @Test func `a listing named like an example is no guide`() async throws {
    let world = try TestWorld()
    let names = ["EX-1,Example mug", "A-2,예시 그림책", "EXAMPLE-3,Oak bowl"]
    let rows = names.map { "\($0),12000,3,Turned from one piece.,a.jpg\n" }
    try world.write("list.csv", "\(Self.header)\n\(rows.joined())")
    let plan = await world.run("import", "list.csv", "--dry-run")
    #expect(plan.error.contains("3 new"), "\(plan.error)")
    try world.write("list.csv", "\(Self.header)\n예) A-1,머그컵,12000,3,설명,a.jpg\n\(rows.joined())")
    let guided = await world.run("import", "list.csv", "--dry-run")
    #expect(guided.error.contains("3 new"), "\(guided.error)")
    #expect(guided.error.contains("row 2 explains the columns"), "\(guided.error)")
  }

  @Test func `listings that were removed are said once, not row by row`() async throws {
    let world = try TestWorld()
    let rows = (1...5).map { "A-\($0),Oak mug \($0),12000,3,Turned from one piece.,a.jpg\n" }
    try world.write("list.csv", "\(Self.header)\n\(rows.joined())")
    #expect(await world.run("import", "list.csv", "--yes").exitCode == 0)
    for id in 1...5 { try world.removeElsewhere(id) }
    let plan = await world.run("import", "list.csv", "--dry-run")
    #expect(plan.error.contains("5 new"), "\(plan.error)")
    #expect(
      plan.error.contains("5 codes are those of removed listings, such as of 1 (row 2)"),
      "\(plan.error)")
  }

  @Test func `initial consonants find nothing, and that is said`() async throws {
    let world = try TestWorld()
    try await world.add("머그컵")
    let result = await world.run("list", "--mine", "--search", "ㅁㄱㅋ")
    #expect(result.error.contains("a search needs whole syllables"), "\(result)")
  }
}
