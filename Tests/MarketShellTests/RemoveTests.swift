import Base
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct RemoveTests {
  private let world: TestWorld

  init() throws { world = try TestWorld() }

  @Test func `the question names the listing, the market and the shop`() async throws {
    let id = try await world.add()
    let result = await world.ask("remove", "\(id)", typing: ["y"])
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.output.contains("Remove \(id) Oak mug from home as \(TestWorld.shop)? [y/N]"))
    #expect(try world.service.listingCount == 0)
  }

  @Test(arguments: [["n"], [""], ["no"], ["what"], ["Y please"], ["1"], ["\u{1B}"], []])
  func `any reply other than yes means no`(_ typed: [String]) async throws {
    let id = try await world.add()
    let result = await world.run(["remove", "\(id)"], on: FakeTerminal(input: typed))
    #expect(result.ends(with: 1, saying: "Nothing was done."))
    #expect(world.spy.writes.allSatisfy { $0.method != .delete })
    #expect(try world.service.listingCount == 1)
  }

  @Test func `Ctrl-C at the question means no`() async throws {
    let id = try await world.add()
    let terminal = FakeTerminal(
      size: nil, interactive: Set(TerminalStream.allCases), input: [], isInputOpen: true)
    async let running = world.run(["remove", "\(id)"], on: terminal)
    await waitUntil("the question is asked") { !terminal.prompts.isEmpty }
    world.interrupt()
    #expect(await running.exitCode == 130)
    #expect(try world.service.listingCount == 1)
  }

  @Test(arguments: ["y", "Y", "yes", " YES ", "ㅛ", "네", "예"])
  func `yes is accepted in any keyboard layout`(_ typed: String) async throws {
    let id = try await world.add()
    #expect(await world.ask("remove", "\(id)", typing: [typed]).exitCode == 0)
    #expect(try world.service.listingCount == 0)
  }

  @Test(arguments: [["remove", "1"], ["remove", "1..5"], ["remove", "1", "--no-input"]])
  func `without a terminal and --yes it fails before any request`(_ words: [String]) async throws {
    try await world.add()
    world.spy.reset()
    let result = await world.run(words, on: FakeTerminal(isTTY: words.contains("--no-input")))
    #expect(result.ends(with: 2, saying: "--yes"))
    #expect(world.spy.requests.isEmpty)
  }

  @Test(arguments: [
    (1, "y", true), (2, "y", true), (9, "y", true), (9, "9", true), (9, "", false),
    (10, "y", false), (10, "10", true),
  ])
  func `from ten listings on the answer is their number`(
    _ count: Int, _ answer: String, _ isYes: Bool
  ) async throws {
    for number in 1...count { try await world.add("Mug \(number)") }
    let result = await world.ask("remove", "--mine", typing: [answer])
    #expect((result.exitCode == 0) == isYes, "\(result)")
    #expect(try world.service.listingCount == (isYes ? 0 : count))
    let question = count == 1 ? "Remove 1 Mug 1 from" : "Remove \(count) listings from"
    #expect(result.output.contains(question), "\(result)")
    #expect(result.output.contains("[y/N]") == (count < 10), "\(result)")
  }

  @Test func `--yes disables no other check`() async throws {
    let other = try await world.addToOtherShop()
    #expect(await world.run("remove", "\(other)", "--yes").exitCode == 4)
    let range = await world.run("remove", "1..\(other + 5)", "--yes")
    #expect(range.exitCode == 4)
    #expect(try world.service.listingCount == 1)
  }

  @Test(arguments: [("99", 3), ("90..99", 3), ("1..999999", 2), ("@GONE", 3), ("@last", 2)])
  func `an invalid target is an error`(_ target: String, _ code: Int32) async throws {
    try await world.add()
    let result = await world.run("remove", target, "--yes")
    #expect(result.exitCode == code, "\(result.error)")
    #expect(try world.service.listingCount == 1)
  }

  @Test func `the code of a removed listing is free`() async throws {
    try await world.add("Oak mug", price: "12000", "--code", "MUG-01")
    #expect(await world.run("remove", "@MUG-01", "--yes").exitCode == 0)
    #expect(await world.run("show", "@MUG-01").exitCode == 3)
    let id = try await world.add("Oak mug", price: "12000", "--code", "MUG-01")
    #expect(await world.run("show", "@MUG-01", "--format", "ids").output == "\(id)\n")
  }

  @Test func `control characters in a name are escaped in the question`() async throws {
    let id = try await world.add("Harmless mug")
    let name = "Evil\u{1B}[2J\u{202E}mug"
    // Another program of the same shop can send such a name.
    let request = EditProduct(
      id: id, credentials: world.account.credentials, fields: ListingFields(name: name)
    ).request
    #expect(world.service.respond(request).status == 200)
    let result = await world.ask("remove", "\(id)", typing: ["n"])
    #expect(!result.output.contains("\u{1B}[2J"))
    #expect(!result.output.contains("\u{202E}"))
  }

  @Test func `removals before a failure are reported`() async throws {
    let (first, last) = (try await world.add(), try await world.add())
    world.spy.answer(.failed) { $0.target.contains("/\(last)/") && $0.requestsRemovalPath }
    let result = await world.run("remove", "\(first)..\(last)", "--yes")
    #expect(result.ends(with: 6, saying: "1 of 2 removed, 1 failed"))
  }

  @Test func `a lost response is exit 7 and suggests how to check`() async throws {
    let id = try await world.add()
    world.spy.loseResponses { $0.method == .delete }
    #expect(await world.run("remove", "\(id)", "--yes").ends(with: 7, saying: "try: market resume"))
  }

  @Test func `a removal is reported even if a later step fails`() async throws {
    let id = try await world.add("Oak mug", price: "12000", "--code", "MUG-01")
    world.spy.afterResponse { [path = world.paths.notebook] request in
      if request.method == .delete { try? FileManager.default.removeItem(atPath: path) }
    }
    let result = await world.run("remove", "\(id)", "--yes")
    #expect(result.ends(with: 8, saying: "\(id) Oak mug was removed, but"))
    #expect(result.error.contains("notebook"))
    #expect(try world.service.listingCount == 0)
  }
}
