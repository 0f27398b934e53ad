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
  @Test(arguments: [
    "edit 1 --stock +1 --yes", "edit 1 --price -10% --yes", "edit --search mug --stock 0 --yes",
    "edit @page --stock 0 --yes", "remove 1 --yes", "remove --search mug --yes",
    "edit --mine --stock +1 --dry-run", "photo save 1", "show 1; edit 1 --stock -1 --yes",
  ])
  func `a change never uses a cached listing`(line: String) async throws {
    let world = try await world()
    let login = "login \(TestWorld.url) --shop \"\(TestWorld.shop)\" --identifier "
    let terminal = FakeTerminal(
      rows: 60,
      input: [
        login + world.identifier, world.secret, "list", "show 1", "mine",
        "list --mine -s mug", "quit",
      ])
    _ = await run(world, [], on: terminal)
    #expect(terminal.error == "", "\(terminal.error)")
    disconnect(world)
    world.spy.reset()
    let (result, screen, _) = await prompt(world, "list", line)
    #expect(screen.contains(Self.notice))
    #expect(result.error.contains("refused the connection"), "\(result.error)")
    #expect(world.spy.writes.isEmpty)
    #expect(try await world.listing(1).stock == 5)
    for file in files(world) {
      #expect(!file.text.contains(world.secret) && !file.text.contains(world.identifier))
    }
  }

  @Test(arguments: [
    "edit 1 --stock +1 --yes", "remove 1 --yes",
    "add --name Two --price 1000 --description 'Turned from one piece.' --image a.jpg",
  ])
  func `a cached list is not shown after an own change`(line: String) async throws {
    let world = try await world()
    let login = "login \(TestWorld.url) --shop \"\(TestWorld.shop)\" --identifier "
    let terminal = FakeTerminal(
      input: [
        login + world.identifier, world.secret, "use market.test --default", "list",
        "list --page 2 --per-page 1", "quit",
      ])
    _ = await run(world, [], on: terminal)
    let changed = await run(world, ["-c", line], on: FakeTerminal(isTTY: false))
    #expect(changed.exitCode == 0, "\(changed.error)")
    disconnect(world)
    let (result, screen, _) = await prompt(world, "list", "list --page 2 --per-page 1")
    #expect(!screen.contains(Self.notice), "\(screen)")
    #expect(result.error.ranges(of: "refused the connection").count == 2)
  }

  @Test(arguments: [
    ["edit 1 --stock +1 --yes"], ["remove 1 --yes"], ["edit -s mug --stock 0 --yes"],
    ["edit 1 --stock +1 --yes", "show 1 --json"],
  ])
  func `a cached listing is not shown after a change of it`(lines: [String]) async throws {
    let world = try await world()
    let login = "login \(TestWorld.url) --shop \"\(TestWorld.shop)\" --identifier "
    let terminal = FakeTerminal(
      input: [login + world.identifier, world.secret, "show 1", "show 2"] + lines + ["quit"])
    _ = await run(world, [], on: terminal)
    #expect(terminal.error == "", "\(terminal.error)")
    disconnect(world)
    let (result, screen, _) = await prompt(world, "show 1", "show 2")
    #expect(screen.ranges(of: Self.notice).count == 1 && screen.contains("Pine bowl"), "\(screen)")
    #expect(result.error.ranges(of: "refused the connection").count == 1)
    // The outcome is unknown, so the listing may have changed.
    world.spy.intercept(nil)
    _ = await prompt(world, "show 2")
    world.spy.fail(.lost) { $0.method == .patch }
    _ = await prompt(world, "edit 2 --stock 9 --yes")
    disconnect(world)
    #expect(!(await prompt(world, "show 2")).screen.contains(Self.notice))
  }

  @Test func `a cached listing is not shown after the market said that it is gone`() async throws {
    let world = try await world()
    _ = await prompt(world, "show 1", "show 2")
    #expect(await world.run("remove", "1", "--yes").exitCode == 0)
    #expect(await prompt(world, "show 1").result.error.contains("error: "))
    disconnect(world)
    let (result, screen, _) = await prompt(world, "show 1", "show 2")
    #expect(screen.ranges(of: Self.notice).count == 1 && screen.contains("Pine bowl"), "\(screen)")
    #expect(result.error.ranges(of: "refused the connection").count == 1)
  }
}
