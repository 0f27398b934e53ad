import Base
import CommandLanguage
import DiskCache
import Formatting
import ListingChanges
import MarketTestSupport
import MarketWire
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct ListingSanityTests {
  @Test(arguments: [["--fields", "id,nam"], ["--format", "json", "--fields", "prise"]])
  func `an invalid output option is reported before a listing is stored`(
    _ options: [String]
  ) async throws {
    let world = try TestWorld()
    let words = [
      "add", "--name", "Oak mug", "--price", "12000", "--currency", "KRW", "--description",
      "Turned from one piece.", "--image", "a.jpg",
    ]
    let result = await world.run(words + options, on: FakeTerminal(isTTY: false))
    #expect(result.ends(with: 2, saying: "there is no field"))
    #expect(world.spy.requests.isEmpty)
  }

  @Test func `an account is not created if its secret cannot be shown`() async throws {
    let world = try TestWorld()
    #expect(await world.run("account", "add", "willow", "--format", "ids").exitCode == 2)
    let list = await world.run("account", "list", "--fields", "name")
    #expect(!list.output.contains("willow"))
  }

  @Test(arguments: [("₩12.5", "whole KRW"), ("$0.001", "whole cents")])
  func `a price with too many fraction digits is refused`(_ price: String, _ words: String)
    async throws
  {
    let world = try TestWorld()
    let result = await world.run(
      "add", "--name", "Oak mug", "--price", price, "--description", "Turned from one piece.",
      "--image", "a.jpg")
    #expect(result.ends(with: 2, saying: "--price needs \(words)"))
    #expect(world.spy.requests.isEmpty)
  }

  @Test func `a name of two lines is refused`() async throws {
    let world = try TestWorld()
    let result = await world.run(
      "add", "--name", "Oak\nmug", "--price", "₩12000", "--description", "Turned from one piece.",
      "--image", "a.jpg")
    #expect(result.ends(with: 2, saying: "--name cannot contain"))
  }

  @Test(arguments: [
    "\u{200B}\u{200B}\u{200B}", "\u{3164}\u{3164}\u{3164}", "\u{FE0F}\u{FE0F}\u{FE0F}",
    "\u{200E}\u{200F}\u{2066}\u{2069}", "\u{2800}\u{2800}\u{2800}", "\u{200D} \u{A0} \u{2060}",
  ])
  func `an invisible name is refused`(_ name: String) async throws {
    let world = try TestWorld()
    let id = try await world.add()
    world.spy.reset()
    let added = await world.run(
      "add", "--name", name, "--price", "₩12000", "--description", "Turned from one piece.",
      "--image", "a.jpg")
    let edited = await world.run("edit", "\(id)", "--name", name)
    for result in [added, edited] {
      #expect(result.exitCode == 2)
      #expect(result.error.contains("--name needs visible characters"), "\(result.error)")
    }
    #expect(world.spy.writes.isEmpty)
  }

  @Test(arguments: ["☕️☕️☕️", "👩‍👩‍👧 mug", "머그 잔", "می‌خواهم"])
  func `a name with invisible joiners between letters is accepted`(_ name: String) async throws {
    let world = try TestWorld()
    #expect(try await world.listing(try await world.add(name)).name == name)
  }

  @Test func `quit ends its file, and the rest does not run`() async throws {
    let world = try TestWorld()
    #expect(try await world.batch("let A 1\nquit\nlet B 2\n").ends(with: 0, saying: "1 done"))
  }

  @Test func `a photo prepared for one command is not used for a later one`() async throws {
    let disk = DiskCache(path: "/nowhere", byteLimit: 0, now: { 0 })
    let desk = PhotoPreparer { disk }
    let request = PhotoPreparer.Request(
      file: "/nowhere/a.jpg", path: "a.jpg", isSentAsItIs: false,
      background: RGBColor(red: 255, green: 255, blue: 255))
    desk.begin(request)
    desk.turn()
    let first = desk.take(request)
    let second = desk.take(request)
    #expect(first !== second)
    desk.begin(request)
    desk.turn()
    desk.turn()
    let late = desk.take(request)
    #expect(late !== first)
    desk.begin(request, turns: 2)
    desk.turn()
    #expect(desk.begun == 1)
    desk.turn()
    _ = desk.take(request)
    #expect(desk.begun == 0)
    guard case .failure = await late.value else {
      Issue.record("a missing photo cannot be prepared")
      return
    }
  }
}
