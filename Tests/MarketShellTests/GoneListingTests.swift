import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import SellerSession

/// Listings that were removed by another program.
@Suite(.timeLimit(.minutes(60))) struct GoneListingTests {
  private static let add =
    "add --name Two --price 1000 --description 'Turned from one piece.' "
    + "--image a.jpg --code MUG"

  /// Adds a listing with a code and removes it behind the back of `market`.
  private func world() async throws -> (world: TestWorld, id: Int) {
    let world = try TestWorld()
    let id = try await world.add("One", price: "1000", "--code", "MUG")
    let client = OpenMarketClient(
      market: try MarketAddress(TestWorld.url),
      transport: ClosureTransport(clock: FrozenClock()) { [service = world.service] in
        service.respond($0)
      },
      credentials: world.account.credentials,
      configuration: ClientConfiguration(clock: FrozenClock(), random: { 5 }))
    _ = try await client.remove(id)
    return (world, id)
  }

  @Test func `the code of a listing that is gone can be used again`() async throws {
    let (world, id) = try await world()
    let planned = await world.run("-c", Self.add + " --dry-run")
    #expect(planned.exitCode == 0, "\(planned.error)")
    let added = try await world.batch(Self.add)
    #expect(added.exitCode == 0, "\(added.error)")
    let shown = await world.run("show", "@MUG", "--format", "ids")
    #expect(shown.exitCode == 0 && shown.output != "\(id)\n", "\(shown.output)")
  }

  @Test func `edit gives the code of a listing that is gone to another`() async throws {
    let (world, _) = try await world()
    let other = try await world.add("Two", price: "1000")
    let result = await world.run("edit", "\(other)", "--code", "MUG")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(await world.run("show", "@MUG", "--format", "ids").output == "\(other)\n")
  }

  @Test func `a proxy does not decide that a listing is gone`() async throws {
    let (world, id) = try await world()
    world.spy.answer(HTTPResponse(status: 404, body: Array("<html>No such page</html>".utf8))) {
      $0.target.hasSuffix("/\(id)")
    }
    #expect(await world.run("-c", Self.add).ends(with: 2, saying: "@MUG"))
    #expect(world.spy.writes.count == 1, "only the first add")
  }

  @Test func `a long range is read by pages`() async throws {
    let world = try TestWorld()
    for name in ["One", "Two", "Three"] { try await world.add(name, price: "1000") }
    _ = try await world.addToOtherShop()
    world.spy.reset()
    let edited = await world.run("edit", "2..9999", "--stock", "9", "--yes", "--format", "ids")
    #expect(edited.output == "2\n3\n", "\(edited.error)")
    #expect(edited.error.contains("Skipped: 9996 ids that are not yours."), "\(edited.error)")
    #expect(world.spy.requests.count < 12)
    world.spy.reset()
    let shown = await world.run("show", "1..9999", "--format", "ids")
    #expect(shown.output == "1\n2\n3\n4\n", "\(shown)")
    #expect(world.spy.requests.count < 12)
    #expect(await world.run("show", "100..200").exitCode == 3)
    #expect(await world.run("edit", "4..200", "--stock", "1", "--yes").exitCode != 0)
  }
}
