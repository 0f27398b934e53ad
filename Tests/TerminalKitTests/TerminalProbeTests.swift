import Formatting
import MarketTestSupport
import Testing

@testable import TerminalKit

@Suite(.timeLimit(.minutes(60))) struct TerminalProbeTests {
  /// The bytes, the reported properties, and the typed bytes.
  static let rounds: [(String, TerminalFacts, String)] = [
    (
      "^[]11;rgb:ffff/ffff/ffff^[\\^[[5;18R^[[?62;22c",
      TerminalFacts(background: .white, testStringColumns: 17), ""
    ),
    ("^[[?1;2c", TerminalFacts(), ""),
    ("^[[1;3R^[[?1;2c", TerminalFacts(testStringColumns: 2), ""),
    ("li^[]11;rgb:0/0/0\u{7}st^[[A\r^[[?6c", TerminalFacts(background: .black), "list^[[A\r"),
    // The Escape belongs to the reply, which the next reader discards.
    ("^[^[[?6c", TerminalFacts(), "^[^[[?6c"),
    ("한^[]11;rgb:0/0^[[B^[[?6c", TerminalFacts(), "한^[[B"),
  ]

  @Test(arguments: rounds)
  func `replies are separated from keys`(_ text: String, _ facts: TerminalFacts, _ typed: String) {
    var probe = TerminalProbe(measuring: "x")
    probe.take(bytes(text))
    #expect(probe.isDone)
    #expect(probe.facts == facts)
    #expect(probe.typed == bytes(typed))
  }

  @Test func `replies about pictures are recorded, and keys are not lost`() {
    var probe = TerminalProbe(asking: "?")
    probe.take(bytes("li^[_Gi=31;OK^[\\st^[[6;18;9t^[[?62;4c"))
    #expect(probe.isDone)
    #expect(
      probe.facts
        == TerminalFacts(
          supportsKittyGraphics: true, cell: TerminalPixels(width: 9, height: 18),
          attributes: [62, 4]))
    #expect(probe.typed == bytes("list"))
  }

  @Test func `an incomplete reply counts as typed after a timeout`() {
    var probe = TerminalProbe()
    probe.take(bytes("a^["))
    #expect(!probe.isDone)
    probe.end()
    #expect(probe.typed == bytes("a^["))
  }
}

@Suite(.timeLimit(.minutes(60)))
struct TerminalRepliesTests {
  private let pair: DescriptorPair
  private let terminal: PosixTerminal

  init() throws {
    pair = try DescriptorPair.terminal()
    terminal = PosixTerminal(
      input: pair.programEnd, output: pair.programEnd, error: pair.programEnd)
  }

  @Test func `replies are read, and keys go to the next line`() async throws {
    let before = pair.modes
    pair.type("li")
    let asking = Task {
      await terminal.answers(to: TerminalProbe(), within: .seconds(60)) { .zero }
    }
    await pair.read(until: "the queries are written") {
      $0.hasSuffix("\u{1B}]11;?\u{1B}\\\u{1B}[c")
    }
    pair.type("st\r\u{1B}]11;rgb:ff/ff/")
    pair.type("ff\u{1B}\\\u{1B}[?62c")
    #expect(await asking.value.background == .white)
    #expect(pair.modes == before)
    #expect(try await terminal.readLine(prompt: "> ") == "list")
  }

  @Test func `a terminal without replies times out`() async throws {
    let before = pair.modes
    pair.type("x")
    let facts = await terminal.answers(to: TerminalProbe(), within: .milliseconds(1)) { .zero }
    #expect(facts == TerminalFacts())
    #expect(pair.modes == before)
    #expect(try await terminal.nextEvent(timeout: .zero) == .bytes([0x78]))
  }

  @Test func `a pipe gets no queries`() async {
    let terminal = FakeTerminal(isTTY: false)
    let facts = await terminal.answers(to: TerminalProbe(), within: .seconds(1)) { .zero }
    #expect(facts == TerminalFacts())
    #expect(terminal.output.isEmpty)
  }

  @Test func `a fake terminal pushes keys back to the line`() async throws {
    let terminal = FakeTerminal(input: ["quit"])
    terminal.type("list\r\u{1B}]11;rgb:0/0/0\u{7}\u{1B}[?6c")
    let facts = await terminal.answers(to: TerminalProbe(), within: .seconds(1)) { .zero }
    #expect(facts.background == .black)
    #expect(!terminal.readsKeys)
    #expect(try await terminal.readLine(prompt: "> ") == "list")
    #expect(try await terminal.readLine(prompt: "> ") == "quit")
  }
}

@Suite(.timeLimit(.minutes(60))) struct TypeAheadTests {
  /// The typed bytes, the line, and the remaining bytes.
  @Test(arguments: [
    ("list\rquit\r", "list\n", "quit\r"), ("list", "list", ""), ("a\u{7F}b\r", "b\n", ""),
    ("abc\u{3}d\r", "d\n", ""), ("abc\u{15}d\n", "d\n", ""), ("한\u{7F}\u{8}글\r", "글\n", ""),
    ("a\u{1B}[Ab\r", "ab\n", ""), ("\u{1B}[200~x\ty\u{1B}[201~\r", "x\ty\n", ""), ("\r", "\n", ""),
  ])
  func `typed bytes are edited as in a terminal`(_ raw: String, _ line: String, _ rest: String) {
    var bytes = Array(raw.utf8)
    #expect(TypeAhead.takeLine(of: &bytes) == line)
    #expect(bytes == Array(rest.utf8))
  }
}
