import Foundation
import Synchronization
import Testing

@testable import TerminalKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite(.timeLimit(.minutes(60))) struct PosixTerminalTests {
  @Test func `lines are read from a pipe until its end`() async throws {
    let pair = try DescriptorPair.pipe()
    let terminal = PosixTerminal(input: pair.programEnd, output: -1, error: -1)
    pair.type([0x61, 0xFF, 0x0A])
    pair.type("두 번째\nrest")
    #expect(try await terminal.readLine(prompt: "> ") == "a\u{FFFD}")
    #expect(try await terminal.readLine(prompt: "> ") == "두 번째")
    #expect(!terminal.isInteractive(.input))
    #expect(terminal.windowSize == nil)
  }

  @Test func `the rest of a closed input is its last line`() async throws {
    var pair: [Int32] = [-1, -1]
    try #require(pipe(&pair) == 0)
    _ = write(pair[1], "rest", 4)
    _ = close(pair[1])
    let terminal = PosixTerminal(input: pair[0], output: -1, error: -1)
    #expect(try await terminal.readLine(prompt: "") == "rest")
    #expect(try await terminal.readLine(prompt: "") == nil)
    _ = close(pair[0])
  }

  @Test func `a canceled read ends at once and loses no bytes`() async throws {
    let pair = try DescriptorPair.pipe()
    let terminal = PosixTerminal(input: pair.programEnd, output: -1, error: -1)
    pair.type("half")
    let reading = Task { try await terminal.readLine(prompt: "") }
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
    pair.type(" and half\n")
    #expect(try await terminal.readLine(prompt: "") == "half and half")
  }

  @Test func `writing to a closed pipe throws`() throws {
    var pair: [Int32] = [-1, -1]
    try #require(pipe(&pair) == 0)
    _ = close(pair[0])
    let terminal = PosixTerminal(input: -1, output: pair[1], error: -1)
    #expect(throws: TerminalError.closed(.output)) { try terminal.write("x", to: .output) }
    #expect(throws: TerminalError.unwritten(.error, code: EBADF)) {
      try terminal.write("x", to: .error)
    }
    _ = close(pair[1])
  }

  @Test
  func `a text larger than the pipe arrives whole, even without blocking`() async throws {
    let pair = try DescriptorPair.pipe()
    _ = fcntl(pair.userEnd, F_SETFL, O_NONBLOCK)
    let terminal = PosixTerminal(input: pair.programEnd, output: pair.userEnd, error: -1)
    let line = String(repeating: "가", count: 100_000)
    Thread.detachNewThread { try? terminal.write(line + "\n", to: .output) }
    #expect(try await terminal.readLine(prompt: "") == line)
  }

  @Test func `a secret is read without echo, and the echo is restored`() async throws {
    let pair = try DescriptorPair.terminal()
    let terminal = PosixTerminal(
      input: pair.programEnd, output: pair.programEnd, error: pair.programEnd)
    #expect(terminal.canAsk)
    #expect(terminal.windowSize == TerminalSize(columns: 100, rows: 30))
    let reading = Task { try await terminal.readSecret(prompt: "secret: ") }
    await pair.read(until: "the secret is asked for") { $0 == "secret: " }
    #expect(!pair.echoes)
    pair.type("hush\n")
    #expect(try await reading.value == "hush")
    #expect(pair.echoes)
    let rest = await pair.read(until: "the line ends") { $0.contains("\n") }
    #expect(!rest.contains("hush"))
  }

  @Test func `after a stop a question is asked again, and a secret is still not shown`()
    async throws
  {
    let pair = try DescriptorPair.terminal()
    let terminal = PosixTerminal(
      input: pair.programEnd, output: pair.programEnd, error: pair.programEnd)
    var shell = termios()
    try #require(tcgetattr(pair.programEnd, &shell) == 0)
    let before = pair.modes
    let reading = Task { try await terminal.readSecret(prompt: "secret: ") }
    await pair.read(until: "the secret is asked for") { $0 == "secret: " }
    // As a shell and SIGCONT would do, but for this terminal only.
    pair.set(shell)
    #expect(pair.echoes)
    terminal.continued()
    await pair.read(until: "the secret is asked for again") { $0 == "secret: " }
    #expect(!pair.echoes)
    pair.type("hush\n")
    #expect(try await reading.value == "hush")
    #expect(pair.modes == before)
  }

  @Test func `the end of the input at a question ends its line`() async throws {
    let pair = try DescriptorPair.terminal()
    let terminal = PosixTerminal(
      input: pair.programEnd, output: pair.programEnd, error: pair.programEnd)
    let reading = Task { try await terminal.readAnswer(prompt: "sure? ") }
    await pair.read(until: "the question is asked") { $0 == "sure? " }
    pair.type("\u{4}")
    #expect(try await reading.value == nil)
    await pair.read(until: "the line ends") { $0.contains("\n") }
  }

  @Test(arguments: ["\u{1B}", "\u{1B}[A", "\u{1B}[3~", "\u{1B}OH", "\u{1B}[15~"])
  func `a key that begins with Esc declines a question and leaves nothing behind`(key: String)
    async throws
  {
    let pair = try DescriptorPair.terminal()
    let terminal = PosixTerminal(
      input: pair.programEnd, output: pair.programEnd, error: pair.programEnd)
    let reading = Task { try await terminal.readAnswer(prompt: "sure? ") }
    await pair.read(until: "the question is asked") { $0 == "sure? " }
    pair.type(key)
    #expect(try await reading.value == nil)
    let next = Task { try await terminal.readLine(prompt: "> ") }
    await pair.read(until: "the prompt is shown") { $0.hasSuffix("> ") }
    pair.type("list\n")
    #expect(try await next.value == "list")
  }

  @Test func `canceling a secret restores the echo`() async throws {
    let pair = try DescriptorPair.terminal()
    let terminal = PosixTerminal(
      input: pair.programEnd, output: pair.programEnd, error: pair.programEnd)
    let reading = Task { try await terminal.readSecret(prompt: "secret: ") }
    await pair.read(until: "the secret is asked for") { $0 == "secret: " }
    #expect(!pair.echoes)
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
    #expect(pair.echoes)
  }
}
