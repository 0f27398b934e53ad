import CommandLanguage
import Foundation
import MarketTestSupport
import OpenMarketClient
import ScreenPictures
import SellerFiles
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

// Several windows that wait at the same time would slow each other down.
@Suite(.serialized, .timeLimit(.minutes(60))) struct BrowseCommandTests {
  @Test func `the window closes on q and prints nothing`() async throws {
    let window = TestWindow(try TestWorld(samples: true))
    let code = await window.run("browse") { window in
      await window.wait(for: "Blue bud vase")
      window.terminal.type("jj\r")
      await window.wait(for: "photo 1 of 2")
      window.terminal.type("qq")
    }
    #expect(code == .done)
    #expect(!window.terminal.readsKeys)
    let rest = window.terminal.output.components(separatedBy: "\u{1B}[?1049l").last ?? ""
    #expect(!rest.contains("Blue bud vase"), "\(rest)")
  }

  @Test func `a removal is asked for and undone in the window`() async throws {
    let world = try TestWorld(samples: true)
    let id = try await world.add("Oak mug", price: "1000")
    let window = TestWindow(world)
    let code = await window.run("browse --mine") { window in
      await window.wait(for: "Oak mug")
      window.terminal.type("xy")
      await window.wait(for: "Removed listing \(id).")
      await window.wait(for: "You sell nothing here yet.")
      window.terminal.type("u")
      await window.wait(for: "Undo remove \(id) (")
      window.terminal.type("y")
      await window.wait(for: "Undone: remove \(id)")
      await window.wait(for: "Oak mug")
      window.terminal.type("q")
    }
    #expect(code == .done)
    #expect(await world.run("mine", "--format", "tsv").output.contains("Oak mug"))
  }

  @Test func `a lost market is named, and the rows stay`() async throws {
    let world = try TestWorld(samples: true)
    let window = TestWindow(world)
    let code = await window.run("browse") { window in
      await window.wait(for: "Blue bud vase")
      world.spy.fail()
      window.terminal.type("r")
      await window.wait(for: "refused the connection")
      await window.wait(for: "Blue bud vase")
      await window.wait(for: "tries again")
      world.spy.intercept(nil)
      window.terminal.type("jr")
      await window.wait(for: "▸ 121")
      window.terminal.type("q")
    }
    #expect(code == .done)
  }

  @Test func `r reads a market again that cannot filter`() async throws {
    let world = try TestWorld(extensions: false)
    _ = try await world.addToOtherShop("Pine bowl")
    let window = TestWindow(world)
    let code = await window.run("browse --min-price 1") { window in
      await window.wait(for: "Pine bowl")
      _ = try? await world.addToOtherShop("Elm bowl")
      window.terminal.type("r")
      await window.wait(for: "Elm bowl")
      window.terminal.type("q")
    }
    #expect(code == .done)
  }

  @Test func `a change of several listings is undone at the prompt`() async throws {
    let world = try TestWorld()
    let ids = [try await world.add("Oak mug"), try await world.add("Oak cup")]
    let window = TestWindow(world)
    _ = await window.shell.type("edit \(ids[0]) \(ids[1]) --stock 7 --yes")
    _ = await window.run("browse --mine") { window in
      await window.wait(for: "Oak mug")
      window.terminal.type("u")
    }
    #expect(
      try await window.terminal.nextEvent(timeout: .seconds(60)) == .bytes(Array("undo".utf8)))
  }

  @Test func `a change of another session is undone at the prompt`() async throws {
    let world = try TestWorld()
    try await world.add("Oak mug")
    let window = TestWindow(world)
    _ = await window.run("browse --mine") { window in
      await window.wait(for: "Oak mug")
      window.terminal.type("u")
    }
    #expect(
      try await window.terminal.nextEvent(timeout: .seconds(60)) == .bytes(Array("undo".utf8)))
  }

  @Test func `a search whose result is kept is a recent one`() async throws {
    let world = try TestWorld(samples: true)
    let window = TestWindow(world)
    _ = await window.run("browse") { window in
      await window.wait(for: "Blue bud vase")
      window.terminal.type("/vase\rq")
    }
    #expect(await world.run("recent", "--fields", "words").output == "vase\n")
  }

  @Test func `from the system shell a command of the window is named`() async throws {
    let world = try TestWorld(samples: true)
    let ids = [try await world.add("Oak mug"), try await world.add("Oak cup")]
    world.wait(minutes: 45)
    let terminal = FakeTerminal.open()
    let variables = ["TERM": "xterm-256color"]
    async let result = world.run(["browse"], on: terminal, variables: variables)
    await waitUntil("the listings are shown") { terminal.output.contains("Oak cup") }
    terminal.type("  e")
    #expect(await result.exitCode == 0)
    #expect(terminal.output.contains("This is typed at a prompt or in the shell."))
    #expect(terminal.output.contains("market edit \(ids[1]) \(ids[0])"))
    #expect(await world.run("today", "--json").output.contains("\"last_visit\": null"))
    world.wait(minutes: 45)
    let today = await world.run("today", "--json")
    #expect(today.output.contains("\"last_visit\": \"2026-"), "the window was a visit")
  }

  @Test func `after a command at the prompt browse comes back to its place`() async throws {
    let window = TestWindow(try TestWorld(samples: true))
    _ = await window.run("browse") { window in
      await window.wait(for: "Blue bud vase")
      window.terminal.type("j:")
    }
    #expect(
      try await window.terminal.nextEvent(timeout: .seconds(60))
        == .bytes(Array(" 121\u{1B}[H".utf8)))
    #expect(window.terminal.error.contains("browse comes back to this place."))
    for (number, row) in [(2, "▸ 121"), (3, "▸ 122")] {
      _ = await window.run("browse") { window in
        // The window before showed this row, too.
        await waitUntil("the window opens again") { window.count >= number }
        await window.wait(for: row)
        window.terminal.type("q")
      }
    }
  }

  @Test func `a note is written in the window`() async throws {
    let world = try TestWorld(samples: true)
    let window = TestWindow(world)
    _ = await window.run("browse") { window in
      await window.wait(for: "Blue bud vase")
      window.terminal.type("jnask for --blue\r")
      await window.wait(for: "Saved the note on listing 121.")
      window.terminal.type("q")
    }
    #expect(await world.run("note", "121", "--fields", "text").output == "ask for --blue\n")
  }

  @Test func `forms open in the window, which comes back to the same row`() async throws {
    let world = try TestWorld(samples: true)
    let id = try await world.add("Oak mug")
    let window = TestWindow(world)
    let code = await window.run("browse --mine") { window in
      await window.wait(for: "Oak mug")
      window.terminal.type("e")
      await window.wait(for: "▸ name")
      window.terminal.type(" & saucer\u{13}")
      await window.wait(for: "Change \(id) Oak mug at home")
      await window.enter(for: "Changed \(id) Oak mug & saucer.")
      window.terminal.type("a")
      await window.wait(for: "▸ name")
      window.terminal.type("Elm cup\u{1B}")
      await window.wait(for: "Kept as a draft.")
      window.terminal.type("4")
      await window.wait(for: "▸ Elm cup")
      window.terminal.type("\r")
      await window.wait(for: "▸ price")
      window.terminal.type("9000\r\rTurned from elm.\ra.jpg\r")
      await window.wait(for: "1 a.jpg  24×16")
      window.terminal.type("\u{13}")
      await window.wait(for: "Add Elm cup at home")
      await window.enter(for: "Elm cup. u removes it again.")
      await window.wait(for: "No drafts.")
      window.terminal.type("2")
      await window.wait(for: "▸ \(id)")
      window.terminal.type("q")
    }
    #expect(code == .done, "\(window.terminal.error)")
    #expect(await world.run("mine").output.contains("Elm cup"))
    let ran = window.shell.session.core.memory.performed.ran
    #expect(
      ran.hasPrefix("edit \(id) --name \"Oak mug & saucer\"\nadd --name \"Elm cup\""), "\(ran)")
  }

  @Test func `traces and reports appear when the window is closed`() async throws {
    let window = TestWindow(try TestWorld(samples: true))
    let code = await window.run("browse --trace") { window in
      await window.wait(for: "Blue bud vase")
      window.terminal.type("*")
      await window.wait(for: "Starred 1 listing.")
      #expect(window.terminal.error == "")
      window.terminal.type("q")
    }
    #expect(code == .done)
    #expect(window.terminal.error.contains("curl"))
    let rest = window.terminal.screen.split(separator: "\u{1B}[?1049l").last ?? ""
    #expect(rest.contains("curl"))
  }

  @Test func `the calendar picks a day, whose listings Enter lists`() async throws {
    let world = try TestWorld(samples: true)
    try await world.add("Oak mug")
    let window = TestWindow(world)
    let code = await window.run("calendar --mine") { window in
      await window.wait(for: "Sun 2026-11-22, today: 1 listing")
      window.terminal.type("\u{1B}[D")
      await window.wait(for: "Sat 2026-11-21: no listings")
      window.terminal.type("\u{1B}[6~")
      await window.wait(for: "Mon 2026-12-21: no listings")
      window.terminal.type("t\r")
    }
    #expect(code == .done && !window.terminal.readsKeys)
    let rest = window.terminal.output.split(separator: "\u{1B}[?1049l").last ?? ""
    #expect(rest.contains("Oak mug") && rest.contains("mine"), "\(rest)")
    let left = await window.run("calendar") { window in
      await window.wait(for: "today")
      window.terminal.type("q")
    }
    #expect(left == .done)
    #expect(window.terminal.output.hasSuffix("\u{1B}[?1049l"))
  }

  @Test(arguments: ["calendar --json", "calendar 2026-10 --format tsv"])
  func `for programs the calendar takes no window`(_ line: String) async throws {
    let window = TestWindow(try TestWorld(samples: true))
    #expect(await window.run(line) { _ in } == .done)
    #expect(!window.terminal.output.contains("1049h"))
  }

  @Test(arguments: [["TERM": "dumb"], ["TERM": "xterm", "SPOKEN": "on"]])
  func `without escape sequences and for screen readers there is no window`(
    _ variables: [String: String]
  ) async throws {
    let world = try TestWorld(samples: true)
    if variables["SPOKEN"] != nil { _ = await world.run("set", "spoken", "on") }
    for (command, same) in [("browse", "list"), ("calendar", nil)] {
      let shown = await world.run([command], on: FakeTerminal(), variables: variables)
      #expect(shown.exitCode == 0 && !shown.output.contains("\u{1B}[?1049h"), "\(shown.error)")
      guard let same else { continue }
      let listed = await world.run([same], on: FakeTerminal(), variables: variables)
      #expect(shown.output == listed.output)
    }
  }

  @Test func `without a full terminal browse is list`() async throws {
    let world = try TestWorld(samples: true)
    let piped = await world.run("browse", "--search", "mug")
    let listed = await world.run("list", "--search", "mug")
    #expect(piped.output == listed.output && piped.exitCode == 0)
  }
}

extension TestWindow {
  /// Answers a question with Enter, and again if it was too early to be an answer, until a row
  /// contains the text.
  func enter(for text: String) async {
    for _ in 0..<10 {
      terminal.type("\r")
      if await shows(text, within: .seconds(5)) { return }
    }
    await wait(for: text)
  }

  private func shows(_ text: String, within limit: Duration) async -> Bool {
    let start = ContinuousClock.now
    while !Task.isCancelled, start.duration(to: .now) < limit {
      if rows.contains(where: { $0.contains(text) }) { return true }
      await pause()
    }
    return false
  }
}
