import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

/// `edit --image`, `--add-photo` and `--remove-photo` at a market that can exchange photos.
@Suite(.timeLimit(.minutes(60))) struct PhotoExchangeTests {
  private let world: TestWorld

  init() throws {
    world = try TestWorld()
    try world.write("b.jpg", Data(try Fixture.bytes("photos/turned-3.jpg")))
  }

  private func client() throws -> OpenMarketClient {
    OpenMarketClient(
      market: try MarketAddress(TestWorld.url),
      transport: ClosureTransport(clock: FrozenClock()) { [service = world.service] in
        service.respond($0)
      },
      credentials: world.account.credentials,
      configuration: ClientConfiguration(clock: FrozenClock(), random: { 5 }))
  }

  private func bytes(_ product: Product) async throws -> [[UInt8]] {
    let client = try client()
    var all: [[UInt8]] = []
    for picture in product.pictures ?? [] { all.append(try await client.image(at: picture.url)) }
    return all
  }

  @Test func `photos are exchanged, undone and exchanged again`() async throws {
    let id = try await world.add("Oak mug", price: "12000", "--code", "MUG-01")
    let before = try await world.listing(id)
    let old = try await bytes(before)
    let result = await world.run("edit", "@MUG-01", "--image", "b.jpg", "a.jpg")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.error.contains("photos 1 → 2, 2 new"), "\(result.error)")
    let after = try await world.listing(id)
    #expect(after.pictures?.count == 2 && after.name == before.name)
    let urls = Set(after.pictures?.map(\.url) ?? [])
    #expect(urls.isDisjoint(with: before.pictures?.map(\.url) ?? []))
    let new = try await bytes(after)

    let undone = await world.run("undo", "--yes")
    #expect(undone.exitCode == 0, "\(undone.error)")
    let restored = try await world.listing(id)
    #expect(try await bytes(restored) == old)
    #expect(await world.run("redo", "--yes").exitCode == 0)
    #expect(try await bytes(try await world.listing(id)) == new)
    for command in ["undo", "redo", "undo"] {
      let again = await world.run(command, "--yes")
      #expect(again.exitCode == 0, "\(command): \(again.error)")
    }
    #expect(try await bytes(try await world.listing(id)) == old)
  }

  @Test func `exchanges are taken back one after the other`() async throws {
    let id = try await world.add("Oak mug", price: "12000")
    var states = [try await bytes(try await world.listing(id))]
    for options in [
      ["--image", "b.jpg", "a.jpg"], ["--add-photo", "a.jpg"], ["--image", "b.jpg"],
    ] {
      let result = await world.run(["edit", "\(id)", "--yes"] + options)
      #expect(result.exitCode == 0, "\(result.error)")
      states.append(try await bytes(try await world.listing(id)))
    }
    for state in states.dropLast().reversed() {
      let undone = await world.run("undo", "--yes")
      #expect(undone.exitCode == 0, "\(undone.error)")
      #expect(try await bytes(try await world.listing(id)) == state)
    }
  }

  @Test func `a thumbnail is taken back after an exchange that was taken back`() async throws {
    let id = try await world.add("Oak mug", price: "12000")
    _ = await world.run("edit", "\(id)", "--add-photo", "b.jpg")
    _ = await world.run("edit", "\(id)", "--thumbnail", "2")
    _ = await world.run("edit", "\(id)", "--remove-photo", "1")
    for number in [1, 0] {
      let undone = await world.run("undo", "--yes")
      #expect(undone.exitCode == 0, "\(undone.error)")
      let now = try await world.listing(id)
      #expect(now.pictures?.count == 2 && now.thumbnail == now.pictures?[number].thumbnailURL)
    }
  }

  @Test func `some photos go and others come, with other changes`() async throws {
    let id = try await world.add("Oak mug", price: "12000")
    _ = await world.run("edit", "\(id)", "--add-photo", "b.jpg", "a.jpg", "--thumbnail", "2")
    let three = try await world.listing(id)
    #expect(three.pictures?.count == 3)
    #expect(three.thumbnail == three.pictures?[1].thumbnailURL)
    let all = try await bytes(three)
    let result = await world.run("edit", "\(id)", "--remove-photo", "1", "--price", "9000")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.error.contains("photos 3 → 2"), "\(result.error)")
    let two = try await world.listing(id)
    #expect(two.price?.amount == 9000)
    #expect(two.pictures?.map(\.url) == Array(three.pictures?.map(\.url).dropFirst() ?? []))
    // The thumbnail stays the same photo.
    #expect(two.thumbnail == three.thumbnail)

    let undone = await world.run("undo", "--yes")
    #expect(undone.exitCode == 0, "\(undone.error)")
    let back = try await world.listing(id)
    #expect(back.price?.amount == 12_000 && back.pictures?.count == 3)
    #expect(try await bytes(back) == all)
    #expect(back.thumbnail == back.pictures?[1].thumbnailURL)
  }

  @Test func `mistakes are found before anything is sent`() async throws {
    let id = try await world.add("Oak mug", price: "12000")
    let other = try await world.add("Elm bowl", price: "9000")
    world.spy.reset()
    for (words, text) in [
      (["\(id)", "--remove-photo", "1"], "this would leave 0"),
      (["\(id)", "--remove-photo", "3"], "3"),
      (["\(id)", "--add-photo", "gone.jpg"], "gone.jpg"),
      (["\(id)", "--add-photo", "a.jpg", "--thumbnail", "5"], "--thumbnail"),
      (["\(id)", "\(other)", "--add-photo", "a.jpg", "--yes"], "takes one listing"),
      (["\(id)", "--image", "a.jpg", "--add-photo", "b.jpg"], "--add-photo"),
    ] {
      let result = await world.run(["edit"] + words, on: FakeTerminal(isTTY: false))
      #expect(result.exitCode == 2, "\(words): \(result.error)")
      #expect(result.error.contains(text), "\(words): \(result.error)")
    }
    #expect(world.spy.requests.allSatisfy { $0.method.isSafe })
    let dry = await world.run("edit", "\(id)", "--add-photo", "a.jpg", "--dry-run")
    #expect(dry.exitCode == 0 && dry.error.contains("photos 1 → 2, 1 new"), "\(dry)")
    #expect(world.spy.requests.allSatisfy { $0.method.isSafe })
  }

  @Test(arguments: [1, 2])
  func `photos that others changed are not overwritten by undo`(count: Int) async throws {
    let id = try await world.add("Oak mug", price: "12000")
    _ = await world.run("edit", "\(id)", "--image", "b.jpg")
    let now = try await world.listing(id)
    let client = try client()
    let image = ImageUpload(
      filename: "c.jpg", mediaType: "image/jpeg",
      bytes: try await client.image(at: now.pictures?[0].url ?? "")[...])
    _ = try await client.replaceImages(
      of: id, order: Array(repeating: nil, count: count),
      images: Array(repeating: image, count: count))
    let undone = await world.run("undo", "--yes")
    #expect(undone.exitCode != 0 && undone.error.contains("was changed since"), "\(undone.error)")
    #expect(try await world.listing(id).pictures?.count == count)
  }

  @Test func `a file may change the photos of a listing once, and its other fields later`()
    async throws
  {
    let id = try await world.add("Oak mug", price: "12000")
    let old = try await bytes(try await world.listing(id))
    let lines = "edit \(id) --image b.jpg a.jpg\nedit \(id) --price 9000\n"
    try world.write("once.market", lines)
    #expect(await world.run("run", "once.market", "--yes").exitCode == 0)
    let after = try await world.listing(id)
    #expect(after.pictures?.count == 2 && after.price?.amount == 9000)
    #expect(await world.run("undo", "--yes").exitCode == 0)
    let back = try await world.listing(id)
    #expect(try await bytes(back) == old && back.price?.amount == 12_000)

    // All photos may be exchanged again, and both are taken back; some of them cannot be named yet.
    try world.write("twice.market", "edit \(id) --image b.jpg\nedit \(id) --image a.jpg b.jpg\n")
    let twice = await world.run("run", "twice.market", "--yes")
    #expect(twice.exitCode == 0, "\(twice)")
    #expect(try await world.listing(id).pictures?.count == 2)
    let undone = await world.run("undo", "--yes")
    #expect(undone.exitCode == 0, "\(undone)")
    #expect(try await bytes(try await world.listing(id)) == old)
    try world.write("wrong.market", "edit \(id) --image b.jpg\nedit \(id) --add-photo a.jpg\n")
    let wrong = await world.run("run", "wrong.market", "--yes")
    #expect(wrong.exitCode == 2 && wrong.error.contains("change earlier in this file"), "\(wrong)")
  }

  @Test func `a table exchanges photos where it is asked to`() async throws {
    let id = try await world.add("Oak mug", price: "12000", "--code", "MUG-01")
    let old = try await bytes(try await world.listing(id))
    try world.write("mugs.csv", "code,price,photo1,photo2\nMUG-01,9000,b.jpg,a.jpg\n")
    _ = await world.run("import", "mugs.csv", "--yes")
    #expect(try await bytes(try await world.listing(id)) == old)
    #expect(try await world.listing(id).price?.amount == 9000)
    let dry = await world.run("import", "mugs.csv", "--exchange-photos", "--dry-run")
    #expect(dry.exitCode == 0 && dry.error.contains("photos 1 → 2, 2 new"), "\(dry)")
    let result = await world.run("import", "mugs.csv", "--exchange-photos", "--yes")
    #expect(result.exitCode == 0, "\(result)")
    #expect(try await world.listing(id).pictures?.count == 2)
    #expect(await world.run("undo", "--yes").exitCode == 0)
    #expect(try await bytes(try await world.listing(id)) == old)
    try world.write("bad.csv", "code,photo1\nMUG-01,gone.jpg\n")
    let bad = await world.run("import", "bad.csv", "--exchange-photos", "--yes")
    #expect(bad.exitCode != 0 && bad.error.contains("gone.jpg"), "\(bad)")
  }
}
