/// What is asked before samples go, and what switches and one-off commands say of themselves.
import CommandLanguage
import Foundation
import LocalFiles
import MarketService
import MarketTestSupport
import MarketWire
import TerminalKit
import Testing

@testable import MarketCommands
@testable import MarketShell
@testable import SellerSession

@Suite struct ConfirmationTests {
  @Test func `samples go after a yes only`() async throws {
    let world = try TestWorld(samples: true)
    let count = try world.service.listingCount
    let no = await world.ask("demo", "clear", typing: ["n"])
    #expect(no.exitCode == 1)
    #expect(no.output.contains("Remove \(count) sample listings from home? [y/N]"))
    let unasked = await world.run("demo", "clear")
    #expect(unasked.exitCode == 2)
    #expect(unasked.error.contains("--yes"))
    let rehearsed = await world.run("demo", "clear", "--dry-run")
    #expect(rehearsed.error.contains("This would remove \(count) sample listings"))
    #expect(try world.service.listingCount == count)
    let yes = await world.ask("demo", "clear", typing: ["y"])
    #expect(yes.exitCode == 0, "\(yes.error)")
    #expect(try world.service.listingCount == 0)
    #expect(await world.ask("demo", "clear").output.contains("There are no sample listings."))
  }

  @Test func `a disabled account that is enabled writes with the secret that it had`() async throws
  {
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
    ("trace on", "trace is on."), ("trace body", "trace is body."), ("trace off", "trace is off."),
    ("timing on", "timing is on."), ("timing off", "timing is off."),
  ])
  func `a switch says how it stands, except in the start file`(
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

  @Test func `going somewhere for one command says that nothing is kept`() async throws {
    let world = try TestWorld()
    let alone = await world.run("use", TestWorld.url)
    #expect(alone.exitCode == 0, "\(alone.error)")
    #expect(alone.error.contains("nothing was kept"), "\(alone.error)")
    #expect(alone.error.contains("try: use \(TestWorld.url) --default"))
    let followed = await world.run("-c", "use \(TestWorld.url); whoami")
    #expect(followed.error.contains("You are at market.test."), "\(followed.error)")
    for words in [["use", "home"], ["use", TestWorld.url, "--default"]] {
      let result = await world.run(words, on: FakeTerminal(isTTY: false))
      #expect(!result.error.contains("nothing was kept"), "\(words) \(result.error)")
    }
  }

  @Test func `the last of eleven is shown and not counted`() async throws {
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

  @Test func `an order by price over several currencies is explained`() async throws {
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
      let result = await world.run(
        ["list", "--sort", "price"] + more, on: FakeTerminal())
      #expect(result.output.contains(words), "\(result.output)")
    }
    #expect(await !output().contains(words))
    #expect(await !output("--sort", "price", "--currency", "KRW").contains(words))
  }

  @Test func `a trace says what of it would not be the same when pasted`() async throws {
    let world = try TestWorld()
    try world.write("big.jpg", Data(try Fixture.bytes("photos/located.jpg")))
    try world.write("gray.jpg", Data(try Fixture.bytes("photos/gray.jpg")))
    let words = [
      "add", "--name", "Oak mug", "--price", "₩12000", "--description", "Turned from one piece.",
      "--image", "big.jpg", "gray.jpg", "--trace",
    ]
    let home = await world.run(words, on: FakeTerminal(isTTY: false))
    #expect(home.exitCode == 0, "\(home.error)")
    #expect(home.error.contains("  # not to be pasted: home answers in market only"))
    #expect(home.error.contains("  # sent as a prepared copy: big.jpg; pasted"), "\(home.error)")
    let away = await world.run("list", "--market", TestWorld.url, "--trace")
    #expect(away.error.contains("curl "))
    #expect(!away.error.contains("not to be pasted") && !away.error.contains("prepared"))
  }
}
