import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Testing

/// What a cell means: each test is a file as a seller has it.
@Suite(.timeLimit(.minutes(60))) struct ImportCellTests {
  private static let header = "code,name,price,stock,description,photo1"

  private func row(
    _ code: String, name: String = "Oak mug", price: String = "12000", stock: String = "3",
    description: String = "Turned from one piece."
  ) -> String {
    "\(code),\(name),\(price),\(stock),\(description),a.jpg"
  }

  /// A world with one listing of this code.
  private func world(_ code: String, description: String = "Turned from one piece.") async throws
    -> TestWorld
  {
    let world = try TestWorld()
    try world.write("base.csv", "\(Self.header)\n\(row(code, description: description))\n")
    let added = await world.run("import", "base.csv", "--yes")
    #expect(added.exitCode == 0, "\(added.error)")
    return world
  }

  @Test func `rows and unnamed cells of blanks only are no rows and no values`() async throws {
    let world = try TestWorld()
    let blanks = " ,\t,\u{A0},,\u{3000}, ,\n,,,,,,\u{A0}"
    try world.write("mugs.csv", "\(Self.header),\n\(blanks)\n\(row("A-1")), \n\(blanks)\n")
    let done = await world.run("import", "mugs.csv", "--yes")
    #expect(done.exitCode == 0, "\(done.error)")
    #expect(await world.run("list", "--fields", "code").output == "A-1\n")
  }

  @Test(arguments: ["3.0", "3.00", "3", "\"3,0\"", " 3 ", "3.0000"])
  func `a whole number with zeros behind its point is whole`(_ stock: String) async throws {
    let world = try TestWorld()
    try world.write("mugs.csv", "\(Self.header)\n\(row("A-1", price: "12000.0", stock: stock))\n")
    let done = await world.run("import", "mugs.csv", "--yes")
    #expect(done.exitCode == 0, "\(done.error)")
    #expect(await world.run("list", "--fields", "price,stock").output == "12000\t3\n")
  }

  @Test(arguments: [("3.5", "is not a whole number"), ("3.000", "write 3 or 3000")])
  func `a stock that is not whole or may be thousands is refused`(
    _ stock: String, _ text: String
  ) async throws {
    let world = try TestWorld()
    try world.write("mugs.csv", "\(Self.header)\n\(row("A-1", stock: stock))\n")
    let refused = await world.run("import", "mugs.csv", "--yes")
    #expect(refused.exitCode == 2)
    #expect(text.hasPrefix("is") || refused.error.contains(text), "\(refused.error)")
    #expect(refused.error.contains("mugs.csv:2:D"), "\(refused.error)")
  }

  @Test(arguments: [
    "MUG-1 ", "MUG-1\u{A0}", " MUG-1", "MUG-1\u{3000}", "\"=\"\"MUG-1\"\"\"", "'MUG-1",
  ])
  func `blanks and marks around a code are no part of it`(_ code: String) async throws {
    let world = try await world("MUG-1")
    try world.write("edit.csv", "code,name,price\n\(code),Oak mug,13000\n")
    let plan = await world.run("import", "edit.csv", "--dry-run")
    #expect(plan.exitCode == 0, "\(plan.error)")
    #expect(plan.error.contains("1 changed"), "\(plan.error)")
  }

  @Test func `line ends and blanks at the ends are no change`() async throws {
    let world = try await world("NL-1", description: "\"Line one of text.\nLine two of text.\"")
    try world.write(
      "windows.csv",
      "code,name,description\r\nNL-1,Oak mug ,\"Line one of text.\r\nLine two of text. \"\r\n")
    let plan = await world.run("import", "windows.csv", "--dry-run")
    #expect(plan.error.contains("1 already as wanted"), "\(plan.error)")
  }

  @Test func `HTML becomes plain text with a note, or is kept`() async throws {
    let world = try TestWorld()
    let html = "\"<p>Wool blanket, <b>soft</b>.</p><p>140&times;200&nbsp;cm</p>\""
    try world.write(
      "t.csv", "\(Self.header)\n\(row("H-1", name: "Blanket &amp; pillow", description: html))\n")
    let done = await world.run("import", "t.csv", "--yes")
    #expect(done.exitCode == 0, "\(done.error)")
    #expect(done.error.contains("HTML became plain text"), "\(done.error)")
    let ids = await world.run("list", "--format", "ids").output
    let listing = try await world.listing(try #require(Int(ids.dropLast())))
    #expect(listing.name == "Blanket & pillow")
    #expect(listing.description == "Wool blanket, soft.\n\n140×200 cm")
    let again = await world.run("import", "t.csv", "--dry-run")
    #expect(again.error.contains("1 already as wanted"), "\(again.error)")
    let kept = await world.run("import", "t.csv", "--dry-run", "--keep-html")
    #expect(kept.error.contains("1 changed"), "\(kept.error)")
  }

  @Test(arguments: ["mug-1", "ＭＵＧ-1"])
  func `a code that is almost another one asks`(_ code: String) async throws {
    let world = try await world("MUG-1")
    try world.write("new.csv", "\(Self.header)\n\(row(code))\n")
    let asked = await world.run("import", "new.csv", "--yes")
    #expect(asked.exitCode != 0)
    #expect(asked.error.contains("is almost \"MUG-1\""), "\(asked.error)")
    #expect(try world.service.listingCount == 1)
    let allowed = await world.run("import", "new.csv", "--yes", "--allow", "code")
    #expect(allowed.exitCode == 0, "\(allowed.error)")
  }

  @Test func `codes survive Excel, and one that changed asks`() async throws {
    let world = try TestWorld()
    let codes = ["00123", "8801234567890", "3-5", "1E5", "MAR1"]
    try world.write(
      "base.csv",
      ([Self.header] + codes.map { row($0, name: "Soap \($0)") }).joined(separator: "\n") + "\n")
    #expect(await world.run("import", "base.csv", "--yes").exitCode == 0)
    #expect(await world.run("export", "--excel", "out.csv").exitCode == 0)
    let text = try String(contentsOfFile: "\(world.workingFolder)/out.csv", encoding: .utf8)
    for code in codes { #expect(text.contains("\"=\"\"\(code)\"\"\""), "\(text)") }
    let same = await world.run("import", "out.csv", "--dry-run")
    #expect(same.error.contains("5 already as wanted"), "\(same.error)")
    let id = try #require(Int(await world.run("show", "@3-5", "--fields", "id").output.dropLast()))
    try world.write("excel.csv", "id,code,name\n\(id),05-Mar,Soap 3-5\n")
    let asked = await world.run("import", "excel.csv", "--yes")
    #expect(asked.exitCode != 0)
    #expect(asked.error.contains("code 3-5 → 05-Mar"), "\(asked.error)")
    let allowed = await world.run("import", "excel.csv", "--yes", "--allow", "code")
    #expect(allowed.exitCode == 0, "\(allowed.error)")
  }

  @Test(arguments: ["-", "/dev/stdin"])
  func `a table comes from a pipe`(_ file: String) async throws {
    let world = try TestWorld()
    world.pipe("\(Self.header)\n\(row("SI-1"))\n")
    let done = await world.run("import", file, "--yes")
    #expect(done.exitCode == 0, "\(done.error)")
    #expect(try world.service.listingCount == 1)
  }

  @Test(arguments: ["-", "₩-", " ₩ - "])
  func `a dash is no discount and no sale price`(_ dash: String) async throws {
    let world = try await world("MUG-1")
    for column in ["discount", "sale_price"] {
      try world.write("edit.csv", "code,name,price,\(column)\nMUG-1,Oak mug,13000,\(dash)\n")
      let plan = await world.run("import", "edit.csv", "--dry-run")
      #expect(plan.exitCode == 0 && plan.error.contains("1 changed"), "\(plan.error)")
    }
  }

  @Test func `a line break in the HTML of a name is a blank`() async throws {
    let world = try await world("MUG-1")
    try world.write("edit.csv", "code,name\nMUG-1,Oak mug<br>one\n")
    let plan = await world.run("import", "edit.csv", "--dry-run")
    #expect(plan.output.contains("Oak mug one"), "\(plan)")
  }

  @Test(arguments: [
    ("1.234", "1234"), ("\"1,50\"", "150"), ("#REF!", "#REF!"), ("8.8E+12", "rounded"),
  ])
  func `a price of two readings is refused with both`(
    _ price: String, _ text: String
  ) async throws {
    let world = try TestWorld()
    try world.write("mugs.csv", "\(Self.header)\n\(row("A-1", price: price))\n")
    let refused = await world.run("import", "mugs.csv", "--yes")
    #expect(refused.exitCode == 2)
    #expect(refused.error.contains("mugs.csv:2:C"), "\(refused.error)")
    #expect(refused.error.contains(text), "\(refused.error)")
  }
}
