import Foundation
import MarketTestSupport
import Testing

@testable import TerminalKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite(.timeLimit(.minutes(60)))
struct PosixKeysTests {
  private let pair: DescriptorPair
  private let terminal: PosixTerminal

  init() throws {
    pair = try DescriptorPair.terminal()
    terminal = PosixTerminal(
      input: pair.programEnd, output: pair.programEnd, error: pair.programEnd)
  }

  private func next(_ timeout: Duration = .seconds(60)) async throws -> TerminalEvent {
    try await terminal.nextEvent(timeout: timeout)
  }

  /// Reads at the user's end until as many bytes as in `text` have arrived.
  private func expectOutput(_ text: String, _ location: SourceLocation = #_sourceLocation)
    async throws
  {
    let output = await pair.read(until: "\(text.debugDescription) is written") {
      $0.utf8.count >= text.utf8.count
    }
    #expect(output == text, sourceLocation: location)
  }

  private func begin() async throws {
    try terminal.beginKeys()
    try await expectOutput("\u{1B}[?2004h")
  }

  @Test func `keys arrive at once, unchanged and without echo`() async throws {
    try await begin()
    for typed in ["a", "\u{3}", "\u{1A}", "\r", "\u{16}", "\u{11}", "\u{1B}[A", "한"] {
      pair.type(typed)
      #expect(try await next() == .bytes(Array(typed.utf8)))
    }
    try terminal.write("x\n", to: .output)
    try await expectOutput("x\r\n")
  }

  /// The ways to restore the terminal.
  enum Restoration: CaseIterable {
    case endKeys, restore, twice, afterCancellation, afterResize
  }

  @Test(arguments: Restoration.allCases)
  func `the terminal modes are restored`(_ restoration: Restoration) async throws {
    let before = pair.modes
    try await begin()
    #expect(pair.modes != before)
    switch restoration {
    case .endKeys: terminal.endKeys()
    case .restore: terminal.restore()
    case .twice:
      try terminal.beginKeys()
      terminal.endKeys()
      terminal.endKeys()
      terminal.restore()
    case .afterCancellation:
      let reading = Task { try await next() }
      reading.cancel()
      await #expect(throws: CancellationError.self) { try await reading.value }
      terminal.endKeys()
    case .afterResize:
      pair.resize(columns: 20, rows: 5)
      terminal.endKeys()
    }
    #expect(!before.isEmpty && pair.modes == before)
    try await expectOutput("\u{1B}[?2004l")
  }

  @Test func `the cursor shape is reset only if it was changed`() async throws {
    try await begin()
    try terminal.write("\u{1B}[6 q", to: .output)
    try await expectOutput("\u{1B}[6 q")
    terminal.endKeys()
    try await expectOutput("\u{1B}[?2004l\u{1B}[0 q")
    try await begin()
    try terminal.write("\u{1B}[6 q\u{1B}[0 q", to: .output)
    try await expectOutput("\u{1B}[6 q\u{1B}[0 q")
    terminal.restore()
    try await expectOutput("\u{1B}[?2004l")
  }

  @Test func `bytes are read only while a read is pending`() async throws {
    pair.type("li")
    await pair.read(until: "the bytes are echoed") { !$0.isEmpty }
    try await begin()
    #expect(try await next() == .bytes(Array("li".utf8)))
    pair.type("st")
    #expect(try await next() == .bytes(Array("st".utf8)))
    pair.type("page")
    #expect(try await next(.zero) == .bytes(Array("page".utf8)))
    pair.type("whoami\n")
    // No read is pending: a pager or an editor would read these bytes.
    await waitUntil("the bytes have arrived") { pair.waiting == 7 }
    for _ in 0..<100 { await Task.yield() }
    #expect(pair.waiting == 7)
    terminal.endKeys()
    #expect(try await terminal.readLine(prompt: "") == "whoami")
  }

  @Test func `a canceled wait loses no bytes`() async throws {
    try await begin()
    for round in 0..<50 {
      let reading = Task { try await next() }
      if round % 2 == 0 { await Task.yield() }
      reading.cancel()
      await #expect(throws: CancellationError.self) { try await reading.value }
    }
    pair.type("x")
    #expect(try await next() == .bytes([0x78]))
    await #expect(throws: CancellationError.self) {
      try await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await next()
      }.value
    }
  }

  @Test func `a wait ends at its timeout`() async throws {
    try await begin()
    #expect(try await next(.zero) == .timedOut)
    #expect(try await next(.milliseconds(3)) == .timedOut)
    pair.type("x")
    #expect(try await next(.seconds(50)) == .bytes([0x78]))
  }

  @Test func `a new window size wakes a wait, and SIGWINCH without a change does not`() async throws
  {
    try await begin()
    kill(getpid(), SIGWINCH)
    let waiting = Task { try await next() }
    pair.resize(columns: 60, rows: 20)
    kill(getpid(), SIGWINCH)
    #expect(try await waiting.value == .resized)
    #expect(terminal.windowSize == TerminalSize(columns: 60, rows: 20))
    #expect(try await next(.zero) == .timedOut)
  }

  @Test func `a continued process returns to raw mode`() async throws {
    var shell = termios()
    try #require(tcgetattr(pair.programEnd, &shell) == 0)
    let before = pair.modes
    try await begin()
    let modes = pair.modes
    pair.set(shell)
    // As SIGCONT would do, but for this terminal only.
    terminal.continued()
    #expect(try await next() == .resumed)
    #expect(pair.modes == modes)
    try await expectOutput("\u{1B}[?2004h")
    terminal.endKeys()
    #expect(pair.modes == before)
  }

  @Test func `closing the window ends the input`() async throws {
    var (userEnd, programEnd): (Int32, Int32) = (-1, -1)
    try #require(openpty(&userEnd, &programEnd, nil, nil, nil) == 0)
    let terminal = PosixTerminal(input: programEnd, output: programEnd, error: programEnd)
    try terminal.beginKeys()
    _ = write(userEnd, "x", 1)
    #expect(try await terminal.nextEvent(timeout: .seconds(60)) == .bytes([0x78]))
    let waiting = Task { try await terminal.nextEvent(timeout: .seconds(60)) }
    _ = close(userEnd)
    #expect(try await waiting.value == .end)
    terminal.endKeys()
    _ = close(programEnd)
  }

  @Test func `pushed-back bytes are read first, as keys or as a line`() async throws {
    try await begin()
    terminal.putBack(Array("st".utf8))
    terminal.putBack(Array("li".utf8))
    #expect(try await next() == .bytes(Array("list".utf8)))
    terminal.putBack(Array("lisx\u{7F}t\rwho".utf8))
    terminal.endKeys()
    #expect(try await terminal.readLine(prompt: "> ") == "list")
    await pair.read(until: "the line is shown") { $0.contains("> list") }
    pair.type("ami\n")
    #expect(try await terminal.readLine(prompt: "> ") == "whoami")
    terminal.putBack(Array("early\r".utf8))
    pair.type("x\n")
    #expect(try await terminal.readLine(prompt: "> ") == "early")
  }

  @Test func `what was typed ahead of another program is for the next line`() async throws {
    pair.type("whoa")
    await pair.read(until: "the keys are echoed") { $0.contains("whoa") }
    await terminal.withholdTypedKeys()
    let other = PosixTerminal(
      input: pair.programEnd, output: pair.programEnd, error: pair.programEnd)
    try other.beginKeys()
    #expect(try await other.nextEvent(timeout: .zero) == .timedOut)
    other.endKeys()
    terminal.putBack(Array("i".utf8))
    pair.type("mi\n")
    #expect(try await terminal.readLine(prompt: "> ") == "iwhoami")
  }

  @Test func `a pipe has no raw mode`() throws {
    let pipe = try DescriptorPair.pipe()
    let terminal = PosixTerminal(input: pipe.programEnd, output: pipe.userEnd, error: -1)
    #expect(throws: TerminalError.self) { try terminal.beginKeys() }
    terminal.endKeys()
    terminal.restore()
  }
}
