import Base
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Synchronization
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct AddTests {
  private static let words = [
    "add", "--name", "Oak mug", "--price", "12000", "--description", "Turned from one piece.",
    "--image", "a.jpg",
  ]

  private func add(_ world: TestWorld, _ more: String...) async -> CommandResult {
    await world.run(Self.words + more, on: FakeTerminal(isTTY: false))
  }

  @Test func `all errors are reported at once, and nothing is sent`() async throws {
    let world = try TestWorld()
    try world.write("note.jpg", "this is text")
    let result = await world.run(
      "add", "--name", "Mu", "--price", "1000", "--discount", "2000", "--description", "short",
      "--image", "note.jpg", "gone.jpg", "a.jpg", "--thumbnail", "5")
    #expect(result.exitCode == 2)
    #expect(result.output == "")
    for word in [
      "--name", "the discount (₩2,000) is more than the price (₩1,000)", "--description",
      "note.jpg", "gone.jpg", "--thumbnail: there is no photo 5, only 3",
    ] {
      #expect(result.error.contains(word), "\(word) in \(result.error)")
    }
    #expect(world.spy.requests.isEmpty)
  }

  @Test func `a wrong word does not hide what is wrong with the other values`() async throws {
    let world = try TestWorld()
    let result = await world.run(
      "add", "--name", "Mu", "--price", "1000", "--sale-price", "2000", "--stock", "-1",
      "--image", "a.jpg", "b.jpg", "a.jpg", "b.jpg", "a.jpg", "b.jpg")
    #expect(result.exitCode == 2)
    for word in [
      "--stock: \"-1\" is less than 0", "add needs --description", "--name needs 3 to 100",
      "--sale-price", "--image needs 1 to 5 photos, not 6",
    ] {
      #expect(result.error.contains(word), "\(word) in \(result.error)")
    }
    let missing = await world.run("add", "--stock", "-1")
    #expect(!missing.error.contains("--image needs"), "\(missing.error)")
  }

  @Test func `every photo is reported, even if it is sent unchanged`() async throws {
    let world = try TestWorld()
    try world.write("wide.jpg", Data(try Fixture.bytes("photos/located.jpg")))
    let terminal = FakeTerminal(isTTY: false)
    let words = ["--price", "12000", "--description", "Turned from one piece."]
    let image = ["--image", "wide.jpg", "a.jpg"]
    let cut = await world.run(["add", "--name", "Oak mug"] + words + image, on: terminal)
    #expect(cut.error.contains("wide.jpg  640×480 7 KB → 640×480 6 KB jpeg"), "\(cut.error)")
    #expect(cut.error.contains("a.jpg  24×16 "), "\(cut.error)")
    let plain = await world.run(
      ["add", "--name", "Elm mug", "--no-prepare", "--code", "MUG-02"] + words + image,
      on: terminal)
    #expect(plain.error.contains("wide.jpg  640×480 7 KB, sent unchanged"), "\(plain.error)")
    #expect(plain.error.contains("a.jpg  24×16 "), "\(plain.error)")
    let replaceListing = await world.run(
      ["edit", "@MUG-02", "--replace", "--yes", "--no-prepare"] + image, on: terminal)
    #expect(
      replaceListing.error.contains("wide.jpg  640×480 7 KB, sent unchanged"),
      "\(replaceListing.error)")
  }

  @Test(arguments: [[], ["--dry-run"]])
  func `a photo that comes twice says so`(_ more: [String]) async throws {
    let world = try TestWorld()
    try world.write("b.jpg", Data(try Fixture.bytes("photos/located.jpg")))
    try world.write("copy.jpg", Data(try Fixture.bytes("photos/located.jpg")))
    let result = await world.run(
      [
        "add", "--name", "Oak mug", "--price", "₩12000", "--stock", "1", "--description",
        "Turned from one piece.", "--image", "a.jpg", "b.jpg", "copy.jpg",
      ] + more, on: FakeTerminal(isTTY: false))
    let said = result.error.split(separator: "\n").filter { $0.contains("the same as photo") }
    #expect(said.count == 1 && said.first?.hasSuffix("the same as photo 2") == true, "\(result)")
    #expect(said.first?.contains("copy.jpg") == true, "\(result)")
  }

  @Test func `an invalid listing does not ask for a currency`() async throws {
    let world = try TestWorld()
    let result = await world.prompt(
      "add --name Mu --price 12000 --description 'Turned from one piece.' --image a.jpg", "quit")
    #expect(result.error.contains("--name"), "\(result)")
    #expect(!(result.output + result.error).contains("In which currency"), "\(result)")
    #expect(!(result.output + result.error).contains("no currency"), "\(result)")
  }

  @Test func `different kinds of errors are reported together`() async throws {
    let world = try TestWorld()
    let taken = try await world.add("Taken", price: "1000", "--code", "MUG-01")
    world.spy.reset()
    let result = await world.run(
      "add", "--name", "Mu", "--price", "12000", "--sale-price", "$5",
      "--description-file", "gone.txt", "--image", "*.nothing", "--code", "MUG-01")
    #expect(result.exitCode == 2)
    for word in ["--name", "USD", "gone.txt", "*.nothing", "@MUG-01", "\(taken)"] {
      #expect(result.error.contains(word), "\(word) in \(result.error)")
    }
    #expect(world.spy.requests.allSatisfy { $0.method == .get })
  }

  @Test func `a price whose currency contradicts --currency is refused`() async throws {
    let world = try TestWorld()
    let result = await world.run(
      "add", "--name", "Oak mug", "--price", "$12.50", "--currency", "KRW",
      "--description", "Turned from one piece.", "--image", "a.jpg")
    #expect(result.ends(with: 2, saying: "KRW"))
    #expect(world.spy.requests.isEmpty)
  }

  @Test func `an error about a sale price above the price names both`() async throws {
    let world = try TestWorld()
    let result = await add(world, "--sale-price", "13000")
    #expect(result.ends(with: 2, saying: "--sale-price"))
    #expect(!result.error.contains("-1000"))
  }

  @Test func `--no-prepare sends a photo as it is, otherwise without its location`() async throws {
    let world = try TestWorld()
    let photo = try Fixture.bytes("photos/gps-6.jpg")
    try world.write("tree.jpg", Data(photo))
    for (more, isSame) in [(["--no-prepare"], true), ([], false)] {
      world.spy.reset()
      let result = await world.run(
        Self.words + ["--image", "tree.jpg", "--currency", "KRW"] + more,
        on: FakeTerminal(isTTY: false))
      #expect(result.exitCode == 0, "\(result.error)")
      #expect(world.spy.writes.map(\.body).contains { $0.firstRange(of: photo) != nil } == isSame)
    }
  }

  @Test func `--no-prepare refuses too large photos and files that are none`() async throws {
    let world = try TestWorld()
    let photo = try Fixture.bytes("photos/turned-1.jpg")
    try world.write("large.jpg", Data(photo + [UInt8](repeating: 0, count: 307_201 - photo.count)))
    try world.write("text.jpg", Data(try Fixture.bytes("photos/text.jpg")))
    let result = await add(
      world, "--currency", "KRW", "--no-prepare", "--image", "large.jpg", "text.jpg")
    #expect(result.exitCode == 2, "\(result.error)")
    #expect(
      result.error.contains("large.jpg: 307,201 bytes are more than the 307,200 bytes allowed"))
    #expect(result.error.contains("text.jpg: it is not a photo but text"))
    #expect(world.spy.writes.isEmpty)
  }

  @Test func `too many photos are one error`() async throws {
    let world = try TestWorld()
    let result = await add(world, "--image", "a.jpg", "a.jpg", "a.jpg", "a.jpg", "a.jpg")
    #expect(result.ends(with: 2, saying: "--image needs 1 to 5"))
  }

  @Test func `in a script, the first listing opens a shop named after the user`() async throws {
    let world = try TestWorld(signedIn: false)
    #expect(await add(world, "--currency", "KRW").ends(with: 0, saying: "sora"))
    let whoami = await world.run("whoami", "--json")
    #expect(whoami.output.contains("\"sora\""))
    #expect(whoami.output.contains("\"signed_in\": true"))
  }

  @Test func `on a terminal, the first listing asks for the name of the shop once`() async throws {
    let world = try TestWorld(signedIn: false)
    let terminal = FakeTerminal(input: ["KRW", "은하 공방"])
    let first = await world.run(Self.words, on: terminal)
    #expect(first.exitCode == 0, "\(first.error)")
    #expect(terminal.prompts.count == 2)
    let again = FakeTerminal(input: [])
    #expect(await world.run(Self.words, on: again).exitCode == 0)
    #expect(again.prompts.isEmpty)
    #expect(try world.service.accounts().contains { $0.name == "은하 공방" && $0.listings == 2 })
  }

  @Test func `a taken shop name is asked for again, or numbered in a script`() async throws {
    let world = try TestWorld(signedIn: false)
    _ = try world.service.addAccount(name: "sora")
    #expect(await add(world, "--currency", "KRW").exitCode == 0)
    #expect(try world.service.accounts().contains { $0.name == "sora2" })
    let other = try TestWorld(signedIn: false)
    let typed = await other.run(
      Self.words + ["--currency", "KRW"], on: FakeTerminal(input: [TestWorld.shop, "Better"]))
    #expect(typed.exitCode == 0, "\(typed.error)")
    #expect(try other.service.accounts().contains { $0.name == "Better" })
  }

  @Test func `two shells that open the first shop at the same time share it`() async throws {
    let world = try TestWorld(signedIn: false)
    async let one = add(world, "--currency", "KRW")
    async let two = add(world, "--currency", "KRW")
    let results = await [one, two]
    #expect(results.map(\.exitCode) == [0, 0])
    #expect(try world.service.accounts().map(\.listings).sorted() == [0, 2])
  }

  @Test func `a shell that asks for the shop's name does not block other shells`() async throws {
    let world = try TestWorld(signedIn: false)
    let asking = FakeTerminal(
      size: TerminalSize(columns: 80, rows: 24), interactive: Set(TerminalStream.allCases),
      input: [TestWorld.shop], isInputOpen: true)
    async let first = world.run(Self.words + ["--currency", "KRW"], on: asking)
    await waitUntil("the shop's name is asked for") { asking.prompts.count >= 2 }
    let second = await add(world, "--currency", "KRW")
    #expect(second.exitCode == 0, "\(second.error)")
    world.interrupt()
    #expect(await first.exitCode == 130)
  }

  @Test func `Ctrl-C ends the waiting for another shell`() async throws {
    let world = try TestWorld(signedIn: false)
    try FileManager.default.createDirectory(
      atPath: world.paths.config, withIntermediateDirectories: true)
    let lock = try #require(FileLock(path: "\(world.paths.homeShop).lock"))
    defer { withExtendedLifetime(lock) {} }
    let ended = Mutex(false)
    async let result = {
      let result = await add(world, "--currency", "KRW")
      ended.withLock { $0 = true }
      return result
    }()
    await waitUntil("Ctrl-C ends the command") {
      world.interrupt()
      return ended.withLock(\.self)
    }
    #expect(await result.exitCode == 130)
    #expect(try world.service.accounts().count == 1)
  }

  @Test func `the currency is asked for once and saved`() async throws {
    let world = try TestWorld()
    try FileManager.default.removeItem(atPath: world.paths.settings)
    let first = FakeTerminal(input: ["usd"])
    #expect(await world.run(Self.words, on: first).exitCode == 0)
    #expect(first.prompts.count == 1)
    let second = FakeTerminal(input: [])
    let result = await world.run(Self.words + ["--json"], on: second)
    #expect(result.output.contains("\"USD\""))
  }

  @Test func `without a currency and a terminal nothing is sent`() async throws {
    let world = try TestWorld()
    try FileManager.default.removeItem(atPath: world.paths.settings)
    #expect(await add(world).ends(with: 2, saying: "--currency KRW"))
    #expect(world.spy.requests.isEmpty)
  }

  @Test func `the error for a taken code names its listing`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "12000", "--code", "MUG-01")
    world.spy.reset()
    let result = await add(world, "--code", "MUG-01")
    #expect(result.ends(with: 2, saying: "@MUG-01 is already the code of listing \(id)"))
    #expect(world.spy.requests.allSatisfy { $0.method == .get })
  }

  @Test func `a taken code moves only if asked for`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "12000", "--code", "MUG-01")
    let other = try await world.add("Elm mug", price: "9000", "--code", "MUG-02")
    let refused = await add(world, "--code", "MUG-01", "--yes")
    #expect(refused.ends(with: 2, saying: "try: --allow move-code"))
    #expect(await world.ask("edit", "@MUG-02", "--code", "MUG-01", typing: ["n"]).exitCode == 1)
    let edited = await world.ask("edit", "@MUG-02", "--code", "MUG-01", typing: ["y"])
    #expect(edited.exitCode == 0, "\(edited.error)")
    #expect(edited.output.contains("\(id) has no code now. To move it back: market edit \(id)"))
    func holder() async -> String { await world.run("show", "@MUG-01", "--format", "ids").output }
    #expect(await holder() == "\(other)\n")
    #expect(await world.run("show", "\(id)", "--fields", "code").output == "\n")
    let added = await add(world, "--code", "MUG-01", "--allow", "move-code", "--format", "ids")
    #expect(added.exitCode == 0, "\(added.error)")
    #expect(await holder() == added.output)
    let file = "edit \(id) --code MUG-01"
    #expect(try await world.batch(file, "--yes").exitCode == 2)
    #expect(try await world.batch(file, "--allow", "move-code").exitCode == 0)
    #expect(await holder() == "\(id)\n")
  }

  @Test func `the chosen photo becomes the thumbnail`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "12000", "--image", "b.jpg", "--thumbnail", "2")
    let product = try await world.listing(id)
    #expect(product.pictures?.count == 2)
    #expect(product.thumbnail == product.pictures?.last?.thumbnailURL)
  }

  @Test func `an added listing is reported even if a later step fails`() async throws {
    let world = try TestWorld()
    world.spy.answer(.failed) { $0.method == .patch }
    let result = await add(world, "--image", "b.jpg", "--thumbnail", "2", "--code", "TWO")
    #expect(result.exitCode != 0)
    #expect(result.error.contains("was added"), "\(result.error)")
    #expect(result.error.contains("--thumbnail 2"))
    #expect(await world.run("show", "@TWO").exitCode == 0)
    #expect(try world.service.listingCount == 1)
  }

  @Test func `a missing currency is reported with the other errors`() async throws {
    let world = try TestWorld()
    try FileManager.default.removeItem(atPath: world.paths.settings)
    let result = await world.run(
      "add", "--name", "Mu", "--price", "1000", "--sale-price", "2000", "--description", "short",
      "--image", "gone.jpg")
    #expect(result.exitCode == 2)
    for word in ["no currency", "--currency KRW", "--name", "--sale-price", "gone.jpg"] {
      #expect(result.error.contains(word), "\(word) in \(result.error)")
    }
  }
}
