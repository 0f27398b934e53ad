/// `run` with what it hands on, and batches that are only told.
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import MarketCommands

@Suite struct RunTests {
  private static let add =
    "add --price 1000 --description 'Turned from one piece.' --image a.jpg --name"

  @Test func `--yes is handed to each command that knows it`() async throws {
    let world = try TestWorld()
    try await world.add("One", price: "1000", "--ref", "A-1")
    try await world.add("Two", price: "1000", "--ref", "A-2")
    let text = "list --fields id\nremove @A-1\nwhoami\nremove -- @A-2\n"
    let without = try await world.batch(text)
    #expect(without.exitCode == 2)
    #expect(without.error.contains("batch.market:2:1: error: ") && without.error.contains("--yes"))
    let with = try await world.batch(text, "--yes")
    #expect(with.exitCode == 0, "\(with.error)")
    #expect(try world.service.listingCount == 0)
  }

  @Test func `a command's own word goes before what it is handed`() async throws {
    let world = try TestWorld()
    try await world.add("One", price: "1000", "--ref", "A-1")
    let result = try await world.batch("remove @A-1 --no-yes\n", "--yes")
    #expect(result.exitCode == 2, "\(result.error)")
    #expect(try world.service.listingCount == 1)
  }

  @Test func `--allow is handed to each command that knows it, and read before anything runs`()
    async throws
  {
    let world = try TestWorld()
    let id = try await world.add("One", price: "1000", "--ref", "A-1")
    let text = "whoami --fields market\nedit @A-1 --price 90000\n"
    let without = try await world.batch(text)
    #expect(without.exitCode == 2, "\(without.error)")
    #expect(without.error.contains("--allow price-jump"))
    let slip = try await world.batch(text, "--allow", "price-jmp")
    #expect(slip.exitCode == 2 && slip.output == "")
    #expect(slip.error.contains("did you mean price-jump?"), "\(slip.error)")
    let told = try await world.batch(text, "--allow", "price-jump", "--dry-run")
    #expect(told.exitCode == 0, "\(told.error)")
    #expect(told.output.contains("batch.market:2:1  edit @A-1 --price 90000 --dry-run"))
    #expect(try await world.listing(id).price?.amount == 1000)
    #expect(try await world.batch(text, "--allow", "price-jump,zero").exitCode == 0)
    #expect(try await world.listing(id).price?.amount == 90000)
  }

  @Test func `a file that another runs is handed the same`() async throws {
    let world = try TestWorld()
    try await world.add("One", price: "1000", "--ref", "A-1")
    try world.write("inner.market", "remove @A-1\n")
    #expect(try await world.batch("run inner.market\n", "--yes").exitCode == 0)
    #expect(try world.service.listingCount == 0)
  }

  @Test func `a rehearsal tells each line and sends nothing`() async throws {
    let world = try TestWorld()
    try await world.add("One", price: "1000", "--ref", "A-1")
    try world.write("inner.market", "list --mine\nlogout\n")
    world.wire.forget()
    let result = try await world.batch(
      """
      let NAME "Ash bowl"
      \(Self.add) "$NAME" --ref B-1
      edit @B-1 --stock 4
      account add somebody
      logout
      run inner.market
      list --search 'two words' --fields=id

      """, "--dry-run", "--var", "SPARE=1")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(world.wire.writes.isEmpty)
    #expect(try world.service.listingCount == 1)
    #expect(await world.run("account", "list", "--fields", "name").output == "Mugs & more\n")
    #expect(await world.run("whoami", "--fields", "signed_in").output.contains("true"))
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(
      lines.contains { $0.hasPrefix("batch.market:2:1  add ") && $0.contains("\"Ash bowl\"") })
    #expect(
      lines.contains {
        $0.hasPrefix("batch.market:3:1  edit @B-1") && $0.contains("# @B-1 is made further up")
      })
    #expect(lines.contains { $0.hasPrefix("inner.market:2:1  logout") }, "\(lines)")
    #expect(lines.contains { $0.hasSuffix("list --search \"two words\" --fields=id") }, "\(lines)")
    #expect(result.error.contains("7 as above, nothing sent"), "\(result.error)")
  }

  @Test func `a rehearsal goes where the file goes, and comes back`() async throws {
    let world = try TestWorld(samples: true)
    try world.write("away.market", "use \(TestWorld.url) --default\nwhoami\n")
    let result = await world.prompt("run away.market --dry-run", "whoami", "quit")
    #expect(result.exitCode == 0)
    #expect(result.output.contains("You are at market.test."), "\(result.output)")
    #expect(result.output.contains("http://market.local"))
    #expect(await world.run("whoami", "--fields", "market").output.contains("home"))
  }

  @Test func `a rehearsal with a slip is refused as a whole`() async throws {
    let world = try TestWorld()
    let result = try await world.batch("list\nlist --pgae 2\n", "--dry-run")
    #expect(result.exitCode == 2)
    #expect(result.output == "")
    #expect(result.error.contains("batch.market:2:6"))
  }

  @Test func `the lines of a rehearsal stay out of data`() async throws {
    let world = try TestWorld()
    let result = try await world.batch("list\nlet A 1\n", "--dry-run", "--json")
    #expect(throws: Never.self) {
      _ = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    }
    #expect(result.error.contains("batch.market:1:1  list"))
  }
}
