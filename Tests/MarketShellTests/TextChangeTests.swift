import Foundation
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketShell
@testable import SellerSession

/// `edit` with `--find`, `--append`, `--prepend` and `--ending`.
@Suite(.timeLimit(.minutes(60))) struct TextChangeTests {
  private static let text = "Turned from one piece."

  /// A market with own listings `Oak mug`, `Ash mug` and `Oak bowl`.
  private static func world() async throws -> TestWorld {
    let world = try TestWorld()
    for name in ["Oak mug", "Ash mug", "Oak bowl"] { try await world.add(name) }
    return world
  }

  @discardableResult
  private static func edit(_ words: [String], in world: TestWorld) async throws -> CommandResult {
    await world.run(["edit"] + words, on: FakeTerminal(isTTY: false))
  }

  private static func names(in world: TestWorld) async throws -> [String] {
    [
      try await world.listing(1).name, try await world.listing(2).name,
      try await world.listing(3).name,
    ]
  }

  @Test func `words are replaced in names and descriptions`() async throws {
    let world = try await Self.world()
    let result = try await Self.edit(
      ["--mine", "--find", "mug", "--replace-with", "cup", "--yes", "--format", "ids"], in: world)
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.output == "2\n1\n")
    #expect(try await Self.names(in: world) == ["Oak cup", "Ash cup", "Oak bowl"])
    try await Self.edit(["3", "--find", "one piece", "--replace-with", "ash"], in: world)
    #expect(try await world.listing(3).description == "Turned from ash.")
  }

  @Test func `--in limits where words are replaced`() async throws {
    let world = try await Self.world()
    try await Self.edit(["1", "--description", "A mug. A big mug.", "--name", "A mug"], in: world)
    try await Self.edit(["1", "--find", "mug", "--replace-with", "cup", "--in", "name"], in: world)
    #expect(try await world.listing(1).name == "A cup")
    #expect(try await world.listing(1).description == "A mug. A big mug.")
    try await Self.edit(
      ["1", "--find", "mug", "--replace-with", "jug", "--in", "description"], in: world)
    #expect(try await world.listing(1).description == "A jug. A big jug.")
    #expect(try await world.listing(1).name == "A cup")
  }

  @Test func `words are literal`() async throws {
    let world = try await Self.world()
    try await Self.edit(["1", "--name", "a.b*c [x] $1 \\d"], in: world)
    try await Self.edit(["1", "--find", ".b*c [x]", "--replace-with", "$1"], in: world)
    #expect(try await world.listing(1).name == "a$1 $1 \\d")
  }

  @Test func `letter case counts, and the reply says so`() async throws {
    let world = try await Self.world()
    world.spy.reset()
    let result = try await Self.edit(
      ["--mine", "--find", "MUG", "--replace-with", "cup", "--yes"], in: world)
    #expect(result.ends(with: 0, saying: "None of 3 names and descriptions contains \"MUG\"."))
    #expect(result.error.contains("in other letter case"))
    #expect(world.spy.writes.isEmpty)
  }

  @Test func `a dry run without a match says so, too`() async throws {
    let world = try await Self.world()
    let result = try await Self.edit(
      ["--mine", "--find", "plate", "--replace-with", "x", "--in", "name", "--dry-run"], in: world)
    #expect(result.exitCode == 0)
    #expect((result.output + result.error).contains("None of 3 names contains \"plate\"."))
  }

  @Test func `NFD in a listing is found by NFC`() async throws {
    let world = try await Self.world()
    world.changeElsewhere(1, ListingFields(name: "머그잔 특가".decomposedStringWithCanonicalMapping))
    try await Self.edit(["1", "--find", "머그잔", "--replace-with", "컵"], in: world)
    #expect(try await world.listing(1).name == "컵 특가")
  }

  @Test func `names that become too short are all reported, and nothing is sent`() async throws {
    let world = try await Self.world()
    world.spy.reset()
    let result = try await Self.edit(
      ["1", "2", "--find", " mug", "--replace-with", "", "--yes"], in: world)
    #expect(result.exitCode == 0)
    let short = try await Self.edit(
      ["--mine", "--find", "Oak", "--replace-with", "", "--in", "name", "--yes"], in: world)
    #expect(short.ends(with: 2, saying: "1: --name needs 3 to 100 characters, not 0"))
    #expect(try await world.listing(3).name == "Oak bowl")
  }

  @Test(arguments: [
    (["--append", "Free shipping."], "Turned from one piece.\nFree shipping.", "Oak mug"),
    (["--append", " Free."], "Turned from one piece. Free.", "Oak mug"),
    (["--prepend", "New!"], "New!\nTurned from one piece.", "Oak mug"),
    (["--prepend", "New: "], "New: Turned from one piece.", "Oak mug"),
    (["--append", "(large)", "--in", "name"], "Turned from one piece.", "Oak mug (large)"),
    (
      ["--prepend", "[New]", "--in", "name,description"], "[New]\nTurned from one piece.",
      "[New] Oak mug"
    ),
    (["--append", "A", "--prepend", "B"], "B\nTurned from one piece.\nA", "Oak mug"),
    (
      [
        "--name", "Ash mug", "--find", "Ash", "--replace-with", "Elm", "--append", "!", "--in",
        "name",
      ],
      "Turned from one piece.", "Elm mug !"
    ),
  ])
  func `a text is added where it is asked for`(
    _ words: [String], _ description: String, _ name: String
  ) async throws {
    let world = try await Self.world()
    let result = try await Self.edit(["1"] + words, in: world)
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(try await world.listing(1).description == description)
    #expect(try await world.listing(1).name == name)
  }

  @Test(arguments: [
    ["--in", "name"], ["--find", "x"], ["--replace-with", "x"],
    ["--find", "", "--replace-with", "x"], ["--append", ""],
    ["--append", "x", "--in", "price"], ["--ending", "x"], ["--ending", "-900"],
  ])
  func `what makes no sense is a usage error`(_ words: [String]) async throws {
    let world = try await Self.world()
    let result = try await Self.edit(["1"] + words, in: world)
    #expect(result.exitCode == 2, "\(result.error)")
    #expect(world.spy.writes.count == 3)
  }

  @Test func `the dry run marks the words that differ`() async throws {
    let world = try await Self.world()
    let result = try await Self.edit(
      [
        "1", "--find", "mug", "--replace-with", "cup", "--append", "Free shipping.", "--dry-run",
      ], in: world)
    let text = result.output + result.error
    #expect(text.contains("name Oak {mug → cup}"), "\(text)")
    #expect(text.contains("description Turned from one piece. {+ Free shipping.}"), "\(text)")
  }

  @Test func `the question marks the words that differ`() async throws {
    let world = try await Self.world()
    let result = await world.ask(
      "edit", "--mine", "--find", " mug", "--replace-with", "", typing: ["no"])
    #expect(result.error.contains("  1: name Oak {- mug}"), "\(result.error)")
    #expect(try await world.listing(1).name == "Oak mug")
  }

  @Test func `a dry run counts the listings without the words`() async throws {
    let world = try await Self.world()
    let result = try await Self.edit(
      ["--mine", "--find", "mug", "--replace-with", "cup", "--dry-run"], in: world)
    #expect((result.output + result.error).contains("1 does not contain these words"))
  }

  @Test(arguments: [
    ("12000", "900", "11900"), ("12399", "900", "11900"), ("12400", "900", "12900"),
    ("12900", "900", "12900"), ("400", "900", "900"), ("1", "000", "1000"),
    ("12499", "000", "12000"),
    ("12500", "000", "13000"), ("12345", "9", "12349"), ("12344", "9", "12349"),
    ("$12.50", ".99", "12.99"), ("$12.40", ".99", "11.99"), ("$0.20", "0.99", "0.99"),
    ("$14.99", "9.99", "19.99"), ("$14.98", "9.99", "9.99"),
  ])
  func `a price moves to the nearest one with the ending`(
    _ price: String, _ ending: String, _ expected: String
  ) async throws {
    let world = try TestWorld()
    try await world.add(price: price)
    let result = try await Self.edit(["1", "--ending", ending, "--allow", "price-jump"], in: world)
    #expect(result.exitCode == 0, "\(result.error)")
    #expect("\(try #require(try await world.listing(1).price?.amount))" == expected)
  }

  @Test func `an ending follows a new price, and what buyers pay ends the same`() async throws {
    let world = try TestWorld()
    try await world.add(price: "10000", "--discount", "10%")
    try await Self.edit(["1", "--price", "+10%", "--ending", "900"], in: world)
    #expect(try await world.listing(1).price?.amount == 10900)
    #expect(try await world.listing(1).discount?.amount == 1000, "buyers pay 9900")
  }

  @Test func `an ending cannot turn a rise into a cut`() async throws {
    let world = try TestWorld()
    try await world.add(price: "12000")
    let result = try await Self.edit(["1", "--price", "+1%", "--ending", "900"], in: world)
    #expect(result.ends(with: 2, saying: "less than before"))
  }

  @Test func `an ending is for currencies with as many decimals`() async throws {
    let world = try TestWorld()
    try await world.add(price: "12000")
    try await world.add(price: "$12.50")
    let one = try await Self.edit(["2", "--ending", "900"], in: world)
    #expect(one.ends(with: 2, saying: "prices in USD cannot end in 900; write it as .99"))
    let all = try await Self.edit(["--mine", "--ending", "900", "--yes"], in: world)
    #expect(all.ends(with: 0, saying: "Skipped: 1 in other currencies."))
    #expect(try await world.listing(1).price?.amount == 11900)
  }
}
