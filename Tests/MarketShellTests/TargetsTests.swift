import CommandLanguage
import Foundation
import MarketRender
import MarketTestSupport
import MarketWire
import Messages
import Testing

@testable import ListingChanges
@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct TargetsTests {
  /// A command with the targets of a command that changes listings.
  private static let listings = Argument<[ListingTarget]>("listing", help: "which")
  private static let spec = CommandSpec(
    "change", group: .sell, summary: "Change", grammar: [listings] + FilterOptions.writing,
    rules: FilterOptions.rules, examples: ["change 1"])

  private static func targets(
    _ text: String, in world: TestWorld, needsDetails: Bool = false
  ) async throws -> OwnTargets {
    let environment = world.environment(FakeTerminal(isTTY: false))
    let session = TestShell(environment: environment, mode: .script)
    let words = Word.words(arguments: text.split(separator: " ").map(String.init))
    let context = ReadingContext(now: environment.now().date, timeZone: environment.timeZone)
    let input = try Parser(commands: [spec], process: ProcessOptions.all)
      .parse(words, in: context).checked().input
    return try await session.context.writer.targets(input, listings, needsDetails: needsDetails)
  }

  /// A market with own listings 1, 2 and 5; 3 belongs to another shop, and 4 was removed.
  private static func world(extensions: Bool) async throws -> TestWorld {
    let world = try TestWorld(extensions: extensions)
    try await world.add("Oak mug", price: "12000")
    try await world.add("Oak bowl", price: "9000", "--code", "BOWL")
    _ = try await world.addToOtherShop("Oak mug of Pines")
    let gone = try await world.add("Gone mug")
    await world.run("remove", "\(gone)", "--yes")
    try await world.add("More mugs", price: "$5")
    return world
  }

  @Test(arguments: [1.234, 12.5, 999.999, 0.125, 1000.25, 12_000] as [Decimal])
  func `a written filter can be typed again`(_ price: Decimal) throws {
    var filter = ListQuery.Filter()
    filter.minPrice = price
    filter.maxPrice = price
    for option in filter.options {
      let typed = try #require(option.split(separator: " ").last)
      #expect(try MoneyReader.read(String(typed)).amount == price, "\(option)")
    }
    #expect(filter.options.count == 2)
  }

  @Test(arguments: [
    ("change 1..9", [1, 2, 5], 1, 5), ("change 5 1", [5, 1], 0, 0),
    ("change @BOWL 1", [2, 1], 0, 0),
    ("change --mine", [5, 2, 1], 0, 0), ("change --search mug", [5, 1], 0, 0),
    ("change --search more", [5], 0, 0), ("change -s pines", [], 0, 0),
    ("change 1..9 --search oak", [1, 2], 1, 5), ("change --max-price 9000", [2], 0, 0),
    ("change --min-price $1", [5], 0, 0), ("change --sold-out", [], 0, 0),
    ("change 2..5 --below 6 --search mug", [5], 1, 1), ("change --since 2030-01-01", [], 0, 0),
  ])
  func `targets and filters select own listings only`(
    _ text: String, _ ids: [Int], _ otherShops: Int, _ gaps: Int
  ) async throws {
    for extensions in [true, false] {
      let world = try await Self.world(extensions: extensions)
      do {
        let found = try await Self.targets(text, in: world)
        #expect(found.products.map(\.id) == ids)
        #expect(found.otherShops == otherShops && found.gaps == gaps, "\(found)")
        #expect(found.isByFilter == text.contains(" -"))
      } catch let error as SellerError {
        guard case .noneFits = error else { throw error }
        #expect(ids == [])
      }
    }
  }

  @Test(arguments: ["change", "change --no-mine"])
  func `a write without a target or a filter is an error`(_ text: String) async throws {
    let world = try await Self.world(extensions: true)
    await #expect(throws: SellerError.noTarget) { try await Self.targets(text, in: world) }
  }

  @Test func `naming a listing of another shop is an error`() async throws {
    let world = try await Self.world(extensions: true)
    for text in ["change 3", "change 1 3", "change 3 --search mug"] {
      await #expect(throws: SellerError.self) { try await Self.targets(text, in: world) }
    }
  }

  @Test func `pictures are requested only if needed`() async throws {
    let world = try await Self.world(extensions: true)
    let rows = try await Self.targets("change --mine", in: world)
    #expect(rows.products.allSatisfy { $0.pictures == nil })
    let details = try await Self.targets("change --mine", in: world, needsDetails: true)
    #expect(details.products.allSatisfy { $0.pictures?.count == 1 })
    #expect(details.products.map(\.id) == rows.products.map(\.id))
  }

  @Test func `skipped listings are counted in words`() {
    var targets = OwnTargets(otherShops: 2, gaps: 1)
    #expect(targets.skipped?.english == "2 of other shops and 1 id without a listing")
    targets.otherShops = 0
    targets.gaps = 3
    #expect(targets.skipped?.english == "3 ids without a listing")
    #expect(OwnTargets().skipped == nil)
  }
}
