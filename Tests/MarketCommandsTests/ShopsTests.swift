/// Shops on markets of the network: two at one address, names typed wrongly, codes that stay.
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketCommands
@testable import MarketShell
@testable import SellerSession

@Suite struct ShopsTests {
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
    let result = await world.run(words, on: FakeTerminal(isTTY: false))
    #expect(result.exitCode == 2)
    #expect(result.error.contains("a and b"), "\(result.error)")
  }

  @Test func `a dead market is not gone to`() async throws {
    let world = try TestWorld()
    let result = await world.run("use", "http://gone.test", "--default")
    #expect(result.exitCode == 5)
    #expect(result.error.contains("http://gone.test"), "\(result.error)")
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
    #expect(result.error.contains("no user or password"), "\(result.error)")
  }

  @Test func `a shop's name that was typed wrongly is learned from the first own answer`()
    async throws
  {
    let world = try TestWorld(signedIn: false)
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

  @Test func `codes outlive the identifier that they were given under`() async throws {
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

  @Test func `codes kept under the shop's name move over when its number is learned`()
    async throws
  {
    let world = try TestWorld(signedIn: false)
    try await login(world, "far", as: world.account)
    let added = await world.run("-c", Self.add + " --format ids --market home --currency KRW")
    let id = try #require(Int(added.output.trimmingCharacters(in: .newlines)))
    let session = TestShell(
      environment: world.environment(FakeTerminal(isTTY: false)), mode: .script)
    var product = try await world.listing(id)
    try session.market.attach(code: "MUG-01", to: product)
    product.vendor.id = world.account.vendorID
    try session.market.learn(from: product)
    #expect(try session.market.profile().vendorID == world.account.vendorID)
    #expect(try session.market.listing(ofCode: "MUG-01") == id)
  }
}
