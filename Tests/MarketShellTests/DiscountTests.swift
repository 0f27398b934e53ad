import Foundation
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketShell

/// Discounts of several listings, and what buyers pay.
@Suite(.timeLimit(.minutes(60))) struct DiscountTests {
  /// 24 listings, of which the last two found have a larger discount than 15 %.
  private static func world(_ count: Int = 24) async throws -> TestWorld {
    let world = try TestWorld()
    for number in 1...count {
      try await world.add("Mug \(number)", price: "10000", "--discount", number <= 2 ? "30%" : "5%")
    }
    return world
  }

  private static func discounts(_ world: TestWorld, _ ids: [Int]) async throws -> [Decimal?] {
    var found: [Decimal?] = []
    for id in ids { found.append(try await world.listing(id).discount?.amount) }
    return found
  }

  @Test func `a discount that lowers larger ones asks, and shows these first`() async throws {
    let world = try await Self.world()
    let plan = await world.run("edit", "--mine", "--discount", "15%", "--dry-run")
    let warning = "2 listings have a larger discount; buyers would pay more"
    #expect(plan.error.contains("\(warning), unless you add --at-least"), "\(plan.error)")
    let no = await world.ask("edit", "--mine", "--discount", "15%", "--yes", typing: ["n"])
    #expect(no.exitCode == 1 && no.error.contains(warning), "\(no)")
    let shown = no.error.split(separator: "\n").filter { $0.contains("Mug") }
    #expect(Set(shown.prefix(2).map { $0.contains("₩3,000 → ₩1,500") }) == [true], "\(no.error)")
    let refused = await world.run(
      ["edit", "--mine", "--discount", "15%", "--yes"], on: FakeTerminal(isTTY: false))
    #expect(refused.ends(with: 2, saying: "--allow smaller-discount"))
    #expect(try await Self.discounts(world, [1, 3]) == [3000, 500])
  }

  @Test func `--at-least leaves larger discounts alone`() async throws {
    let world = try await Self.world(4)
    let plan = await world.run("edit", "1..4", "--discount", "15%", "--at-least", "--dry-run")
    #expect(
      (plan.output + plan.error).contains("2 already have this discount or a larger one"), "\(plan)"
    )
    let done = await world.run("edit", "1..4", "--discount", "15%", "--at-least", "--yes")
    #expect(done.exitCode == 0, "\(done.error)")
    #expect(try await Self.discounts(world, [1, 2, 3, 4]) == [3000, 3000, 1500, 1500])
    let alone = await world.run("edit", "1", "--price", "900", "--at-least")
    #expect(alone.exitCode == 2 && alone.error.contains("--at-least needs --discount"), "\(alone)")
  }

  @Test func `the end of a sale, and a single listing, need no confirmation`() async throws {
    let world = try await Self.world(3)
    #expect(await world.run("edit", "1", "--discount", "10%").exitCode == 0)
    #expect(await world.run("edit", "1..3", "--discount", "0", "--yes").exitCode == 0)
    #expect(try await Self.discounts(world, [1, 2, 3]) == [0, 0, 0])
  }

  @Test func `a table and a file that lower discounts say so`() async throws {
    let world = try await Self.world(4)
    try world.write("sale.csv", "id,discount\n4,1000\n3,1000\n1,1000\n2,1000\n")
    let plan = await world.run("import", "sale.csv", "--dry-run")
    let warning = "2 listings have a larger discount; buyers would pay more"
    #expect(plan.error.contains(warning), "\(plan)")
    let asked = await world.ask("import", "sale.csv", typing: ["n"])
    let first = try #require(asked.error.split(separator: "\n").first { $0.contains("Mug") })
    #expect(first.contains("₩3,000 → ₩1,000"), "\(asked.error)")
    let batch = try await world.batch(
      "edit 1 --discount 1000\nedit 2 --discount 1000\nedit 3 --discount 1000\n", "--dry-run")
    #expect(batch.error.contains("\(warning): batch.market:1, batch.market:2"), "\(batch)")
  }

  @Test(arguments: [
    // The share of 20 % stays, and buyers pay an amount with the ending.
    ("10000", "2000", ["--price", "+10%"], 10_900, 8_900),
    ("10000", "2000", [], 9_900, 7_900), ("9900", "1500", [], 9_900, 8_900),
    ("9900", "0", ["--discount", "15%"], 9_900, 8_900), ("900", "100", [], 900, 800),
  ])
  func `the ending is that of what buyers pay`(
    _ price: String, _ discount: String, _ options: [String], _ expected: Decimal, _ paid: Decimal
  ) async throws {
    let world = try TestWorld()
    try await world.add(price: price, "--discount", discount)
    let result = await world.run(
      ["edit", "1", "--ending", "900"] + options, on: FakeTerminal(isTTY: false))
    #expect(result.exitCode == 0 || paid == 800, "\(result.error)")
    let listing = try await world.listing(1)
    #expect(listing.price?.amount == expected)
    #expect(listing.salePrice?.amount == paid)
  }

  @Test func `a price of 0 is refused before it is sent, also with --allow zero`() async throws {
    let world = try TestWorld()
    try await world.add()
    world.spy.reset()
    for allowed in [[], ["--allow", "zero"]] as [[String]] {
      let edit = await world.run(
        ["edit", "1", "--price", "0"] + allowed, on: FakeTerminal(isTTY: false))
      #expect(edit.ends(with: 2, saying: "--price needs a number above 0, not 0"))
    }
    #expect(world.spy.writes.isEmpty)
  }

  @Test func `a row proposes amounts of its own currency`() async throws {
    let world = try TestWorld()
    try await world.add(price: "$12.50")
    try world.write("prices.csv", "id,currency,price\n1,USD,29.999\n")
    let dollars = await world.run("import", "prices.csv")
    #expect(dollars.error.contains("write 29999\n"), "\(dollars.error)")
    try world.write("prices.csv", "id,currency,price\n1,USD,\"12,50\"\n")
    let cents = await world.run("import", "prices.csv")
    #expect(cents.error.contains("write 12.50 or 1250"), "\(cents.error)")
  }
}

/// What buyers pay for a listing with a discount and a new price.
@Suite(.timeLimit(.minutes(60))) struct RoundedDiscountTests {
  @Test func `what buyers pay is rounded, too`() async throws {
    let world = try TestWorld()
    try await world.add("Oak mug", price: "25000", "--discount", "10%")
    for options in [[], ["--discount", "10%"]] {
      let dry = await world.run(
        ["edit", "1", "--price", "+7%", "--round", "100", "--dry-run"] + options)
      #expect((dry.output + dry.error).contains("→ ₩24,100"), "\(dry)")
    }
  }

  @Test func `an amount with other decimals than the usual currency has two readings`()
    async throws
  {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "$12")
    _ = await world.run("profile", "currency", "KRW")
    let result = await world.run("edit", "\(id)", "--price", "12,50")
    #expect(result.error.contains("write 12.50 or 1250"), "\(result)")
  }
}

/// Codes that a plan changes.
@Suite(.timeLimit(.minutes(60))) struct PlannedCodeTests {
  @Test func `every plan shows a code that changes`() async throws {
    let world = try TestWorld()
    try await world.add("Oak mug", price: "1000", "--code", "MUG-1")
    let edit = await world.run("edit", "1", "--code", "MUG-2", "--dry-run")
    #expect(edit.error.contains("code @MUG-1 → @MUG-2"), "\(edit)")
    try world.write("mugs.csv", "id,code\n1,MUG-3\n")
    let table = await world.run("import", "mugs.csv", "--dry-run")
    #expect(table.error.contains("code @MUG-1 → @MUG-3"), "\(table)")
    let asked = await world.ask("import", "mugs.csv", typing: ["n"])
    #expect(asked.error.contains("code @MUG-1 → @MUG-3"), "\(asked)")
    let batch = try await world.batch("edit 1 --code MUG-4\n", "--dry-run")
    #expect((batch.output + batch.error).contains("code @MUG-1 → @MUG-4"), "\(batch)")
    #expect(await world.run("edit", "1", "--code", "MUG-5").exitCode == 0)
    let undo = await world.run("undo", "--dry-run")
    #expect(undo.error.contains("code @MUG-5 → @MUG-1"), "\(undo)")
  }
}
