import MarketTestSupport
import TerminalKit
import Testing

@Suite(.timeLimit(.minutes(60))) struct FakeTerminalTests {
  @Test func `lines come from the script, and secrets are not echoed`() async throws {
    let terminal = FakeTerminal(columns: 50, input: ["mug shop", "hush"])
    #expect(try await terminal.readLine(prompt: "shop: ") == "mug shop")
    #expect(try await terminal.readSecret(prompt: "secret: ") == "hush")
    #expect(try await terminal.readLine(prompt: "more: ") == nil)
    #expect(terminal.screen == "shop: mug shop\nsecret: \nmore: ")
    #expect(terminal.prompts == ["shop: ", "secret: ", "more: "])
    #expect(terminal.windowSize == TerminalSize(columns: 50, rows: 24))
  }

  @Test func `a pipe gets neither prompt nor echo`() async throws {
    let terminal = FakeTerminal(isTTY: false, input: ["list"])
    #expect(try await terminal.readLine(prompt: "> ") == "list")
    #expect(terminal.screen.isEmpty)
    #expect(!terminal.canAsk)
  }

  @Test func `a read of an open input waits until it is canceled`() async throws {
    let terminal = FakeTerminal(size: nil, interactive: [], isInputOpen: true)
    let reading = Task { try await terminal.readLine(prompt: "") }
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
  }

  @Test func `writing to a closed output throws`() {
    let terminal = FakeTerminal()
    terminal.close(.output)
    #expect(throws: TerminalError.closed(.output)) { try terminal.write("x", to: .output) }
  }
}

@Suite(.timeLimit(.minutes(60))) struct GoldenTests {
  @Test func `a diff marks removed and inserted lines`() {
    #expect(Golden.diff(from: "a\nb\nc\nd", to: "a\nx\nc\nd\ne") == "  a\n- b\n+ x\n  c\n  d\n+ e")
    #expect(Golden.diff(from: "", to: "") == "  ")
    #expect(Golden.diff(from: "a\nb", to: "b") == "- a\n  b")
  }
}
