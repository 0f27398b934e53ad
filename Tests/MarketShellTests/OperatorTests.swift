import Foundation
import MarketTestSupport
import MarketWire
import Testing

@testable import SellerSession

/// The commands for the operator of a market.
@Suite(.timeLimit(.minutes(5))) struct OperatorTests {
  @Test func `a market is backed up, restored and inspected`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug")
    let written = await world.run("backup", "market.tar", "--json")
    #expect(written.exitCode == 0, "\(written)")
    #expect(written.output.contains("\"listings\": 1,"))
    #expect(FileManager.default.fileExists(atPath: "\(world.workingFolder)/market.tar"))
    #expect(await world.run("backup", "market.tar").exitCode == 1)
    let restored = await world.run("restore", "market.tar", "--data", "again")
    #expect(restored.exitCode == 0, "\(restored)")
    #expect(await world.run("restore", "market.tar", "--data", "again").exitCode == 1)
    #expect(await world.run("restore", "a.jpg", "--data", "other").exitCode == 1)
    let inspected = await world.run("doctor", "--data", "again", "--json")
    #expect(inspected.output.contains("\"integrity\": [],"), "\(inspected)")
    #expect(inspected.output.contains("\"listings\": 1,"))
    let removed = await world.run(
      "account", "remove-listing", "\(id)", "--reason", "counterfeit", "--yes")
    #expect(removed.error.contains("Removed \(id) Oak mug of \(TestWorld.shop)."), "\(removed)")
    #expect(await world.run("show", "\(id)").exitCode == 3)
    withExtendedLifetime(world) {}
  }

  @Test func `removing a listing of another shop needs a reason and a confirmation`() async throws {
    let world = try TestWorld()
    let id = "\(try await world.add("Oak mug"))"
    #expect(await world.run("account", "remove-listing", id, "--yes").exitCode == 2)
    #expect(await world.run("account", "remove-listing", id, "--reason", "x").exitCode == 2)
    #expect(await world.run("show", id).exitCode == 0)
  }

  @Test func `serve checks without serving`() async throws {
    let world = try TestWorld()
    let checked = await world.run("serve", "--check")
    #expect(checked.error.contains("The market can be served."), "\(checked)")
    #expect(await world.run("serve", "--check", "--port", "1").exitCode == 1)
  }
}
