import Foundation
import MarketTestSupport
import MarketWire
import OpenMarketClient
import SellerSession
import Testing

@testable import MarketShell

/// `pause` and `resume-selling`: a stock of 0 that is taken back later.
@Suite(.timeLimit(.minutes(60))) struct PauseTests {
  private static func stocks(_ world: TestWorld) async -> [String] {
    await world.run("mine", "--sort", "oldest", "--format", "tsv", "--fields", "id,stock").output
      .split(separator: "\n").map(String.init)
  }

  private static func world() async throws -> TestWorld {
    let world = try TestWorld()
    for (name, stock) in [("Oak mug", 5), ("Elm bowl", 0), ("Ash cup", 300_000)] {
      let id = try await world.add(name, price: "12000")
      _ = await world.run("edit", "\(id)", "--stock", "\(stock)", "--allow", "stock,sold-out")
    }
    return world
  }

  @Test func `a paused shop is sold out, and gets its stock back`() async throws {
    let world = try await Self.world()
    let before = await Self.stocks(world)
    let dry = await world.run("pause", "--mine", "--dry-run")
    #expect(dry.error.contains("stock 5 → 0") && !dry.error.contains("--allow"), "\(dry)")
    #expect(await Self.stocks(world) == before)
    let paused = await world.run("pause", "--mine", "--yes")
    #expect(paused.exitCode == 0, "\(paused)")
    #expect(await Self.stocks(world).allSatisfy { $0.hasSuffix("\t0") })
    let twice = await world.run("pause", "--mine", "--yes")
    #expect(twice.error.contains("All of these are sold out already."), "\(twice)")
    let back = await world.run("resume-selling", "--yes")
    #expect(back.exitCode == 0, "\(back)")
    #expect(await Self.stocks(world) == before)
    #expect(await world.run("resume-selling", "--yes").error.contains("Nothing is paused."))
  }

  @Test func `one listing is resumed, and what was changed meanwhile is left alone`() async throws {
    let world = try await Self.world()
    _ = await world.run("pause", "1", "3", "--yes")
    _ = await world.run("edit", "1", "--stock", "9")
    _ = await world.run("resume-selling", "3", "--yes")
    #expect(await Self.stocks(world) == ["1\t9", "2\t0", "3\t300000"])
    _ = await world.run("edit", "1", "--stock", "0")
    let left = await world.run("resume-selling", "--yes")
    #expect(left.error.contains("1 listing was changed meanwhile and left alone."), "\(left)")
    #expect(await Self.stocks(world) == ["1\t0", "2\t0", "3\t300000"], "0 was typed")
  }

  @Test func `a pause that was taken back is none, and one that was made again is one`()
    async throws
  {
    let world = try await Self.world()
    _ = await world.run("pause", "1", "3", "--yes")
    let other = await world.run("resume-selling", "2", "--yes")
    #expect(other.error.contains("1 listing is not paused."), "\(other)")
    #expect(await world.run("undo", "--yes").exitCode == 0)
    #expect(await world.run("redo", "--yes").exitCode == 0)
    #expect(await world.run("resume-selling", "3", "--yes").exitCode == 0)
    #expect(await Self.stocks(world) == ["1\t0", "2\t0", "3\t300000"])
    _ = await world.run("pause", "3", "--yes")
    #expect(await world.run("undo", "--yes").exitCode == 0)
    _ = await world.run("edit", "3", "--stock", "0", "--allow", "sold-out")
    let left = await world.run("resume-selling", "--yes")
    #expect(left.error.contains("1 listing was changed meanwhile and left alone."), "\(left)")
    #expect(await Self.stocks(world) == ["1\t5", "2\t0", "3\t0"])
  }

  @Test func `what undo pauses again is resumed again`() async throws {
    let world = try await Self.world()
    let before = await Self.stocks(world)
    _ = await world.run("pause", "--mine", "--yes")
    for _ in 0..<2 {
      _ = await world.run("resume-selling", "--yes")
      #expect(await Self.stocks(world) == before)
      #expect(await world.run("undo", "--yes").exitCode == 0)
      #expect(await Self.stocks(world).allSatisfy { $0.hasSuffix("\t0") })
    }
    _ = await world.run("resume-selling", "--yes")
    #expect(await Self.stocks(world) == before)
    #expect(await world.run("resume-selling", "--yes").error.contains("Nothing is paused."))
  }

  @Test func `a market that cannot be reached loses nothing that was remembered`() async throws {
    let world = try await Self.world()
    let before = await Self.stocks(world)
    _ = await world.run("pause", "--mine", "--yes")
    world.spy.fail { $0.method == .patch }
    #expect(await world.run("resume-selling", "--yes").exitCode != 0)
    world.spy.intercept(nil)
    _ = await world.run("resume", "--yes")
    _ = await world.run("resume-selling", "--yes")
    #expect(await Self.stocks(world) == before)
  }

  @Test func `the address of a page is copied, and only written in a pipe`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "12000")
    let home = await world.run("copy-link", "\(id)")
    #expect(home.exitCode != 0 && home.error.contains("has no pages for buyers"), "\(home)")
  }

  @Test func `marks, title and mouse are asked for by settings`() async throws {
    let world = try TestWorld(samples: true)
    let terminal = FakeTerminal.open()
    async let exit = world.run([], on: terminal, variables: ["TERM": "xterm-256color"])
    await waitUntil("the prompt is there") { terminal.output.contains("market> ") }
    terminal.type("whoami\r")
    await waitUntil("the answer is there") { terminal.output.contains("home") }
    #expect(!terminal.output.contains("\u{1B}]133"), "none is guessed")
    terminal.type("set marks on\rset title on\rwhoami\r")
    await waitUntil("the answer is marked") {
      terminal.output.contains("\u{1B}]133;A\u{7}")
        && terminal.output.contains("\u{1B}]133;C\u{7}")
        && terminal.output.contains("\u{1B}]133;D;0\u{7}")
        && terminal.output.contains("\u{1B}]2;market: home")
    }
    terminal.type("quit\r")
    #expect(await exit.exitCode == 0)
    let window = TestWindow(world)
    _ = await window.run("set mouse off")
    async let code = window.run("browse")
    await waitUntil("the window is open") { window.terminal.output.contains("Blue bud vase") }
    window.terminal.type("q")
    #expect(await code == .done)
    #expect(!window.terminal.output.contains("\u{1B}[?1006h"))
  }
}
