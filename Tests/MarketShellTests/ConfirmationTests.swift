import Base
import CommandLanguage
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct ConfirmationTests {
  @Test func `samples are removed only after a yes`() async throws {
    let world = try TestWorld(samples: true)
    let count = try world.service.listingCount
    let no = await world.ask("demo", "clear", typing: ["n"])
    #expect(no.exitCode == 1)
    #expect(no.output.contains("Remove \(count) sample listings from home? [y/N]"))
    #expect(await world.run("demo", "clear").ends(with: 2, saying: "--yes"))
    let rehearsed = await world.run("demo", "clear", "--dry-run")
    #expect(rehearsed.error.contains("This would remove \(count) sample listings"))
    #expect(try world.service.listingCount == count)
    let yes = await world.ask("demo", "clear", typing: ["y"])
    #expect(yes.exitCode == 0, "\(yes.error)")
    #expect(try world.service.listingCount == 0)
    #expect(await world.ask("demo", "clear").output.contains("There are no sample listings."))
  }

  @Test(arguments: [
    (["maybe", "Y"], true), (["네"], true), (["perhaps", "no"], false), (["what"], false),
    ([""], false),
  ])
  func `a wrong answer is asked for again`(_ input: [String], _ isYes: Bool) async throws {
    let world = try TestWorld(samples: true)
    let terminal = FakeTerminal(input: input)
    let result = await world.run(["demo", "clear"], on: terminal)
    #expect((result.exitCode == 0) == isYes, "\(terminal.screen)")
    #expect(
      terminal.screen.contains("neither yes nor no") == (input.count > 1 || input == ["what"]))
  }

  @Test func `a wrong number is asked for again, and Enter leaves`() async throws {
    let world = try TestWorld()
    for number in 1...12 { try await world.add("Oak mug \(number)") }
    let words = ["edit", "--mine", "--stock", "1"]
    let left = FakeTerminal(input: ["1", "no"])
    #expect(await world.run(words, on: left).exitCode == 1)
    #expect(left.screen.contains("Not confirmed: the answer was not 12."))
    #expect(left.prompts.count == 2)
    let done = FakeTerminal(input: ["y", "12개"])
    #expect(await world.run(words, on: done).exitCode == 0, "\(done.screen)")
  }

  @Test func `an account that is enabled again keeps its secret`() async throws {
    let world = try TestWorld()
    let id = try await world.add()
    #expect(await world.run("account", "disable", TestWorld.shop, "--yes").exitCode == 0)
    #expect(await world.run("account", "list", "--fields", "disabled").output == "true\n")
    #expect(await world.run("edit", "\(id)", "--stock", "9").exitCode != 0)
    let enabled = await world.run("account", "enable", TestWorld.shop)
    #expect(enabled.exitCode == 0, "\(enabled.error)")
    #expect(await world.run("account", "list", "--fields", "disabled").output == "false\n")
    let result = await world.run("edit", "\(id)", "--stock", "9")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(await world.run("account", "enable", "nobody").exitCode == 1)
  }

  @Test(arguments: [
    ("trace on", "trace is on."), ("trace body", "trace is on and includes responses."),
    ("trace off", "trace is off."),
    ("timing on", "timing is on."), ("timing off", "timing is off."),
  ])
  func `a switch reports its state, except in the start file`(
    _ line: String, _ words: String
  ) async throws {
    let world = try TestWorld()
    #expect(await world.run("-c", line).error.contains(words))
    try FileManager.default.createDirectory(
      atPath: world.paths.config, withIntermediateDirectories: true)
    try Data("\(line)\n".utf8).write(to: URL(filePath: world.paths.startFile))
    let prompt = await world.prompt("quit")
    #expect(!(prompt.output + prompt.error).contains(words))
  }

  @Test func `use for a single command says that it has no lasting effect`() async throws {
    let world = try TestWorld()
    let alone = await world.run("use", TestWorld.url)
    #expect(alone.ends(with: 0, saying: "was not saved as your market"))
    #expect(alone.error.contains("try: market use \(TestWorld.url) --default"))
    let followed = await world.run("-c", "use \(TestWorld.url); whoami")
    #expect(followed.error.contains("You are at market.test, not signed in."), "\(followed.error)")
    for words in [["use", "home"], ["use", TestWorld.url, "--default"]] {
      let result = await world.run(words, on: FakeTerminal(isTTY: false))
      #expect(!result.error.contains("was not saved as your market"), "\(words) \(result.error)")
    }
  }

  @Test func `the last of eleven listings is shown instead of counted`() async throws {
    let world = try TestWorld()
    var ids: [Int] = []
    for number in 1...12 { ids.append(try await world.add("Mug \(number)")) }
    for command in [["edit", "--stock", "1"], ["remove"]] {
      let eleven = await world.run(
        [command[0], "\(ids[0])..\(ids[10])"] + command.dropFirst(), on: FakeTerminal())
      #expect(eleven.error.contains("Mug 11") && !eleven.error.contains(" more"))
      let twelve = await world.run(
        [command[0], "\(ids[0])..\(ids[11])"] + command.dropFirst(), on: FakeTerminal())
      #expect(!twelve.error.contains("Mug 11") && twelve.error.contains("and 2 more"))
    }
  }

  @Test func `sorting by price with several currencies is explained`() async throws {
    let world = try TestWorld()
    try await world.add("Oak mug", price: "12000")
    try await world.add("Ash mug", price: "9000")
    let words = "Sorted by price within each currency"
    func output(_ more: String...) async -> String {
      await world.run(["list"] + more, on: FakeTerminal()).output
    }
    #expect(await !output("--sort", "price").contains(words))
    try await world.add("Elm mug", price: "$12.50")
    for more in [[], ["--all"], ["--grid"]] {
      let result = await world.run(["list", "--sort", "price"] + more, on: FakeTerminal())
      #expect(result.output.contains(words), "\(result.output)")
    }
    #expect(await !output().contains(words))
    #expect(await !output("--sort", "price", "--currency", "KRW").contains(words))
  }

  @Test func `a trace names the files that were sent, with their folder`() async throws {
    let world = try TestWorld()
    try world.write("big.jpg", Data(try Fixture.bytes("photos/located.jpg")))
    try world.write("gray.jpg", Data(try Fixture.bytes("photos/gray.jpg")))
    let words = [
      "add", "--name", "Oak mug", "--price", "₩12000", "--description", "Turned from one piece.",
      "--image", "big.jpg", "gray.jpg", "--trace",
    ]
    let home = await world.run(words, on: FakeTerminal(isTTY: false))
    #expect(home.ends(with: 0, saying: "  # cannot be pasted: home has no address"))
    let command = try #require(home.error.split(separator: "\n").last { $0.contains("images=") })
    let files = command.matches(of: #/images=@"([^"]+)";filename="(\w+\.jpg)"/#)
    #expect(files.map(\.2) == ["big.jpg", "gray.jpg"])
    for file in files { #expect(file.1.hasPrefix("\(world.paths.cache)/sent/"), "\(file.1)") }
    let sent = world.spy.requests.last { $0.method == .post }
    let parts = try MultipartReader.parts(
      of: try #require(sent?.body), contentType: sent?.headers[.contentType])
    #expect(
      try files.map { try Data(contentsOf: URL(filePath: String($0.1))) }
        == parts.filter { $0.filename != nil }.map { Data($0.body) })
    await world.run("cache", "clear")
    #expect(!FileManager.default.fileExists(atPath: "\(world.paths.cache)/sent"))
    let away = await world.run("list", "--market", TestWorld.url, "--trace")
    #expect(away.error.contains("curl "))
    #expect(!away.error.contains("cannot be pasted"))
  }
}
