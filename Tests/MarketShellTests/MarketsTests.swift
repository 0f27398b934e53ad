import Base
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct MarketsTests {
  private func mode(_ path: String) throws -> Int {
    let facts = try FileManager.default.attributesOfItem(atPath: path)
    return (facts[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }

  private func login(_ world: TestWorld, _ more: String...) async -> CommandResult {
    await world.run(
      ["login", TestWorld.url, "--shop", TestWorld.shop, "--identifier", world.identifier] + more,
      on: FakeTerminal(isTTY: false), variables: ["OPENMARKET_SECRET": world.secret])
  }

  @Test func `a login is checked, saved and becomes the default market`() async throws {
    let world = try TestWorld(signedIn: false)
    let result = await login(world)
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(await world.run("whoami").output.contains("market.test"))
    #expect(try mode(world.paths.markets) == 0o600)
    #expect(try mode(world.paths.config) == 0o700)
    #expect(await world.run("use", "home", "--default").exitCode == 0)
    #expect(await world.run("whoami", "--fields", "market").output.contains("home"))
    #expect(await world.run("markets", "--json").output.contains("\"market.test\""))
  }

  @Test func `a wrong secret saves nothing`() async throws {
    let world = try TestWorld(signedIn: false)
    let result = await world.run(
      "login", TestWorld.url, "--shop", "x", "--identifier", world.identifier,
      variables: ["OPENMARKET_SECRET": "not-this-one"])
    #expect(result.exitCode == 4)
    #expect(!result.error.contains("not-this-one"))
    #expect(!FileManager.default.fileExists(atPath: world.paths.markets))
  }

  @Test func `the secret comes from a hidden prompt, a file or stdin`() async throws {
    let world = try TestWorld(signedIn: false)
    try world.write("secret.txt", world.secret + "\n")
    let words = ["login", TestWorld.url, "--shop", "x", "--identifier", world.identifier]
    let hidden = FakeTerminal(input: [world.secret])
    #expect(await world.run(words, on: hidden).exitCode == 0)
    #expect(!hidden.screen.contains(world.secret))
    let file = await world.run(
      words + ["--secret-file", "secret.txt"], on: FakeTerminal(isTTY: false))
    #expect(file.exitCode == 0, "\(file.error)")
    let stdin = FakeTerminal(isTTY: false, input: [world.secret])
    #expect(await world.run(words + ["--secret-stdin"], on: stdin).exitCode == 0)
    #expect(await world.run(words, on: FakeTerminal(isTTY: false)).exitCode == 2)
    let gone = await world.run(
      words + ["--secret-file", "gone.txt"], on: FakeTerminal(isTTY: false))
    #expect(gone.error.contains("gone.txt"))
    let empty = await world.run(
      words, on: FakeTerminal(input: [world.secret]), variables: ["OPENMARKET_SECRET": ""])
    #expect(empty.exitCode == 0)
  }

  @Test func `the name home is reserved for the market on this machine`() async throws {
    let world = try TestWorld()
    let result = await world.run(
      "login", "home", "--url", TestWorld.url, "--shop", "x", "--identifier", world.identifier,
      variables: ["OPENMARKET_SECRET": world.secret])
    #expect(result.exitCode == 2)
    #expect(await world.run("whoami", "--fields", "url").output.contains("http://market.local"))
  }

  @Test(arguments: [
    (404, #"{"message":"Not Found","documentation_url":"https://api.test"}"#),
    (404, #"{"code":404,"message":"no route"}"#), (404, "<h1>Not Found</h1>"),
    (400, "<h1>The plain HTTP request was sent to HTTPS port</h1>"),
  ])
  func `another server is never signed in to`(_ status: Int, _ body: String) async throws {
    let world = try TestWorld(signedIn: false)
    world.spy.answer(HTTPResponse(status: status, body: Array(body.utf8)))
    let result = await login(world)
    #expect(result.exitCode != 0 && !result.error.contains("Signed in"), "\(result)")
    #expect(result.error.contains("is not that of a market; is the address right?"), "\(result)")
    #expect(!FileManager.default.fileExists(atPath: world.paths.markets))
  }

  @Test(arguments: ["login", "use"])
  func `an address that is none says what is missing`(_ command: String) async throws {
    let world = try TestWorld(signedIn: false)
    func error(_ address: String) async -> String {
      let more = command == "login" ? ["--shop", "x", "--identifier", world.identifier] : []
      return await world.run(
        [command, address] + more, on: FakeTerminal(isTTY: false),
        variables: ["OPENMARKET_SECRET": world.secret]
      ).error
    }
    for address in ["ftp://x", "htp://market.test", "file:///etc/passwd"] {
      let text = await error(address)
      #expect(text.contains("begins with http:// or https://"), "\(text)")
    }
    for address in ["http://", "http:///x"] {
      let text = await error(address)
      #expect(text.contains("it has no host"), "\(text)")
    }
  }

  @Test func `a market that closes the connection may speak https`() async throws {
    let world = try TestWorld(signedIn: false)
    world.spy.fail(.lost)
    let result = await login(world)
    #expect(result.error.contains("does it speak https?"), "\(result)")
    #expect(result.error.contains("login https://market.test"), "\(result)")
    // Any read may be the first request to an address that was only typed.
    for command in [["list"], ["show", "1"]] {
      let typed = await world.run(["--market", TestWorld.url] + command)
      #expect(typed.error.contains("does it speak https?"), "\(typed)")
    }
  }

  @Test func `use says that you are not signed in, or home is the default again`() async throws {
    let world = try TestWorld(signedIn: false)
    #expect(await login(world).exitCode == 0)
    #expect(await world.run("logout", "market.test", "--yes").exitCode == 0)
    let out = await world.prompt("use \(TestWorld.url)", "quit")
    #expect(out.output.contains("You are at market.test, not signed in."), "\(out)")
    let home = await world.run("use", "home", "--default")
    #expect(home.error.contains("home is the default again"), "\(home)")
  }

  @Test func `the same host with and without TLS is two markets`() async throws {
    let world = try TestWorld(signedIn: false)
    #expect(await login(world).exitCode == 0)
    let result = await world.prompt(
      "use \(TestWorld.url)", "whoami", "use https://market.test", "whoami", "quit")
    #expect(result.output.contains("https://market.test"), "\(result.output)")
    let shops = result.output.matches(of: /signed in\s+(yes|no)/).map { $0.1 }
    #expect(shops == ["yes", "no"], "\(result.output)")
  }

  @Test func `use accepts an unreachable market only if it is known`() async throws {
    let world = try TestWorld(signedIn: false)
    #expect(await login(world).exitCode == 0)
    #expect(await world.run("use", "home", "--default").exitCode == 0)
    world.spy.fail()
    let result = await world.prompt("use market.test", "use http://other.test", "whoami", "quit")
    let place = "You are at market.test as"
    #expect(result.output.contains(place), "\(result.output) \(result.error)")
    #expect(result.output.contains("It cannot be reached; what you viewed"))
    #expect(
      result.error.contains("http://other.test refused the connection; is the market running?"))
    #expect(result.output.contains(#/market\s+market.test/#))
    // The default market is a separate choice.
    #expect(await world.run("whoami", "--fields", "market").output.contains("home"))
  }

  @Test func `shells that sign in at the same time save both markets`() async throws {
    let world = try TestWorld()
    let names = (1...12).map { "market\($0)" }
    await withTaskGroup(of: Int32.self) { group in
      for name in names {
        group.addTask {
          await world.run(
            [
              "login", name, "--url", "http://market.test/", "--shop", "x", "--identifier",
              world.identifier,
            ], on: FakeTerminal(isTTY: false),
            variables: ["OPENMARKET_SECRET": world.secret]
          ).exitCode
        }
      }
      for await code in group { #expect(code == 0) }
    }
    let kept = try Markets(readingFrom: world.paths.markets).profiles.map(\.name)
    #expect(Set(kept) == Set(names + ["home"]))
    let files = try FileManager.default.contentsOfDirectory(atPath: world.paths.config)
    #expect(files.allSatisfy { $0.hasSuffix(".json") || $0.hasSuffix(".lock") }, "\(files)")
  }

  @Test(arguments: ["use nowhere", "use http://", "login nowhere", "list --market hom"])
  func `an invalid market is an error`(_ line: String) async throws {
    let world = try TestWorld()
    let result = await world.run("-c", line)
    #expect(result.exitCode == 2, "\(result.error)")
    #expect(result.error.hasPrefix("error: "))
  }

  @Test func `an unreachable market is exit 5`() async throws {
    let world = try TestWorld()
    let result = await world.run("list", "--market", "http://gone.test")
    #expect(result.ends(with: 5, saying: "http://gone.test"))
  }

  @Test func `selling without an account suggests login`() async throws {
    let world = try TestWorld()
    let result = await world.run(
      "add", "--name", "Oak mug", "--price", "1000", "--description", "Turned from one piece.",
      "--image", "a.jpg", "--market", TestWorld.url)
    #expect(result.ends(with: 4, saying: "login market.test"))
  }

  private static let damage = [
    "", "{", "[]", "null", "{\"markets\":{}}", "{\"markets\":[{\"name\":\"x\"}]}", "\u{0}\u{1}",
    "{\"currency\":12}",
  ]

  @Test(arguments: damage)
  func `a damaged markets file is reported and not changed`(_ text: String) async throws {
    let world = try TestWorld()
    try Data(text.utf8).write(to: URL(filePath: world.paths.markets))
    for words in [["whoami"], ["list"], ["use", TestWorld.url, "--default"]] {
      let result = await world.run(words, on: FakeTerminal(isTTY: false))
      #expect(result.exitCode == 1, "\(words)")
      #expect(result.error.contains("markets.json\" is damaged"), "\(result.error)")
    }
    #expect(try String(contentsOfFile: world.paths.markets, encoding: .utf8) == text)
  }

  @Test(arguments: ["", "{", "[]", "{\"currency\":12}", "{\"currency\":\"mice\"}"])
  func `damaged settings are reported and not changed`(_ text: String) async throws {
    let world = try TestWorld()
    try Data(text.utf8).write(to: URL(filePath: world.paths.settings))
    let result = await world.run(
      [
        "add", "--name", "Oak mug", "--price", "1000", "--description", "Turned from one piece.",
        "--image", "a.jpg",
      ], on: FakeTerminal(isTTY: false))
    #expect(result.ends(with: 1, saying: "settings.json\" is damaged"))
    #expect(try String(contentsOfFile: world.paths.settings, encoding: .utf8) == text)
  }

  @Test func `with a damaged notebook the market works, and codes report it`() async throws {
    let world = try TestWorld()
    try await world.add("Oak mug", price: "12000", "--code", "MUG-01")
    let junk = Data((0..<8192).map { UInt8($0 % 251) })
    try await world.overwrite(world.paths.notebook, junk)
    #expect(await world.run("list").exitCode == 0)
    #expect(await world.run("show", "@MUG-01").ends(with: 1, saying: "notebook"))
    #expect(try Data(contentsOf: URL(filePath: world.paths.notebook)) == junk)
  }

  @Test func `a shop opened while the market was being opened for a guest can sell`() async throws {
    let world = try TestWorld(signedIn: false)
    let (opening, isOpening) = AsyncStream<Never>.makeStream()
    let (mayOpen, open) = AsyncStream<Never>.makeStream()
    var environment = world.environment(FakeTerminal(isTTY: false))
    environment.host = TestHost(service: world.service, spy: world.spy) {
      isOpening.finish()
      for await _ in mayOpen {}
    }
    let shell = TestShell(environment: environment, mode: .prompt)
    async let guest = shell.market.client()
    for await _ in opening {}
    try shell.session.access.connections.change { markets in
      markets["home"]?.credentials = world.account.credentials
    }
    open.finish()
    _ = try await guest
    #expect(try await shell.market.client().credentials == world.account.credentials)
    withExtendedLifetime(world) {}
  }
}
