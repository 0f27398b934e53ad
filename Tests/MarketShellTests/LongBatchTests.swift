import Foundation
import MarketTestSupport
import MarketWire
import Testing

@testable import SellerSession

/// Tests of batches with so many listings that `market` reads pages instead of single listings.
@Suite(.timeLimit(.minutes(60))) struct LongBatchTests {
  private static let count = 60

  /// A market with many listings of the seller, and their ids.
  private func world() async throws -> (TestWorld, ids: [Int]) {
    let world = try TestWorld()
    let adds = (1...Self.count).map {
      "add --name 'Mug \($0)' --price 1000 --description 'Handmade mug \($0).' --image a.jpg\n"
    }
    let result = try await world.batch(adds.joined())
    try #require(result.exitCode == 0, "\(result.error)")
    let ids = await world.run("list", "--mine", "--all", "--format", "ids").output
    world.spy.reset()
    return (world, ids.split(separator: "\n").compactMap { Int($0) }.sorted())
  }

  @Test func `many edits and their undo read pages instead of each listing`() async throws {
    let (world, ids) = try await world()
    func reads() -> Int {
      defer { world.spy.reset() }
      return world.spy.requests.count - world.spy.writes.count
    }
    let file = ids.map { "edit \($0) --price \(2000 + $0)\n" }.joined()
    #expect(try await world.batch(file).exitCode == 0)
    #expect(reads() < 10)
    for id in ids { #expect(try await world.listing(id).price?.amount == Decimal(2000 + id)) }
    #expect(await world.run("undo", "--yes").exitCode == 0)
    #expect(reads() < 10)
    for id in ids { #expect(try await world.listing(id).price?.amount == 1000) }
  }

  @Test func `undo restores descriptions of listings, chosen by ids or a filter`() async throws {
    let (world, ids) = try await world()
    let lines = ids.map { id in
      "edit \(id) --price 2000\nedit \(id) --description 'With a new glaze.'\n"
    }
    #expect(try await world.batch(lines.joined()).exitCode == 0)
    #expect(await world.run("undo", "--yes").exitCode == 0)
    for range in [["\(ids[0])..\(ids[59])"], ["--mine"]] {
      let edit = ["edit"] + range + ["--description", "With a new glaze.", "--yes"]
      #expect(await world.run(edit, on: .init(isTTY: false)).exitCode == 0)
      #expect(try await world.listing(ids[7]).description == "With a new glaze.")
      #expect(await world.run("undo", "--yes").exitCode == 0)
      #expect(try await world.listing(ids[7]).description == "Handmade mug 8.")
    }
    #expect(try await world.listing(ids[0]).price?.amount == 1000)
  }
}
