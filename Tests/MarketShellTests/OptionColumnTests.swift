import Foundation
import MarketTestSupport
import Testing

@testable import MarketShell

/// Tables in which a product has a row for each colour and size.
@Suite(.timeLimit(.minutes(60))) struct OptionColumnTests {
  private static let rows = """
    name,colour,size,price,stock,photo,description
    Shirt,white,M,39000,5,a.jpg,Linen from Hansan.
    """

  @Test(arguments: [
    "\(rows)\nShirt,white,L,39000,3,a.jpg,Linen from Hansan.\nShirt,navy,M,41000,2,b.jpg,Linen from Hansan.\n",
    // What the rows share is written once.
    "\(rows)\n,,L,39000,3,,\n,navy,M,41000,2,b.jpg,\n",
    """
    품명,색상,사이즈,판매가,재고,사진,설명
    Shirt,white,M,39000,5,a.jpg,Linen from Hansan.
    Shirt,white,L,39000,3,a.jpg,Linen from Hansan.
    Shirt,navy,M,41000,2,b.jpg,Linen from Hansan.

    """,
  ])
  func `rows of one name become variants by the command that is advised`(
    _ text: String
  ) async throws {
    let world = try TestWorld()
    try world.write("list.csv", text)
    let refused = await world.run("import", "list.csv")
    let header = text.prefix { $0 != "\n" }.split(separator: ",")
    let options = ["\(header[1])=option1", "\(header[2])=option2"]
    #expect(
      refused.error.contains(
        "try: market import list.csv --map \(options[0]) --map \(options[1]) --only-known"),
      "\(refused)")
    let command = ["import", "list.csv", "--map", options[0], "--map", options[1]]
    let result = await world.run(command + ["--yes"])
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.error.contains("3 rows are variants, each a listing of its own"), "\(result)")
    let listed = await world.run("mine", "--fields", "name,price,stock", "--sort", "oldest")
    #expect(
      listed.output.split(separator: "\n") == [
        "Shirt – white / M\t39000\t5", "Shirt – white / L\t39000\t3",
        "Shirt – navy / M\t41000\t2",
      ], "\(listed)")
    let again = await world.run(command + ["--dry-run"])
    #expect(again.error.contains("3 already as wanted"), "\(again)")
  }

  @Test func `a code of products gets the variant`() async throws {
    let world = try TestWorld()
    try world.write(
      "list.csv",
      """
      code,name,option1,price,description,photo1,photo2
      S-1,Shirt,M,39000,Linen from Hansan.,a.jpg,b.jpg
      S-1,Shirt,Extra large,39000,,,
      S-2,Hat,M,19000,Linen from Hansan.,b.jpg,
      S-3,Scarf,,9000,Linen from Hansan.,a.jpg,

      """)
    let result = await world.run("import", "list.csv", "--yes")
    #expect(result.exitCode == 0, "\(result)")
    let listed = await world.run("mine", "--fields", "code,name", "--sort", "oldest")
    #expect(
      listed.output.split(separator: "\n") == [
        "S-1-M\tShirt – M", "S-1-Extra-large\tShirt – Extra large", "S-2-M\tHat – M", "S-3\tScarf",
      ], "\(listed)")
    let shown = await world.run("show", "@S-1-Extra-large", "--json")
    #expect(shown.output.components(separatedBy: "\"url\"").count == 3, "\(shown)")
  }

  @Test func `a code that is written once is that of all variants, and a blank one stays blank`()
    async throws
  {
    let world = try TestWorld()
    let header = "code,name,colour,size,price,description,photo\n"
    let shared = "Linen from Hansan.,a.jpg"
    try world.write(
      "list.csv",
      header + "S-1,Shirt,white,M,39000,\(shared)\n,,,L,39000,,\n,,navy,M,41000,,\n"
        + ",Hat,,,19000,\(shared)\n,Cap,red,,9000,\(shared)\n")
    let options = ["--map", "colour=option1", "--map", "size=option2", "--yes"]
    let result = await world.run(["import", "list.csv"] + options)
    #expect(result.exitCode == 0, "\(result)")
    let listed = await world.run("mine", "--fields", "code,name", "--sort", "oldest")
    #expect(
      listed.output.split(separator: "\n") == [
        "S-1-white-M\tShirt – white / M", "S-1-white-L\tShirt – white / L",
        "S-1-navy-M\tShirt – navy / M", "\tHat", "\tCap – red",
      ], "\(listed)")
    // A blank cell changes nothing.
    #expect(await world.run("edit", "4", "--code", "H-1", "--yes").exitCode == 0)
    let again = await world.run(["import", "list.csv", "--dry-run"] + options.dropLast())
    #expect(again.error.contains("5 already as wanted"), "\(again)")
  }

  @Test(arguments: [
    // The code of the product, and one of each variant.
    ["S-1,Shirt,M", "S-1,Shirt,L", "S-2,Hat,M"], ["S-1,Shirt,M", "S-9,Shirt,L", "S-2,Hat,M"],
    ["S-1,Shirt,M", "S-2,Hat,M"],
  ])
  func `a file with fewer or more variants means the same listings`(_ keys: [String]) async throws {
    let world = try TestWorld()
    let header = "code,name,option1,price,description,photo\n"
    func write(_ rows: some Sequence<String>) throws {
      let lines = rows.map { "\($0),39000,Linen from Hansan.,a.jpg\n" }
      try world.write("list.csv", header + lines.joined())
    }
    try write(keys)
    let first = await world.run("import", "list.csv", "--yes")
    #expect(first.exitCode == 0, "\(first)")
    for count in 1..<keys.count {
      try write(keys.suffix(count))
      let fewer = await world.run("import", "list.csv", "--dry-run")
      #expect(fewer.error.contains("\(count) already as wanted"), "\(fewer)")
      try write(keys.prefix(count))
      let others = await world.run("import", "list.csv", "--dry-run")
      #expect(others.error.contains("\(count) already as wanted"), "\(others)")
    }
    try write(keys + ["S-2,Hat,L"])
    let more = await world.run("import", "list.csv", "--dry-run")
    #expect(more.error.contains("1 new, \(keys.count) already as wanted"), "\(more)")
  }

  @Test func `a row without a name and an option keeps its own name`() async throws {
    let world = try TestWorld()
    let header = "code,name,option1,price,description,photo\n"
    try world.write(
      "list.csv",
      header
        + "S-1,Shirt,M,39000,Linen from Hansan.,a.jpg\nH-1,Hat,,19000,Wool hat from Jeju.,a.jpg\n")
    #expect(await world.run("import", "list.csv", "--yes").exitCode == 0)
    try world.write("list.csv", header + "S-1,Shirt,M,39000,,\nH-1,,,18000,,\n")
    let result = await world.run("import", "list.csv", "--yes")
    #expect(result.exitCode == 0, "\(result)")
    let shown = await world.run("show", "@H-1", "--fields", "name,price")
    #expect(shown.output == "Hat\t18000\n", "\(shown)")
    // Nor does an option make a name of no name.
    try world.write("list.csv", header + "H-1,,L,17000,,\n")
    #expect(await world.run("import", "list.csv", "--yes").exitCode == 0)
    let kept = await world.run("show", "@H-1", "--fields", "name,price")
    #expect(kept.output == "Hat\t17000\n", "\(kept)")
  }

  @Test func `columns that tell nothing apart are no options`() async throws {
    let world = try TestWorld()
    for rows in ["Shirt,white,1\nHat,navy,2\n", "Shirt,white,1\nShirt,white,1\n"] {
      try world.write("list.csv", "name,colour,option id\n" + rows)
      let result = await world.run("import", "list.csv")
      #expect(!result.error.contains("=option1"), "\(result)")
    }
  }

  @Test func `a stock below zero and an id of letters are named with what to do`() async throws {
    let world = try TestWorld()
    let text = "id,code,name,price,stock,handle\nu1,S-1,Shirt,call us,-2,shirt\n"
    try world.write("list.csv", text)
    let result = await world.run("import", "list.csv", "--only-known")
    #expect(result.error.contains("write 0 for what is sold out"), "\(result)")
    #expect(result.error.contains("call us"), "\(result)")
    #expect(result.error.contains("--only-known --ignore id --dry-run"), "\(result)")
    // An id that is mistyped in a table of the seller's own: without ids, its row would add a listing.
    try world.write("list.csv", "id,name,price\n1x,Shirt,9000\n")
    let own = await world.run("import", "list.csv")
    #expect(own.exitCode == 2 && !own.error.contains("--ignore id"), "\(own)")
  }
}
