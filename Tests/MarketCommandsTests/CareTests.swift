/// What is refused before anything is done, though the market would take it or be done with it.
import CommandLanguage
import MarketTestSupport
import TerminalKit
import Testing

@testable import MarketCommands

@Suite struct CareTests {
  @Test(arguments: [
    ["--fields", "id,nam"], ["--format", "json", "--fields", "prise"],
  ])
  func `a slip in the output options is told before a listing is stored`(
    _ options: [String]
  ) async throws {
    let world = try TestWorld()
    let words = [
      "add", "--name", "Oak mug", "--price", "12000", "--currency", "KRW", "--description",
      "Turned from one piece.", "--image", "a.jpg",
    ]
    let result = await world.run(words + options, on: FakeTerminal(isTTY: false))
    #expect(result.exitCode == 2)
    #expect(result.error.contains("there is no field"))
    #expect(world.wire.requests.isEmpty)
  }

  @Test func `an account whose secret could not be shown is not made`() async throws {
    let world = try TestWorld()
    let result = await world.run("account", "add", "willow", "--format", "ids")
    #expect(result.exitCode == 2)
    let list = await world.run("account", "list", "--fields", "name")
    #expect(!list.output.contains("willow"))
  }

  @Test(arguments: [
    ("₩12.5", "whole KRW"), ("$0.001", "whole cents"),
  ])
  func `a price that no coin pays is refused`(_ price: String, _ words: String) async throws {
    let world = try TestWorld()
    let result = await world.run(
      "add", "--name", "Oak mug", "--price", price, "--description", "Turned from one piece.",
      "--image", "a.jpg")
    #expect(result.exitCode == 2)
    #expect(result.error.contains("--price needs \(words)"), "\(result.error)")
    #expect(world.wire.requests.isEmpty)
  }

  @Test func `a name over two lines is refused`() async throws {
    let world = try TestWorld()
    let result = await world.run(
      "add", "--name", "Oak\nmug", "--price", "₩12000", "--description", "Turned from one piece.",
      "--image", "a.jpg")
    #expect(result.exitCode == 2)
    #expect(result.error.contains("--name needs letters"))
  }

  @Test func `quit ends the file it stands in, and what follows is not begun`() async throws {
    let world = try TestWorld()
    let result = try await world.batch("let A 1\nquit\nlet B 2\n")
    #expect(result.exitCode == 0)
    #expect(result.error.contains("2 done"))
    #expect(result.error.contains("1 not begun"))
  }

  @Test func `what was prepared for one command is not kept for a later one`() async throws {
    let desk = PhotoDesk()
    let request = PhotoDesk.Request(
      file: "/nowhere/a.jpg", path: "a.jpg", isSentAsItIs: false,
      background: Colour(red: 255, green: 255, blue: 255))
    desk.begin(request)
    desk.turn()
    let first = desk.take(request)
    let second = desk.take(request)
    #expect(first != second)
    desk.begin(request)
    desk.turn()
    desk.turn()
    let late = desk.take(request)
    #expect(late != first)
    guard case .failure = await late.value else {
      Issue.record("a photo that is not there cannot be ready")
      return
    }
  }
}
