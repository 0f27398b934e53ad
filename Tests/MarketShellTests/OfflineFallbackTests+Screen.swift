import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

extension OfflineFallbackTests {
  /// The columns and rows of the window, a command, and the heading that must be visible, if any.
  @Test(
    arguments: [
      (110, 30, "list", "22 of "), (80, 24, "list", "16 of "), (80, 24, "list --grid", "9 of "),
      (80, 24, "list -s \"Mugs & more\"", "1 listing"), (80, 24, "list -s none", nil),
      (60, 24, "list", nil), (30, 24, "list", nil), (80, 10, "show 1", nil),
      (80, 24, "show 1", nil), (80, 24, "list --all", nil), (80, 24, "photo 1", nil),
    ] as [(Int, Int, String, String?)])
  func `the offline notice is directly above the next prompt`(
    columns: Int, rows: Int, line: String, head: String?
  ) async throws {
    let world = try TestWorld()
    try await world.add("Oak mug")
    try world.service.addGeneratedListings(count: 91)
    func type() async -> FakeTerminal {
      let terminal = FakeTerminal(columns: columns, rows: rows, input: [line, "quit"])
      _ = await run(world, ["--market", TestWorld.url], on: terminal)
      return terminal
    }
    _ = await type()
    disconnect(world)
    let text = await type().screen
    let prompt = try #require(text.range(of: "(offline)> ", options: .backwards))
    var screen = ScreenModel(columns: columns, rows: rows)
    screen.write(String(text[..<prompt.upperBound]).replacing("\n", with: "\r\n"))
    let seen = screen.rows.reversed().drop { $0.isEmpty }.map(\.self)
    let mark = seen.dropFirst().prefix(3).reversed().joined(separator: " ")
    #expect(mark.hasSuffix("\(Self.notice) 00:04, just now."), "\(screen.rows)")
    if let head { #expect(screen.rows.contains { $0.hasPrefix(head) }, "\(screen.rows)") }
  }

  @Test func `the offline notice is below a photo that fills the window`() async throws {
    let world = try await world()
    func type() async -> String {
      let terminal = FakeTerminal(columns: 80, rows: 24, input: ["photo 1", "quit"])
      var environment = world.environment(
        terminal, variables: ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
      environment.now = { WireDate(milliseconds: Self.start) }
      _ = await Program(environment: environment).run(["--market", TestWorld.url])
      return terminal.screen
    }
    let blocks: ClosedRange<Character> = "▀"..."▟"
    #expect(await type().contains(where: blocks.contains))
    disconnect(world)
    let text = await type()
    let block = try #require(text.lastIndex(where: blocks.contains))
    #expect(text[block...].contains(Self.notice), "\(text)")
  }

  @Test(arguments: [
    "again --format csv", "again --json", "table --json", "grid --format ids", "run again.market",
  ])
  func `again never passes cached listings to a program`(line: String) async throws {
    let world = try await world()
    try world.write("again.market", "again --json\n")
    _ = await prompt(world, "list")
    disconnect(world)
    let (result, screen, _) = await prompt(world, "list", line)
    #expect(screen.ranges(of: Self.notice).count == 1 && !result.output.contains("\"name\""))
    #expect(result.error.contains("error: "), "\(result.error)")
  }

  @Test func `cached listings keep their age after the market is reachable again`() async throws {
    let world = try await world()
    _ = await prompt(world, "list", "show 1")
    disconnect(world)
    // The first command fails, the next one reaches the market.
    disconnect(world, calls: 1)
    let (result, screen, _) = await prompt(world, after: 60_000, "list", "show 2", "grid")
    #expect(screen.ranges(of: Self.notice).count == 1, "\(screen)")
    #expect(screen.ranges(of: "This is from 00:04, 1 minute ago.").count == 1, "\(screen)")
    #expect(result.error == "")
  }

  @Test func `the session goes on from the list that was shown, not a rejected one`() async throws {
    let world = try TestWorld(extensions: false)
    try world.service.addGeneratedListings(count: 1100)
    _ = await prompt(world, "list --per-page 1000")
    _ = await prompt(world, after: 2 * Self.hour, "list --per-page 1000 --page 2")
    disconnect(world)
    let (result, screen, _) = await prompt(
      world, after: 3 * Self.hour, "list --per-page 1000 --page 2", "list --sort price",
      "list --fields id --page 3 --per-page 7", "table --fields id")
    #expect(result.error.ranges(of: "error: ").count == 2, "\(result.error)")
    let last = try #require(screen.range(of: "table --fields id", options: .backwards))
    #expect(screen[last.upperBound...].contains(Self.notice), "\(screen[last.upperBound...])")
    #expect(screen[last.upperBound...].contains("222 of 1222"))
  }
}
