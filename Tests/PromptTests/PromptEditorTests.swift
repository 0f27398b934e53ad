import Foundation
import LineEditor
import MarketRender
import MarketTestSupport
import Messages
import TerminalKit
import Testing

@testable import Prompt

@Suite(.timeLimit(.minutes(60))) struct PromptEditorTests {
  /// Types keys at a prompt and returns the result of each line.
  private func read(
    _ keys: String..., on host: PromptHostSample, lines: Int = 1, notice: Message? = nil
  ) async throws -> [PromptEditor.Answer] {
    let terminal = try #require(host.terminal as? FakeTerminal)
    for key in keys { terminal.type(key) }
    let editor = PromptEditor(host, notice: Notice { notice })
    var answers: [PromptEditor.Answer] = []
    for _ in 0..<lines { answers.append(try await editor.read("market> ")) }
    return answers
  }

  @Test func `Enter returns the line, and keys typed ahead begin the next one`() async throws {
    let host = try PromptHostSample(FakeTerminal())
    let answers = try await read("list\rshow", " 12\r", on: host, lines: 2)
    #expect(answers == [.line("list"), .line("show 12")])
  }

  @Test func `Ctrl-D on an empty line and the end of the input end the prompt`() async throws {
    #expect(try await read("\u{4}", on: PromptHostSample(FakeTerminal())) == [.end])
    #expect(try await read("li", on: PromptHostSample(FakeTerminal())) == [.end])
  }

  @Test func `Ctrl-C leaves a paste whose end is lost`() async throws {
    let host = try PromptHostSample(FakeTerminal())
    #expect(try await read("a\u{1B}[200~b\rc", "\u{3}", "list\r", on: host) == [.line("list")])
  }

  @Test func `the terminal is in key mode only while a line is read`() async throws {
    let terminal = FakeTerminal()
    _ = try await read("list\r", on: PromptHostSample(terminal))
    #expect(!terminal.readsKeys)
  }

  @Test func `a notice appears once`() async throws {
    let terminal = FakeTerminal(input: ["list"])
    let host = try PromptHostSample(terminal)
    #expect(try await read(on: host, notice: "2 listings are sold out") == [.line("list")])
    #expect(terminal.output.components(separatedBy: "2 listings are sold out").count == 2)
  }

  @Test func `what was read for the notice is completed in the first line`() async throws {
    let host = try PromptHostSample(FakeTerminal.open(columns: 80, rows: 24))
    let terminal = try #require(host.terminal as? FakeTerminal)
    let editor = PromptEditor(host, notice: Notice { nil })
    async let answer = editor.read("market> ")
    await waitUntil("the assistant is renewed") { host.state.assistants >= 2 }
    terminal.type("list\r")
    #expect(try await answer == .line("list"))
    #expect(host.state.assistants == 2)
  }

  @Test func `the background is queried once, and a new theme renews the assistant`() async throws {
    let terminal = FakeTerminal()
    let host = try PromptHostSample(terminal)
    let reply = "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\"
    _ = try await read(reply, reply + "list\r", "list\r", on: host, lines: 2)
    #expect(terminal.output.components(separatedBy: "<query>").count == 2)
    #expect(host.theme == .light)
    // The notice may end before the last line or after it.
    #expect([3, 4].contains(host.state.assistants))
  }

  @Test func `Tab inserts what the last error suggested`() async throws {
    let host = try PromptHostSample(FakeTerminal()) { $0.proposal = "list --mine" }
    #expect(try await read("\t\r", on: host) == [.line("list --mine")])
  }

  private static let edits: [(ExternalEdit, PromptEditor.Answer, String?)] = [
    (.edited("show 12\n"), .line("show 12"), nil),
    (.failed, .line("list"), "The editor failed; the line is unchanged."),
    (.notStarted(command: "vim"), .line("list"), "cannot start vim: set VISUAL or EDITOR"),
  ]

  @Test(arguments: edits)
  func `another program edits the line`(
    edit: ExternalEdit, answer: PromptEditor.Answer, message: String?
  ) async throws {
    let terminal = FakeTerminal()
    let host = try PromptHostSample(terminal) { $0.edit = edit }
    #expect(try await read("list\u{18}\u{5}\r", on: host) == [answer])
    #expect(host.state.edited == ["list"])
    if let message { #expect(terminal.output.contains(message)) }
  }
}
