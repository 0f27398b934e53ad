import Foundation
import ListingChanges
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import MarketShell
@testable import SellerSession

/// `add --like`.
@Suite(.timeLimit(.minutes(60))) struct LikeTests {
  private let world: TestWorld

  /// A market with the own listing 1 `@MUG-1`, which has two photos, the second as thumbnail.
  init() async throws {
    world = try TestWorld()
    try world.write("b.jpg", Data(try Fixture.bytes("photos/turned-6.jpg")))
    try await world.add(
      "Oak mug", price: "12000", "--image", "b.jpg", "--discount", "1200", "--code", "MUG-1",
      "--thumbnail", "2")
  }

  private func pictures(of id: Int) async throws -> [[UInt8]] {
    let client = try world.otherShop()
    var all: [[UInt8]] = []
    for picture in try await world.listing(id).pictures ?? [] {
      all.append(try await client.image(at: picture.url))
    }
    return all
  }

  @Test func `a listing is added with all of another but its code`() async throws {
    let result = await world.run("add", "--like", "@MUG-1", "--format", "ids")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.output == "2\n")
    let (old, new) = (try await world.listing(1), try await world.listing(2))
    #expect(new.name == old.name && new.description == old.description)
    #expect(new.price == old.price && new.discount == old.discount && new.stock == old.stock)
    #expect(try await pictures(of: 2) == pictures(of: 1))
    #expect(new.thumbnailNumber == 2 && old.thumbnailNumber == 2)
    #expect(await world.run("show", "@MUG-1", "--fields", "id").output == "1\n")
  }

  @Test func `options override any field`() async throws {
    let result = await world.run(
      "add", "--like", "1", "--name", "Ash mug", "--price", "6000", "--stock", "9",
      "--description", "Turned from ash wood.", "--code", "MUG-2", "--thumbnail", "1")
    #expect(result.exitCode == 0, "\(result.error)")
    let new = try await world.listing(2)
    #expect(new.name == "Ash mug" && new.stock == 9 && new.price?.amount == 6000)
    #expect(new.discount?.amount == 600)
    #expect(new.description == "Turned from ash wood.")
    #expect(new.thumbnailNumber == 1)
    #expect(await world.run("show", "@MUG-2", "--fields", "id").output == "2\n")
  }

  @Test func `new photos, a discount and a currency override as well`() async throws {
    let result = await world.run(
      "add", "--like", "1", "--image", "a.jpg", "--price", "$9.50", "--sale-price", "$9",
      "--allow", "currency")
    #expect(result.exitCode == 0, "\(result.error)")
    let new = try await world.listing(2)
    #expect(new.pictures?.count == 1 && new.price == Money(Decimal(9.5), .usd))
    #expect(new.discount?.amount == 0.5)
  }

  @Test func `a dry run shows the copy and sends nothing`() async throws {
    let result = await world.run("add", "--like", "1", "--name", "Ash mug", "--dry-run")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect((result.output + result.error).contains("Ash mug"))
    #expect(try world.service.listingCount == 1)
  }

  @Test func `limits are checked before anything is sent`() async throws {
    #expect(await world.run("add", "--like", "1", "--name", "x").exitCode == 2)
    #expect(await world.run("add", "--like", "1", "--price", "500.5").exitCode == 2)
    #expect(await world.run("add", "--like", "1", "--thumbnail", "3").exitCode == 2)
    #expect(await world.run("add", "--like", "1", "--code", "MUG-1").exitCode == 2)
    #expect(
      await world.run("add", "--like", "1", "--price", "5000원", "--currency", "USD").exitCode == 2)
    #expect(try world.service.listingCount == 1)
  }

  @Test func `only one listing of the seller can be the model`() async throws {
    let other = try await world.addToOtherShop()
    #expect(await world.run("add", "--like", "\(other)").exitCode == 4)
    #expect(await world.run("add", "--like", "99").exitCode == 3)
    #expect(await world.run("add", "--like", "1..2").exitCode == 2)
    #expect(await world.run("add", "--like", "@MUG-*").exitCode == 2)
  }

  @Test func `without --like, add needs what it needed`() async throws {
    let result = await world.run("add", "--price", "5000")
    #expect(result.exitCode == 2)
    #expect(result.error.contains("--name") && result.error.contains("--image"))
  }

  @Test func `a photo that cannot be read is named, and nothing is sent`() async throws {
    world.spy.answer(HTTPResponse(status: 404)) { $0.target.contains("/pictures/") }
    let result = await world.run("add", "--like", "1")
    #expect(result.exitCode != 0)
    #expect(result.error.contains("photo 1 of 1 Oak mug cannot be copied"), "\(result.error)")
    #expect(try world.service.listingCount == 1)
  }
}
