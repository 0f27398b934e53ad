import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct ReplaceTests {
  private let world: TestWorld

  init() throws { world = try TestWorld() }

  private func old() async throws -> Int {
    try await world.add("Oak mug", price: "12000", "--discount", "1000", "--code", "MUG-01")
  }

  /// The ids of all listings, oldest first.
  private func ids() async -> [Int] {
    await world.run("list", "--format", "ids").output.split(separator: "\n").compactMap { Int($0) }
      .sorted()
  }

  private static let replace = [
    "edit", "@MUG-01", "--image", "a.jpg", "b.jpg", "--replace", "--yes",
  ]

  private func replace(_ more: String...) async -> CommandResult {
    await world.run(Self.replace + more, on: FakeTerminal(isTTY: false))
  }

  @Test func `a market that cannot exchange photos says so, and what replaces the listing`()
    async throws
  {
    let world = try TestWorld(extensions: false)
    let id = try await world.add("Oak mug", price: "12000")
    for (words, command) in [
      (["--image", "a.jpg"], "--image a.jpg --replace"), (["--add-photo", "a.jpg"], nil),
    ] {
      world.spy.reset()
      let result = await world.run(["edit", "\(id)", "--price", "9000"] + words)
      #expect(
        result.ends(with: 2, saying: "this market cannot exchange the photos of a listing"),
        "\(result.error)")
      #expect(result.error.contains("a new id and a new date"))
      let tried = result.error.contains("try: market edit \(id) --price 9000 \(command ?? "")")
      #expect(tried == (command != nil), "\(result.error)")
      #expect(world.spy.requests.allSatisfy { $0.method.isSafe })
    }
  }

  @Test func `--replace needs --image`() async throws {
    let id = try await old()
    world.spy.reset()
    let other = await world.run("edit", "\(id)", "--replace", "--price", "9000", "--yes")
    #expect(other.ends(with: 2, saying: "--image"))
    #expect(world.spy.requests.isEmpty)
    let bare = await world.run("edit", "\(id)", "--replace")
    #expect(bare.ends(with: 2, saying: "--replace needs the new photos: --image"))
  }

  @Test func `all fields and the code are copied, and the old listing is removed`() async throws {
    let id = try await old()
    let before = try await world.listing(id)
    let result = await replace()
    #expect(result.exitCode == 0, "\(result.error)")
    let ids = await ids()
    #expect(ids.count == 1 && ids[0] != id)
    let after = try await world.listing(ids[0])
    #expect(after.name == before.name && after.description == before.description)
    #expect(after.price == before.price && after.discount == before.discount)
    #expect(after.stock == before.stock && after.currency == before.currency)
    #expect(after.pictures?.count == 2 && before.pictures?.count == 1)
    #expect(await world.run("show", "@MUG-01", "--format", "ids").output == "\(ids[0])\n")
    #expect(result.error.contains("replaced \(ids[0]) @MUG-01 Oak mug"))
    #expect(result.error.contains("id \(id) → \(ids[0])"))
  }

  @Test func `other changes of the same line are included`() async throws {
    _ = try await old()
    let result = await replace(
      "--price", "+10%", "--stock", "9", "--thumbnail", "2", "--code", "MUG-02")
    #expect(result.exitCode == 0, "\(result.error)")
    let product = try await world.listing(try #require(await ids().first))
    #expect(product.price?.amount == 13_200 && product.stock == 9)
    #expect(product.thumbnail == product.pictures?.last?.thumbnailURL)
    #expect(await world.run("show", "@MUG-02").exitCode == 0)
    #expect(await world.run("show", "@MUG-01").exitCode == 3)
  }

  @Test func `a replacement asks, and any reply other than yes changes nothing`() async throws {
    let id = try await old()
    let words = ["edit", "\(id)", "--image", "a.jpg", "--replace"]
    let terminal = FakeTerminal(input: ["n"])
    #expect(await world.run(words, on: terminal).exitCode == 1)
    let asked = terminal.prompts.first?.replacing("\n ", with: "")
    #expect(asked?.contains("a new id and date") == true)
    #expect(await ids() == [id])
    #expect(await world.run(words, on: FakeTerminal(isTTY: false)).exitCode == 2)
    #expect(await ids() == [id])
    #expect(await world.run(words, on: FakeTerminal(input: ["y"])).exitCode == 0)
    #expect(await ids() != [id])
  }

  @Test func `without a terminal, errors come before the missing confirmation`() async throws {
    try world.write("text.jpg", "no photo")
    let id = try await old()
    let other = try await world.addToOtherShop()
    for (target, photo, reason, code) in [
      (id, "text.jpg", "it is not a photo but text", 2),
      (other, "a.jpg", "belongs to", 4), (id, "a.jpg", "--yes", 2),
    ] {
      let result = await world.run("edit", "\(target)", "--image", photo, "--replace")
      #expect(result.exitCode == code, "\(result.error)")
      #expect(result.error.contains(reason), "\(result.error)")
      #expect(result.error.contains("--yes") == (reason == "--yes"), "\(result.error)")
    }
  }

  @Test func `a dry run shows the replacement and sends nothing`() async throws {
    let id = try await old()
    world.spy.reset()
    let result = await world.run(
      "edit", "\(id)", "--image", "b.jpg", "--replace", "--dry-run", "--price", "9000")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect((result.output + result.error).contains("This would replace 1 listing"))
    #expect((result.output + result.error).contains("b.jpg"))
    #expect(world.spy.writes.isEmpty)
  }

  @Test(
    arguments: [
      (["edit", "@MUG-01", "--image", "text.jpg", "gone.jpg", "--replace", "--yes"], "gone.jpg"),
      (
        ["edit", "@MUG-01", "--image", "a.jpg", "--replace", "--yes", "--thumbnail", "2"],
        "--thumbnail: there is no photo 2, only 1"
      ),
      (["edit", "1..20", "--image", "a.jpg", "--replace", "--yes"], "--replace takes one listing"),
      (["edit", "@MUG-01", "--image", "a.jpg", "--replace", "--yes", "--code", "TWO"], "@TWO"),
    ])
  func `errors are reported before anything is sent`(
    _ words: [String], _ reason: String
  ) async throws {
    try world.write("text.jpg", "no photo")
    _ = try await old()
    try await world.add("Other", price: "1000", "--code", "TWO")
    world.spy.reset()
    #expect(await world.run(words, on: FakeTerminal(isTTY: false)).ends(with: 2, saying: reason))
    #expect(world.spy.writes.isEmpty)
  }

  /// The request that fails, and how.
  enum Failure: String, CaseIterable, Sendable {
    case addRefused, addLost, lookFails, thumbnailFails, removeRefused, removeLost
  }

  private func install(_ failure: Failure) {
    let isAdded = Mutex(false)
    world.spy.intercept { request throws(TransportError) in
      switch (failure, request.method) {
      case (.addRefused, .post) where request.isAdd: return HTTPResponse.failed
      case (.lookFails, .get) where isAdded.withLock { $0 }: throw TransportError.refused
      case (.thumbnailFails, .patch), (.removeRefused, .delete): return HTTPResponse.failed
      default: return nil
      }
    }
    world.spy.afterResponse { request throws(TransportError) in
      if request.isAdd { isAdded.withLock { $0 = true } }
      let isRemoval = request.method == .delete
      if failure == .addLost && request.isAdd || failure == .removeLost && isRemoval { throw .lost }
    }
  }

  @Test(arguments: [
    (Failure.addRefused, Int32(1), 1, "home refused the request (422)"),
    (.addLost, 7, 2, "try: market resume"), (.lookFails, 5, 2, "try: market remove {old}"),
    (.thumbnailFails, 1, 2, "try: market edit {new} --thumbnail 2"),
    (.removeRefused, 1, 2, "try: market remove {old}"),
    (.removeLost, 7, 1, "try: market show {old}"),
  ])
  func `after a failure the old listing stays unless it was removed, and a command is suggested`(
    _ failure: Failure, _ code: Int32, _ count: Int, _ words: String
  ) async throws {
    let id = try await old()
    install(failure)
    let result = await replace("--thumbnail", "2")
    world.spy.intercept(nil)
    world.spy.afterResponse(nil)
    let ids = await ids()
    #expect(ids.count == count, "\(result.error)")
    #expect(failure == .removeLost || ids.contains(id))
    let told = words.replacing("{old}", with: "\(id)").replacing("{new}", with: "\(ids.last ?? 0)")
    #expect(result.error.contains(told), "\(result.error)")
    #expect(result.exitCode == code, "\(result.error)")
    #expect(await world.run("show", "@MUG-01").exitCode == 0)
  }

  @Test func `the old listing stays if the market stores the new one incompletely`() async throws {
    let id = try await old()
    world.spy.intercept { [weak world = world] request in
      // The market returns a shorter description of the new listing.
      guard request.method == .get, request.target.contains("/api/products/"),
        let world, let made = Int(request.target.split(separator: "/").last ?? ""), made > id
      else { return nil }
      var answer = world.service.respond(request)
      let text = String(decoding: answer.body, as: UTF8.self)
      answer.body = Array(text.replacing("Turned from one piece.", with: "Turned").utf8)
      return answer
    }
    let result = await replace()
    #expect(result.exitCode == 1)
    #expect(
      result.error.contains("differs from what was sent: description; \(id) Oak mug still exists"))
    world.spy.intercept(nil)
    #expect(await ids().contains(id))
  }

  @Test func `the old listing stays if another program changes it meanwhile`() async throws {
    let id = try await old()
    let isAdded = Mutex(false)
    world.spy.afterResponse { request in if request.isAdd { isAdded.withLock { $0 = true } } }
    let once = Mutex(false)
    world.spy.intercept { [weak world = world] request in
      let isFirst = isAdded.withLock { $0 } && !once.withLock { $0 }
      if isFirst, request.method == .get, let world {
        once.withLock { $0 = true }
        let edit = EditProduct(
          id: id, credentials: world.account.credentials, fields: ListingFields(stock: 1))
        _ = world.service.respond(edit.request)
      }
      return nil
    }
    let result = await replace()
    #expect(result.exitCode == 6)
    #expect(
      result.error.contains("was changed meanwhile and still exists: stock"), "\(result.error)")
    world.spy.intercept(nil)
    #expect(try await world.listing(id).stock == 1)
  }

  @Test func `Ctrl-C in a batch does not interrupt a replacement`() async throws {
    let id = try await old()
    // A second Ctrl-C, at a repeated request, would stop at once.
    let adds = Counter()
    world.spy.beforeRequest { [weak world = world] request in
      if request.isAdd, adds.next() == 1 { world?.interrupt() }
    }
    let line = Self.replace.joined(separator: " ")
    #expect(try await world.batch("\(line)\nedit @MUG-01 --stock 1\n").exitCode == 130)
    let ids = await ids()
    #expect(ids.count == 1 && ids[0] != id)
    #expect(try await world.listing(ids[0]).stock == 5)
  }

  @Test func `a batch checks the photos before its first line`() async throws {
    _ = try await old()
    world.spy.reset()
    let result = try await world.batch(
      "edit @MUG-01 --stock 1\nedit @MUG-01 --image gone.jpg --replace --yes\n")
    #expect(result.ends(with: 2, saying: "gone.jpg"))
    #expect(world.spy.writes.isEmpty)
  }
}
