import Foundation
import ListingChanges
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import MarketShell
@testable import SellerSession

/// `copy`, from the shop at home to an account of the served market.
@Suite(.timeLimit(.minutes(60))) struct CopyTests {
  private static let words = ["copy", "--from", "home", "--to", "far"]

  /// A market with own listings 1 `@MUG-1`, 2 `@MUG-2` and 3 without a code at home, and an account
  /// in another market.
  private static func world() async throws -> TestWorld {
    let world = try TestWorld()
    try world.write("b.jpg", Data(try Fixture.bytes("photos/turned-6.jpg")))
    try await world.add("Oak mug", "--code", "MUG-1", "--image", "b.jpg", "--thumbnail", "2")
    try await world.add("Ash mug", price: "9000", "--discount", "900", "--code", "MUG-2")
    try await world.add("Bowl", price: "$5.50")
    let account = try world.service.addAccount(name: "Far shop")
    let result = await world.run(
      "login", "far", "--url", TestWorld.url, "--shop", "Far shop", "--identifier",
      account.credentials.identifier.revealed,
      variables: ["OPENMARKET_SECRET": account.credentials.secret.revealed])
    #expect(result.exitCode == 0, "\(result.error)")
    await world.run("use", "home", "--default")
    world.spy.reset()
    return world
  }

  @discardableResult
  private static func copy(_ more: [String] = ["--yes"], in world: TestWorld) async -> CommandResult
  {
    await world.run(words + more, on: FakeTerminal(isTTY: false))
  }

  /// The ids of the copies, in the order in which they were added.
  private static func copies(in world: TestWorld) async -> [Int] {
    await world.run("list", "--mine", "--market", "far", "--sort", "oldest", "--format", "ids")
      .output
      .split(separator: "\n").compactMap { Int($0) }
  }

  private static func bytes(of id: Int, in world: TestWorld) async throws -> [[UInt8]] {
    let client = try world.otherShop()
    var all: [[UInt8]] = []
    for picture in try await world.listing(id).pictures ?? [] {
      all.append(try await client.image(at: picture.url))
    }
    return all
  }

  @Test func `listings are copied with values, photos, thumbnails and codes`() async throws {
    let world = try await Self.world()
    #expect(await Self.copy(in: world).ends(with: 0, saying: "Copied 3 listings to far."))
    let ids = await Self.copies(in: world)
    #expect(ids.count == 3)
    for id in ids {
      let new = try await world.listing(id)
      let old = try await world.listing(
        try #require(["Oak mug": 1, "Ash mug": 2, "Bowl": 3][new.name]))
      #expect(new.description == old.description && new.price == old.price)
      #expect(new.discount == old.discount && new.stock == old.stock)
      #expect(new.thumbnailNumber == old.thumbnailNumber)
      #expect(try await Self.bytes(of: id, in: world) == Self.bytes(of: old.id, in: world))
      #expect(new.vendor.name == "Far shop")
    }
    let code = await world.run("show", "@MUG-2", "--market", "far", "--fields", "name")
    #expect(code.output == "Ash mug\n")
    #expect(await world.run("show", "@MUG-2", "--fields", "id").output == "2\n")
  }

  @Test func `a second copy does nothing`() async throws {
    let world = try await Self.world()
    await Self.copy(in: world)
    world.spy.reset()
    let again = await Self.copy(in: world)
    #expect(again.ends(with: 0, saying: "Nothing to copy: 3 listings are at far already."))
    #expect(world.spy.writes.isEmpty)
  }

  @Test func `equal listings without codes are copied as often as they exist`() async throws {
    let world = try await Self.world()
    try await world.add("Bowl", price: "$5.50")
    await Self.copy(in: world)
    #expect(await Self.copies(in: world).count == 4)
    try await world.add("Bowl", price: "$5.50")
    await Self.copy(in: world)
    #expect(await Self.copies(in: world).count == 5)
  }

  @Test func `a listing that differs there is reported and never edited`() async throws {
    let world = try await Self.world()
    await Self.copy(in: world)
    await world.run("edit", "@MUG-1", "--price", "11000", "--stock", "1")
    let result = await Self.copy(in: world)
    #expect(result.ends(with: 0, saying: "1 differs there and was left as it is."))
    #expect(
      result.error.contains("1 @MUG-1 Oak mug, there → here: price ₩12,000 → ₩11,000, stock 5 → 1"),
      "\(result.error)")
    #expect(await Self.copies(in: world).count == 3)
  }

  @Test func `filters and targets select what is copied`() async throws {
    let world = try await Self.world()
    #expect(await Self.copy(["--search", "mug", "--yes"], in: world).exitCode == 0)
    #expect(await Self.copies(in: world).count == 2)
    #expect(await Self.copy(["3,@MUG-1", "--yes"], in: world).exitCode == 0)
    #expect(await Self.copies(in: world).count == 3)
  }

  @Test func `a dry run downloads no photos and sends nothing`() async throws {
    let world = try await Self.world()
    let result = await Self.copy(["--dry-run"], in: world)
    #expect(result.exitCode == 0, "\(result.error)")
    let text = result.output + result.error
    #expect(text.contains("Nothing was sent. This would copy 3 listings from home"), "\(text)")
    #expect(world.spy.writes.isEmpty)
    #expect(!world.spy.requests.contains { $0.target.contains("/pictures/") })
  }

  @Test func `the question names both shops, and no means no`() async throws {
    let world = try await Self.world()
    let result = await world.run(Self.words, on: FakeTerminal(input: ["no"]))
    #expect(result.exitCode == 1)
    #expect(
      result.output.contains("Copy 3 listings from home as \(TestWorld.shop) to far as Far shop?"))
    #expect(world.spy.writes.isEmpty)
    #expect(await Self.copy([], in: world).exitCode == 2)
  }

  @Test func `a copy that was stopped is resumed, not begun again`() async throws {
    let world = try await Self.world()
    let writes = Counter()
    world.spy.afterResponse { [weak world] request in
      if request.isAdd, writes.next() == 1 { world?.interrupt() }
    }
    let stopped = await Self.copy(["--yes", "--jobs", "1"], in: world)
    #expect(stopped.ends(with: 130, saying: "stopped: 1 of 3 added, 2 left"))
    #expect(stopped.error.contains("resume"))
    #expect(!stopped.error.contains("undo"))
    world.spy.afterResponse(nil)
    let again = await Self.copy(["--yes", "--jobs", "1"], in: world)
    #expect(again.ends(with: 2, saying: "an earlier copy is unfinished as batch"))
    #expect(await world.run("resume").ends(with: 3, saying: "is, at far"))
    let number = try #require(again.error.firstMatch(of: #/resume (\d+)/#)?.1)
    #expect(await world.run("resume", String(number)).exitCode == 0)
    let ids = await Self.copies(in: world)
    #expect(ids.count == 3)
    for id in ids { #expect(try await Self.bytes(of: id, in: world).isEmpty == false) }
    #expect(await Self.copy(["--yes", "--jobs", "1"], in: world).error.contains("Nothing to copy"))
  }

  @Test func `a batch of an account that the seller has left is none to resume`() async throws {
    let world = try await Self.world()
    let writes = Counter()
    world.spy.afterResponse { [weak world] request in
      if request.isAdd, writes.next() == 1 { world?.interrupt() }
    }
    #expect(await Self.copy(["--yes", "--jobs", "1"], in: world).exitCode == 130)
    #expect("\(await world.prompt())".contains("is unfinished"))
    #expect(await world.run("logout", "far").exitCode == 0)
    #expect(await world.run("resume").ends(with: 3, saying: "no batch is unfinished\n"))
    #expect(!"\(await world.prompt())".contains("is unfinished"))
  }

  @Test func `a failure stops the copy, and --keep-going goes on`() async throws {
    for (more, count) in [([String](), 0), (["--keep-going"], 2)] {
      let world = try await Self.world()
      let writes = Counter()
      world.spy.answer(.failed) { $0.isAdd && writes.next() == 1 }
      let result = await Self.copy(["--yes", "--jobs", "1"] + more, in: world)
      #expect(result.exitCode != 0)
      world.spy.intercept(nil)
      #expect(await Self.copies(in: world).count == count, "\(result.error)")
    }
  }

  @Test func `a photo that cannot be read stops the copy before anything is sent`() async throws {
    let world = try await Self.world()
    world.spy.answer(HTTPResponse(status: 404)) { $0.target.contains("/pictures/") }
    let result = await Self.copy(in: world)
    #expect(result.exitCode != 0)
    #expect(result.error.contains("cannot be copied"), "\(result.error)")
    #expect(world.spy.writes.isEmpty)
  }

  @Test func `a batch of copies can be undone`() async throws {
    let world = try await Self.world()
    await Self.copy(in: world)
    let result = await world.run("undo", "--market", "far", "--yes")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(await Self.copies(in: world).isEmpty)
    #expect(try world.service.listingCount == 3)
  }

  @Test(arguments: [
    (["--from", "home", "--to", "home"], "the same shop"),
    (["--from", "nowhere", "--to", "far"], "unknown market"),
    (["--from", "home", "--to", "http://other.test"], "you have no shop at"),
    (["--from", "home"], "--to"),
  ])
  func `two shops of the seller are needed`(_ words: [String], _ text: String) async throws {
    let world = try await Self.world()
    let result = await world.run(["copy"] + words + ["--yes"], on: FakeTerminal(isTTY: false))
    #expect(result.exitCode != 0)
    #expect(result.error.contains(text), "\(result.error)")
  }

  @Test func `copy is not for files of commands`() async throws {
    let world = try await Self.world()
    #expect(try await world.batch(Self.words.joined(separator: " ") + " --yes").exitCode == 2)
  }
}
