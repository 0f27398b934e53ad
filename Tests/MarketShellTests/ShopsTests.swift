import Base
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct ShopsTests {
  private static let add =
    "add --name 'Oak mug' --price ₩12000 --description 'Turned from one piece.' --image a.jpg"

  @discardableResult
  private func login(
    _ world: TestWorld, _ name: String, as account: NewAccount, shop: String? = nil
  ) async throws -> CommandResult {
    let result = await world.run(
      [
        "login", name, "--url", TestWorld.url, "--shop", shop ?? account.name,
        "--identifier", account.credentials.identifier.revealed,
      ], on: FakeTerminal(isTTY: false),
      variables: ["OPENMARKET_SECRET": account.credentials.secret.revealed])
    #expect(result.exitCode == 0, "\(result.error)")
    return result
  }

  private func twoShops() async throws -> TestWorld {
    let world = try TestWorld(signedIn: false)
    let second = try world.service.addAccount(name: "Second")
    try await login(world, "a", as: world.account)
    try await login(world, "b", as: second)
    return world
  }

  @Test func `login says where commands go now, and how to go back`() async throws {
    let world = try TestWorld()
    let first = try await login(world, "far", as: world.account)
    let words = "Commands now go to \(TestWorld.shop) at far (before: home)."
    #expect((first.output + first.error).contains(words), "\(first)")
    #expect((first.output + first.error).contains("use home --default"), "\(first)")
    let again = try await login(world, "far", as: world.account)
    #expect((again.output + again.error).contains("Signed in at far as"), "\(again)")
  }

  @Test(arguments: ["prompt", "script", "file"])
  func `a secret as an argument is refused with the three right ways`(mode: String) async throws {
    let world = try TestWorld()
    let line = "login far --url \(TestWorld.url) --secret hush-hush"
    let result =
      switch mode {
      case "prompt": await world.prompt(line, "quit")
      case "file": try await world.batch(line)
      default: await world.run("-c", line)
      }
    for way in ["--secret-stdin", "--secret-file", "OPENMARKET_SECRET"] {
      #expect(result.error.contains(way), "\(result.error)")
    }
    #expect(!result.error.contains("error: unknown option"), "\(result.error)")
  }

  @Test func `each of two shops at one address writes as itself`() async throws {
    let world = try await twoShops()
    let result = await world.prompt(
      "use a", Self.add, "use b", Self.add, "show @last --fields shop", "quit")
    #expect(result.error == "", "\(result.error)")
    let sold = try world.service.accounts().map(\.listings)
    #expect(sold == [1, 1], "\(result.output)")
  }

  @Test func `one of two shops at one address is the current one`() async throws {
    let world = try await twoShops()
    let result = await world.run("-c", "use a; markets --fields name,current")
    #expect(result.output == "home\tfalse\na\ttrue\nb\tfalse\n", "\(result.output)")
  }

  @Test(arguments: [["list", "--market", TestWorld.url], ["use", TestWorld.url]])
  func `an address that two shops share names them`(_ words: [String]) async throws {
    let world = try await twoShops()
    #expect(await world.run(words, on: FakeTerminal(isTTY: false)).ends(with: 2, saying: "a and b"))
  }

  @Test func `use refuses an unreachable market that is not known`() async throws {
    let world = try TestWorld()
    let result = await world.run("use", "http://gone.test", "--default")
    #expect(result.ends(with: 5, saying: "http://gone.test"))
    #expect(await world.run("whoami", "--fields", "market").output.contains("home"))
    let prompt = await world.prompt("use http://gone.test", "whoami", "quit")
    #expect(prompt.output.contains("http://market.local"), "\(prompt.output)")
  }

  @Test(arguments: [
    ["list", "--market", "http://me:hush@market.test"], ["use", "me:hush@market.test"],
    ["use", "http://me:hu#hush@market.test/?x"], ["login", "http://me:hush@market.test"],
    ["login", "far", "--url", "http://me:hush@market.test"],
  ])
  func `a password in an address is not repeated`(_ words: [String]) async throws {
    let world = try TestWorld()
    let result = await world.run(words, on: FakeTerminal(isTTY: false))
    #expect(result.exitCode == 2)
    #expect(!result.error.contains("hush"), "\(result.error)")
    #expect(
      result.error.contains("an address cannot contain a user or a password"),
      "\(result.error)")
  }

  @Test func `who sells nothing begins with the form at the prompt, or with help`() async throws {
    let world = try TestWorld(signedIn: false)
    let prompt = await world.prompt("mine", "quit")
    let said = prompt.output + prompt.error
    #expect(said.contains("You sell nothing here yet.") && !said.contains("help add"), "\(prompt)")
    let script = await world.run("mine")
    #expect((script.output + script.error).contains("Begin: market help add"), "\(script)")
  }

  @Test func `a market that knows shops corrects a mistyped name at the login`() async throws {
    let world = try TestWorld(signedIn: false)
    try await login(world, "far", as: world.account, shop: "Wrong")
    #expect(await world.run("whoami", "--fields", "shop").output.contains(TestWorld.shop))
    let nothing = await world.run("list", "--mine")
    #expect(nothing.error.contains("You sell nothing here yet."), "\(nothing.error)")
  }

  @Test func `stars from when the number of a shop was not known stay after the next login`()
    async throws
  {
    let world = try TestWorld(samples: true, signedIn: false)
    // The market does not say which shop it is.
    world.spy.fail { $0.target.contains("/api/account") }
    try await login(world, "far", as: world.account)
    #expect(await world.run("whoami", "--fields", "vendor_id").output == "\n")
    #expect(await world.run("star", "1").exitCode == 0)
    world.spy.fail { _ in false }
    try await login(world, "far", as: world.account)
    #expect(await world.run("whoami", "--fields", "vendor_id").output != "\n")
    #expect(await world.run("list", "--starred", "--format", "ids").output == "1\n")
  }

  @Test func `a mistyped shop name is corrected by the first own response`() async throws {
    let world = try TestWorld(signedIn: false, extensions: false)
    try await login(world, "far", as: world.account, shop: "Wrong")
    let before = await world.run("list", "--mine")
    #expect(!before.error.contains("You sell nothing"), "\(before.error)")
    #expect(before.error.contains("Wrong"), "\(before.error)")
    let added = await world.run("-c", Self.add + " --format ids")
    #expect(added.exitCode == 0, "\(added.error)")
    #expect(await world.run("whoami", "--fields", "shop").output.contains(TestWorld.shop))
    #expect(await world.run("list", "--mine", "--format", "ids").output == added.output)
    try await login(world, "far", as: world.account, shop: "Wrong again")
    #expect(await world.run("list", "--mine", "--format", "ids").output == added.output)
    let home = await world.run(
      "login", "home", "--shop", "Wrong", "--identifier", world.identifier,
      variables: ["OPENMARKET_SECRET": world.secret])
    #expect(home.exitCode == 0, "\(home.error)")
    let nothing = await world.run("list", "--mine", "--market", "home")
    #expect(!nothing.error.contains("You sell nothing"), "\(nothing.error)")
  }

  @Test func `codes stay when the account gets a new identifier`() async throws {
    let world = try TestWorld(signedIn: false)
    try await login(world, "far", as: world.account)
    let added = await world.run("-c", Self.add + " --code MUG-01 --format ids")
    #expect(added.exitCode == 0, "\(added.error)")
    try await login(world, "far", as: try world.service.resetAccount(name: TestWorld.shop))
    #expect(await world.run("show", "@MUG-01", "--format", "ids").output == added.output)
    #expect(await world.run("edit", "@MUG-01", "--stock", "3").exitCode == 0)
    let second = try world.service.addAccount(name: "Second")
    try await login(world, "far", as: second)
    #expect(await world.run("show", "@MUG-01").exitCode == 3, "it is another shop's code")
  }

  @Test(arguments: [[], ["logout far"]])
  func `codes are there again after another account was used`(_ lines: [String]) async throws {
    let world = try TestWorld(signedIn: false)
    let second = try world.service.addAccount(name: "Second")
    try await login(world, "far", as: world.account)
    let added = await world.run("-c", Self.add + " --code MUG-01 --format ids")
    for line in lines { #expect(await world.run("-c", line).exitCode == 0) }
    try await login(world, "far", as: second)
    #expect(await world.run("-c", Self.add + " --code BOWL-01").exitCode == 0)
    try await login(world, "far", as: world.account, shop: "Typed wrongly")
    #expect(await world.run("show", "@MUG-01", "--format", "ids").output == added.output)
    let again = try await world.batch(Self.add + " --code MUG-01")
    #expect(again.exitCode == 2, "the file would add it a second time")
    let notebook = try #require(FileManager.default.contents(atPath: world.paths.notebook))
    #expect(notebook.range(of: Data(world.identifier.utf8)) == nil)
  }

  @Test func `codes saved by shop name move when the shop's number is known`() async throws {
    let world = try TestWorld(signedIn: false)
    try await login(world, "far", as: world.account)
    let added = await world.run("-c", Self.add + " --format ids --market home --currency KRW")
    let id = try #require(Int(added.output.trimmingCharacters(in: .newlines)))
    let session = TestShell(
      environment: world.environment(FakeTerminal(isTTY: false)), mode: .script)
    var product = try await world.listing(id)
    try await session.market.attach(code: "MUG-01", to: product)
    product.vendor.id = world.account.vendorID
    try session.market.learn(from: product)
    #expect(try session.market.profile().vendorID == world.account.vendorID)
    #expect(try session.market.listing(ofCode: "MUG-01") == id)
  }
}
