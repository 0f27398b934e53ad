import Base
import CommandLanguage
import Foundation
import MarketTestSupport
import MarketWire
import OpenMarketClient
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession
@testable import ShellCommands

@Suite(.timeLimit(.minutes(60))) struct DoctorTests {
  private func object(_ world: TestWorld, _ variables: [String: String] = [:]) async throws
    -> JSONObject
  {
    let result = await world.run("doctor", "--json", variables: variables)
    #expect(result.exitCode == 0, "\(result.error)")
    return try #require(try JSON(parsing: Array(result.output.utf8)).objectValue)
  }

  @Test func `doctor shows everything that a bug report needs, and no secret`() async throws {
    let world = try TestWorld(samples: true)
    let login = "login \(TestWorld.url) --shop x --identifier \(world.identifier)"
    let variables = ["OPENMARKET_SECRET": world.secret]
    #expect(await world.run("-c", login, variables: variables).exitCode == 0)
    let facts = try await object(world, variables)
    #expect(facts.members.map(\.key) == DoctorReport.keys)
    #expect(facts["version"]?.stringValue == "market 1.2.3")
    #expect(facts["store"]?.objectValue?["journal"]?.stringValue == "wal")
    #expect(facts["store"]?.objectValue?["synchronous"]?.stringValue == "full")
    #expect(facts["store"]?.objectValue?["listings"]?.intValue == 122)
    #expect(facts["files"]?.objectValue?["markets.json"]?.stringValue == "0600")
    #expect(facts["config"]?.objectValue?["mode"]?.stringValue == "0700")
    #expect(facts["config"]?.objectValue?["free_bytes"]?.intValue.map { $0 > 0 } == true)
    #expect(facts["libraries"]?.objectValue?["SQLite"]?.stringValue?.hasPrefix("3.") == true)
    #expect(facts["width"]?.objectValue?["columns"]?.intValue == 17)
    let markets = facts["markets"]?.arrayValue?.compactMap(\.objectValue) ?? []
    #expect(markets.map { $0["name"]?.stringValue } == ["home", "market.test"])
    #expect(markets.allSatisfy { $0["problem"] == .null && $0["seconds"] != .null })
    for text in [JSON.object(facts).text(), await world.ask("doctor").output] {
      #expect(!text.contains(world.secret) && !text.contains(world.identifier))
    }
  }

  @Test func `doctor reports unreachable markets and files that others can read`()
    async throws
  {
    let world = try TestWorld()
    let login = "login \(TestWorld.url) --shop x --identifier \(world.identifier)"
    _ = await world.run("-c", login, variables: ["OPENMARKET_SECRET": world.secret])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: world.paths.markets)
    world.spy.fail { $0.target.hasPrefix(TestWorld.url) }
    let result = await world.run(["doctor"], on: FakeTerminal(columns: 200))
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(
      result.output.contains("http://market.test refused the connection; is the market running?"),
      "\(result.output)")
    let words = "markets.json 0644 (other users may read its secrets: chmod 600 "
    #expect(result.output.contains(words + world.paths.markets), "\(result.output)")
    #expect(await world.run("use", "home", "--default").exitCode == 0)
    #expect(FileFacts(world.paths.markets)?.mode == "0600")
  }

  @Test func `doctor reads the notebook, the journal and the history`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", "--code", "MUG-1")
    await world.run("note", "\(id)", "The glaze is new.")
    try Data("+\t1\nnonsense\n".utf8).write(to: URL(filePath: world.paths.history))
    let facts = try await object(world)
    for key in ["notebook", "batches", "history"] {
      let file = try #require(facts[key]?.objectValue)
      #expect(file["problem"] == .null && file["bytes"]?.intValue ?? 0 > 0, "\(file)")
    }
    #expect(facts["history"]?.objectValue?["skipped_lines"]?.intValue == 2)
    let report = await world.ask("doctor")
    #expect(report.output.contains("2 lines cannot be read and are skipped"), "\(report)")
  }

  @Test(arguments: ["notebook.sqlite", "batches.sqlite"], ["damaged", "lost"])
  func `doctor fails for a file that is damaged or has lost writes`(
    _ name: String, _ kind: String
  ) async throws {
    let world = try TestWorld()
    try await world.add("Oak mug", "--code", "MUG-1")
    let path = "\(world.paths.state)/\(name)"
    let bytes = kind == "lost" ? [] : Array(repeating: UInt8(ascii: "x"), count: 8192)
    try await world.overwrite(path, Data(bytes))
    let result = await world.run("doctor", "--json")
    #expect(result.exitCode == 1, "\(result)")
    #expect(result.error.contains(kind == "lost" ? "has lost" : "is damaged"), "\(result.error)")
    let facts = try JSON(parsing: Array(result.output.utf8)).objectValue
    let key = name == "notebook.sqlite" ? "notebook" : "batches"
    #expect(facts?[key]?.objectValue?["problem"]?.stringValue?.contains(path) == true)
    #expect(facts?["markets"] != nil)
  }

  @Test func `a damaged file does not hide the rest of the report`() async throws {
    let world = try TestWorld()
    try Data("{".utf8).write(to: URL(filePath: world.paths.markets))
    try Data("{".utf8).write(to: URL(filePath: world.paths.settings))
    let result = await world.run("doctor")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.output.contains("markets.json\" is damaged"))
    #expect(result.output.contains("SQLite"))
  }

  @Test(
    arguments: [
      (["LANG": "ko_KR.UTF-8"], "ko_KR", "LANG"),
      (["LC_ALL": "de_DE", "LANG": "x"], "de_DE", "LC_ALL"),
      (["LANG": "C"], "en_US", "LANG"), (["LANG": ""], "en_US", "unset"),
    ] as [([String: String], String, String)])
  func `the locale is shown with its source`(
    _ variables: [String: String], _ name: String, _ source: String
  ) async throws {
    let locale = try await object(try TestWorld(), variables)["locale"]?.objectValue
    #expect(locale?["name"]?.stringValue == name)
    #expect(locale?["source"]?.stringValue == source)
  }
}

@Suite(.timeLimit(.minutes(60))) struct LogoutTests {
  private func login(_ world: TestWorld) async {
    let line = "login \(TestWorld.url) --shop x --identifier \(world.identifier)"
    let result = await world.run("-c", line, variables: ["OPENMARKET_SECRET": world.secret])
    #expect(result.exitCode == 0, "\(result.error)")
  }

  private func secrets(_ world: TestWorld) throws -> Int {
    let text = try String(contentsOfFile: world.paths.markets, encoding: .utf8)
    return text.components(separatedBy: world.secret).count - 1
  }

  @Test func `logout deletes the secret and keeps the address`() async throws {
    let world = try TestWorld(signedIn: false)
    await login(world)
    #expect(try secrets(world) == 1)
    #expect(await world.run("logout").exitCode == 0)
    #expect(try secrets(world) == 0)
    #expect(await world.run("markets", "--fields", "name").output == "home\nmarket.test\n")
    let again = await world.run("logout")
    #expect(again.exitCode == 0 && again.error.contains("You are not signed in at market.test."))
    let write = await world.run(
      "add", "--name", "Oak mug", "--price", "₩1000", "--description", "Turned from one piece.",
      "--image", "a.jpg")
    #expect(write.exitCode == 4, "\(write.error)")
  }

  @Test func `forgetting the current market switches to the home market`() async throws {
    let world = try TestWorld(signedIn: false)
    await login(world)
    let result = await world.prompt("logout --forget", "whoami", "markets", "quit")
    #expect(result.output.contains("Deleted market.test from your markets."), "\(result.output)")
    #expect(result.output.contains("http://market.local"))
    #expect(await world.run("markets", "--fields", "name").output == "home\n")
    #expect(await world.run("whoami", "--fields", "market").output.contains("home"))
    let again = await world.run("logout", "market.test", "--forget")
    #expect(again.error.contains("You are not signed in at market.test."), "\(again.error)")
    #expect(await world.run("logout", "nowhere").exitCode == 2)
  }

  @Test func `forgetting is reported once, also if the default market is another one`() async throws
  {
    let world = try TestWorld()
    await login(world)
    let second = await world.run(
      "login", "other", "--url", "http://other.test", "--shop", "x", "--identifier",
      world.identifier, variables: ["OPENMARKET_SECRET": world.secret])
    #expect(second.exitCode == 0, "\(second.error)")
    let result = await world.prompt(
      "use market.test", "logout --forget", "whoami", "use other", "logout --forget", "quit")
    #expect(result.error == "", "\(result.error)")
    #expect(result.output.contains("Deleted market.test from your markets."), "\(result.output)")
    #expect(result.output.contains("Deleted other from your markets."), "\(result.output)")
    #expect(result.output.contains("http://market.local"), "\(result.output)")
    #expect(await world.run("whoami", "--fields", "market").output.contains("home"))
  }

  @Test func `an address with two names is not an unknown market`() async throws {
    let world = try TestWorld()
    let terminal = FakeTerminal()
    let session = TestShell(environment: world.environment(terminal), mode: .prompt)
    _ = try session.context.market.connections.markets()
    session.context.market.connections.currentName = TestWorld.url
    var markets = try Markets(readingFrom: world.paths.markets)
    for name in ["a", "b"] { markets[name] = MarketProfile(name: name, url: TestWorld.url) }
    try markets.write(to: world.paths.markets)
    try session.context.market.connections.reread()
    #expect(terminal.error == "")
    #expect(
      throws: SellerError.severalMarkets(url: TestWorld.url, names: ["a", "b"])
    ) { try session.market.profile() }
  }

  @Test func `the home shop is signed out only after a confirmation`() async throws {
    let world = try TestWorld()
    let script = await world.run("logout")
    #expect(script.exitCode == 2)
    #expect(script.error.contains("--yes") && script.error.contains("only copy"))
    #expect(await world.ask("logout", typing: ["n"]).exitCode == 1)
    #expect(try secrets(world) == 1)
    #expect(await world.ask("logout", typing: ["y"]).ends(with: 0, saying: "account reset"))
    #expect(try secrets(world) == 0)
    // The home market is never forgotten.
    #expect(await world.run("logout", "--forget").exitCode == 0)
    #expect(await world.run("markets", "--fields", "name").output == "home\n")
  }

  @Test func `a prompt keeps working in a market that another shell forgot`() async throws {
    let world = try TestWorld(signedIn: false)
    let login = "login shop --url \(TestWorld.url) --shop x --identifier \(world.identifier)"
    let known = await world.run("-c", login, variables: ["OPENMARKET_SECRET": world.secret])
    #expect(known.exitCode == 0, "\(known.error)")
    world.spy.beforeRequest { [path = world.paths.markets] request in
      if request.target.hasSuffix("healthChecker") { try? Markets().write(to: path) }
    }
    let result = await world.prompt("use shop", "markets", "whoami", "quit")
    #expect(result.exitCode == 0)
    #expect(
      result.error.contains("The market shop was removed; you are at home now."), "\(result.error)")
    #expect(result.output.contains("http://market.local"))
  }

  @Test func `a market that another shell forgot is not saved again`() async throws {
    let world = try TestWorld(signedIn: false)
    await login(world)
    let session = TestShell(environment: world.environment(FakeTerminal()), mode: .prompt)
    _ = try session.context.market.connections.markets()
    #expect(await world.run("logout", "--forget").exitCode == 0)
    _ = await session.interpreter.run(Word.words(arguments: ["markets"]))
    #expect(try session.context.market.connections.markets()["market.test"] == nil)
  }
}
