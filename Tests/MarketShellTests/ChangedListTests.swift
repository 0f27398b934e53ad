import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import TerminalKit
import Testing

@testable import SellerSession

/// What has changed since the last visit.
@Suite(.timeLimit(.minutes(60))) struct ChangedListTests {
  /// A visit of the seller, then changes of another shop, then a pause.
  private func changedWorld(extensions: Bool = true) async throws -> (TestWorld, [String: Int]) {
    let world = try TestWorld(extensions: extensions)
    var ids: [String: Int] = [:]
    for name in ["Cheaper", "Dearer", "Sold", "Same"] {
      ids[name] = try await world.addToOtherShop(name)
    }
    _ = await world.prompt("list")
    world.wait(minutes: 45)
    let client = try world.otherShop()
    func edit(_ name: String, _ change: (inout ListingFields) -> Void) async throws {
      var fields = ListingFields()
      change(&fields)
      _ = try await client.edit(ids[name] ?? 0, fields)
    }
    try await edit("Cheaper") { $0.price = 4000 }
    try await edit("Dearer") { $0.price = 6000 }
    try await edit("Same") { $0.description = "Made by another shop again." }
    ids["New"] = try await world.addToOtherShop("New", shop: "Elms")
    return (world, ids)
  }

  @Test(arguments: [true, false])
  func `rows that are new or have another price are marked`(extensions: Bool) async throws {
    let (world, ids) = try await changedWorld(extensions: extensions)
    let screen = await world.run(["list"], on: FakeTerminal(columns: 120))
    func row(_ name: String) -> String {
      screen.output.split(separator: "\n").first { $0.contains(" \(name) ") }.map(String.init) ?? ""
    }
    #expect(row("Cheaper").contains("▼ down from ₩5,000"), "\(screen.output)")
    #expect(row("Dearer").contains("▲ up from ₩5,000"))
    #expect(row("New").contains(" new"))
    #expect(!row("Same").contains("edited"))
    #expect(screen.output.contains("changes since your last visit, 45 minutes ago"))
    let list = await world.run("list", "--changed", "--fields", "id,change")
    #expect(
      list.output == """
        \(ids["New"] ?? 0)\tnew
        \(ids["Dearer"] ?? 0)\tprice_up
        \(ids["Cheaper"] ?? 0)\tprice_down

        """, "\(list.error)")
  }

  @Test func `a one-shot command starts no visit`() async throws {
    let (world, _) = try await changedWorld()
    for _ in 1...2 {
      let list = await world.run("list", "--changed", "--format", "ids")
      #expect(list.output.split(separator: "\n").count == 3)
    }
    _ = await world.prompt("list", "list --changed")
    let during = await world.run("list", "--changed", "--format", "ids")
    #expect(during.output.split(separator: "\n").count == 3, "the visit goes on")
    world.wait(minutes: 31)
    #expect(await world.run("list", "--changed", "--format", "ids").output == "")
    let screen = await world.ask("list", "--changed")
    #expect(
      screen.output.contains("Nothing has changed since your last visit, 31 minutes ago."),
      "\(screen.output)")
  }

  @Test func `without a visit there is nothing to compare with`() async throws {
    let world = try TestWorld(samples: true)
    let screen = await world.ask("list", "--changed")
    #expect(screen.output.contains("There is no earlier visit to compare with."))
    #expect(await world.run("list", "--changed").exitCode == 0)
  }

  @Test func `the seller's own changes are no news`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug")
    _ = await world.prompt("list")
    world.wait(minutes: 45)
    _ = await world.run("edit", "\(id)", "--price", "13000", "--stock", "0", "--yes")
    try await world.add("Oak cup")
    #expect(await world.run("list", "--changed", "--format", "ids").output == "")
  }

  @Test func `today counts what has changed, and the banner names it`() async throws {
    let (world, _) = try await changedWorld()
    let today = await world.run("today", "--json")
    #expect(today.output.contains("\"new\": 1"), "\(today.error)")
    #expect(today.output.contains("\"price_up\": 1"))
    let screen = await world.ask("today")
    #expect(screen.output.contains("1 new, 2 prices changed"), "\(screen.output)")
    let own = try await world.add("Oak mug")
    _ = await world.run("edit", "\(own)", "--stock", "0")
    let stock = await world.ask("today")
    #expect(stock.output.contains("1 of your listings is sold out"), "\(stock.output)")
  }

  @Test(arguments: [true, false])
  func `today is part of a visit, so the next one has no old news`(extensions: Bool) async throws {
    let (world, _) = try await changedWorld(extensions: extensions)
    let first = await world.prompt("today")
    #expect(first.output.contains("1 new, 2 prices changed"), "\(first.output)")
    world.wait(minutes: 45)
    let second = await world.prompt("today")
    #expect(!second.output.contains("1 new"), "\(second.output)")
  }

  @Test func `a visit begins with today, even if nothing has changed`() async throws {
    let (world, _) = try await changedWorld()
    _ = await world.prompt("list --changed")
    world.wait(minutes: 45)
    _ = await world.prompt("today")
    world.wait(minutes: 31)
    let today = await world.run("today", "--json")
    #expect(today.output.contains("\"last_visit\": \"2026-11-21T"), "\(today.output)")
    let screen = await world.ask("list", "--changed")
    #expect(screen.output.contains("since your last visit, 31 minutes ago"), "\(screen.output)")
  }

  @Test func `today counts every change, however many there are`() async throws {
    let world = try TestWorld()
    _ = try await world.addToOtherShop()
    _ = await world.prompt("list")
    world.wait(minutes: 45)
    try world.service.addGeneratedListings(count: 1200)
    let today = await world.run("today", "--json")
    let counts = try JSON(parsing: Array(today.output.utf8)).objectValue
    let sum = ["new", "edited"].compactMap { counts?[$0]?.intValue }.reduce(0, +)
    #expect(sum > 1200, "\(today.output) \(today.error)")
  }
}
