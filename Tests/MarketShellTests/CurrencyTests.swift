import Base
import Foundation
import MarketTestSupport
import MarketWire
import Testing

@testable import SellerSession

/// Amounts and filters where listings are in several currencies.
@Suite(.timeLimit(.minutes(60))) struct CurrencyTests {
  /// Listings 1 and 2 in won, 3 in dollars.
  private func world() async throws -> TestWorld {
    let world = try TestWorld()
    try await world.add("Oak mug", price: "50")
    try await world.add("Oak bowl", price: "20000")
    try await world.add("Elm mug", price: "$90")
    return world
  }

  private func prices(_ world: TestWorld) async throws -> [Decimal?] {
    var prices: [Decimal?] = []
    for id in 1...3 { prices.append(try await world.listing(id).price?.amount) }
    return prices
  }

  private static let changes: [(String, [Decimal], String)] = [
    ("edit --mine --price +20 --yes", [70, 20_020, 90], "Skipped: 1 in other currencies."),
    ("edit --mine --price +₩20 --yes", [70, 20_020, 90], "Skipped: 1 in other currencies."),
    ("edit 1..3 --price +$20 --yes", [50, 20_000, 110], "Skipped: 2 in other currencies."),
    ("edit 1 2 3 --price +20 --yes", [70, 20_020, 90], "Skipped: 1 in other currencies."),
    ("edit --mine --price +10% --yes", [55, 22_000, 99], "changed 3"),
    ("edit --mine --currency USD --price +10 --yes", [50, 20_000, 100], "changed 3"),
    ("edit 3 --price +10", [50, 20_000, 100], "changed 3"),
    ("edit 3 --currency USD --price +10", [50, 20_000, 100], "changed 3"),
    ("edit 3 --new-currency KRW --allow currency", [50, 20_000, 90], "changed 3"),
  ]

  @Test(arguments: changes)
  func `amounts apply to listings in their currency`(
    line: String, expected: [Decimal], text: String
  ) async throws {
    let world = try await world()
    let result = await world.run("-c", line)
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(try await prices(world) == expected)
    #expect(result.error.contains(text), "\(result.error)")
  }

  private static let refused: [(String, Int32, String)] = [
    ("edit 1 --currency USD --stock 1", 2, "1 is in KRW, not in USD"),
    ("remove 1 --currency USD --yes", 2, "1 is in KRW, not in USD"),
    ("edit 1 --currency USD", 2, "edit needs a change"),
    ("edit --mine --price +€5 --yes", 3, "in EUR"),
    ("remove --max-price $5 --yes", 3, "up to $5.00, in USD"),
  ]

  @Test(arguments: refused)
  func `a listing in another currency is not changed`(
    line: String, code: Int32, text: String
  ) async throws {
    let world = try await world()
    world.spy.reset()
    let result = await world.run("-c", line)
    #expect(result.exitCode == code, "\(result.error)")
    #expect(result.error.contains(text), "\(result.error)")
    #expect(world.spy.writes.isEmpty)
  }

  @Test func `an amount in a filter is in the seller's currency`() async throws {
    let world = try await world()
    #expect(await world.run("list", "--max-price", "100", "--format", "ids").output == "1\n")
    let shown = await world.ask("list", "--max-price", "100")
    #expect(shown.output.contains("up to ₩100 · in KRW"), "\(shown.output)")
    let removed = await world.run("remove", "--max-price", "100", "--yes", "--format", "ids")
    #expect(removed.output == "1\n", "\(removed.error)")
    #expect(
      await world.run("remove", "--currency", "USD", "--yes", "--format", "ids").output == "3\n")
  }

  @Test func `without a known currency a filter asks, or is an error`() async throws {
    let world = try await world()
    try Settings().write(to: world.paths.settings)
    world.spy.reset()
    for line in ["remove --max-price 100 --yes", "list --max-price 100"] {
      #expect(await world.run("-c", line).ends(with: 2, saying: "--currency"))
    }
    #expect(world.spy.requests.isEmpty)
    let asked = await world.prompt("list --max-price 100 --format ids", "shells", "dollars", "quit")
    #expect(asked.output.contains("3\n"), "\(asked.output)")
    #expect(asked.error.contains("is not a currency: write three letters"), "\(asked.error)")
  }
}
