import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import MarketCommands
@testable import MarketShell
@testable import SellerSession

@Suite struct CorrectedFileTests {
  private static func add(_ name: String) -> String {
    "add --name '\(name)' --price 1000 --description 'Turned from one piece.' --image a.jpg\n"
  }

  /// A market where the third of five adds was refused.
  private static func world() async throws -> TestWorld {
    let world = try TestWorld()
    world.spy.intercept { request throws(TransportError) in
      guard request.method == .post, String(decoding: request.body, as: UTF8.self).contains("Bad")
      else { return nil }
      return .failed
    }
    try world.write("many.market", ["One mug", "Two mug", "Bad mug", "Old mug"].map(add).joined())
    let result = await world.run("run", "many.market")
    try #require(result.error.contains("2 done, 1 failed, 1 left"), "\(result.error)")
    return world
  }

  @Test func `resume --with continues after what was sent, and adds nothing twice`() async throws {
    let world = try await Self.world()
    let names = ["One mug", "Two mug", "Good mug", "New mug", "More mugs"]
    try world.write("many.market", names.map(Self.add).joined())
    let result = await world.run("resume", "1", "--with", "many.market")
    #expect(result.exitCode == 0, "\(result)")
    let list = await world.run("list", "--mine", "--fields", "name", "--sort", "oldest").output
    #expect(list.split(separator: "\n").map(String.init) == names)
    // The old batch is closed, and the new file is done.
    #expect(await world.run("resume").exitCode == 3)
    #expect(await world.run("run", "many.market").error.contains("was carried out as batch 2"))
  }

  @Test func `a corrected file that differs in a sent line is refused, and nothing is sent`()
    async throws
  {
    let world = try await Self.world()
    try world.write("new.market", ["One mug", "2nd mug", "Good mug"].map(Self.add).joined())
    world.spy.reset()
    let result = await world.run("resume", "1", "--with", "new.market")
    #expect(result.exitCode == 2)
    #expect(
      result.error.contains(
        "only what batch 1 has not sent can be changed, and \"new.market\" differs before: line 2"),
      "\(result.error)")
    #expect(world.spy.writes.isEmpty)
    #expect(await world.run("batches").output.contains("unfinished"))
  }

  @Test func `a corrected file with an error leaves the batch as it was`() async throws {
    let world = try await Self.world()
    try world.write("new.market", ["One mug", "Two mug", "x"].map(Self.add).joined())
    let result = await world.run("resume", "1", "--with", "new.market")
    #expect(result.exitCode == 2)
    #expect(result.error.contains("new.market:3:"), "\(result.error)")
    #expect(try world.service.listingCount == 2)
    #expect(await world.run("batches").output.contains("unfinished"))
  }
}
