import CommandLanguage
import MarketTestSupport
import OpenMarketClient
import TerminalKit
import TerminalPictures
import Testing

@testable import MarketCommands
@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(10))) struct BrowseCommandTests {
  /// A prompt at which `browse` runs while the test types.
  private struct Window {
    let terminal = FakeTerminal(
      size: TerminalSize(columns: 100, rows: 24), interactive: Set(TerminalStream.allCases),
      isInputOpen: true)
    let shell: TestShell
    private let world: TestWorld

    init(_ world: TestWorld) {
      self.world = world
      let variables = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
      shell = TestShell(
        environment: world.environment(terminal, variables: variables), mode: .prompt)
      shell.session.settings.pictureAnswers = PictureAnswers()
    }

    /// What the alternate screen shows.
    var rows: [String] {
      let output = terminal.output
      guard let start = output.ranges(of: "\u{1B}[?1006h").last else { return [] }
      var screen = ScreenModel(columns: 100, rows: 24)
      let end = output.ranges(of: "\u{1B}[?1006l").last?.lowerBound ?? output.endIndex
      guard start.upperBound < end else { return [] }
      screen.write(String(output[start.upperBound..<end]))
      return screen.rows
    }

    func wait(for text: String) async {
      while !Task.isCancelled, !rows.contains(where: { $0.contains(text) }) { await Task.yield() }
    }

    func run(_ line: String, _ typing: @Sendable (Window) async -> Void) async -> ExitCode {
      async let code = run(line)
      await typing(self)
      return await code
    }

    private func run(_ line: String) async -> ExitCode {
      let interpreter = shell.interpreter
      var code = ExitCode.done
      for tokens in Tokenizer(line) { code = await interpreter.run(tokens) }
      return code
    }
  }

  @Test func `the window closes on q, and the last listing stays on the screen`() async throws {
    let window = Window(try TestWorld(samples: true))
    let code = await window.run("browse") { window in
      await window.wait(for: "Blue bud vase")
      window.terminal.type("jj\r")
      await window.wait(for: "photo 1 of 2")
      window.terminal.type("qq")
    }
    #expect(code == .done)
    #expect(!window.terminal.readsKeys)
    let rest = window.terminal.output.split(separator: "\u{1B}[?1049l").last.map(String.init) ?? ""
    #expect(rest.contains("Blue bud vase"))
  }

  @Test func `a removal is asked for and undone in the window`() async throws {
    let world = try TestWorld(samples: true)
    let id = try await world.add("Oak mug", price: "1000")
    let window = Window(world)
    let code = await window.run("browse --mine") { window in
      await window.wait(for: "Oak mug")
      window.terminal.type("xy")
      await window.wait(for: "Removed listing \(id).")
      await window.wait(for: "You sell nothing here yet.")
      window.terminal.type("uy")
      await window.wait(for: "Undone: remove \(id)")
      await window.wait(for: "Oak mug")
      window.terminal.type("q")
    }
    #expect(code == .done)
    #expect(await world.run("mine", "--format", "tsv").output.contains("Oak mug"))
  }

  @Test func `a lost market is named, and the rows stay`() async throws {
    let world = try TestWorld(samples: true)
    let window = Window(world)
    let code = await window.run("browse") { window in
      await window.wait(for: "Blue bud vase")
      world.spy.intercept { _ throws(TransportError) in
        throw TransportError(.refused, wasSent: false)
      }
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

  @Test func `e leaves the command in the prompt`() async throws {
    let window = Window(try TestWorld(samples: true))
    _ = await window.run("browse") { window in
      await window.wait(for: "Blue bud vase")
      window.terminal.type("je")
    }
    #expect(try await window.terminal.nextEvent(timeout: nil) == .bytes(Array("edit 121 ".utf8)))
  }

  @Test func `without a full terminal browse is list`() async throws {
    let world = try TestWorld(samples: true)
    let piped = await world.run("browse", "--search", "mug")
    let listed = await world.run("list", "--search", "mug")
    #expect(piped.output == listed.output && piped.exitCode == 0)
  }
}
