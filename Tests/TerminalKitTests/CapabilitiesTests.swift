import Testing

@testable import TerminalKit

@Suite(.timeLimit(.minutes(60))) struct CapabilitiesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let environment: [String: String]
    var isTerminal = true
    var choice = ColorChoice.auto
    let color: ColorLevel
    let escapes: Bool
    var testDescription: String { "\(environment) terminal: \(isTerminal) \(choice)" }
  }

  static let cases: [Case] = [
    Case(environment: ["TERM": "xterm"], color: .ansi16, escapes: true),
    Case(environment: ["TERM": "xterm-256color"], color: .ansi256, escapes: true),
    Case(
      environment: ["TERM": "xterm", "COLORTERM": "truecolor"], color: .trueColor, escapes: true),
    Case(environment: ["TERM": "xterm-kitty"], color: .trueColor, escapes: true),
    Case(environment: ["TERM": "xterm"], isTerminal: false, color: .none, escapes: false),
    Case(environment: [:], color: .none, escapes: false),
    Case(environment: ["TERM": ""], color: .none, escapes: false),
    Case(environment: ["TERM": "dumb"], color: .none, escapes: false),
    Case(environment: ["TERM": "dumb"], choice: .always, color: .none, escapes: false),
    Case(environment: ["TERM": "xterm", "NO_COLOR": "1"], color: .none, escapes: true),
    Case(environment: ["TERM": "xterm", "NO_COLOR": ""], color: .ansi16, escapes: true),
    Case(
      environment: ["TERM": "xterm", "NO_COLOR": "1"], choice: .always, color: .ansi16,
      escapes: true),
    Case(
      environment: ["TERM": "xterm", "NO_COLOR": "1", "CLICOLOR_FORCE": "1"], color: .none,
      escapes: true),
    Case(environment: ["CLICOLOR_FORCE": "1"], isTerminal: false, color: .ansi16, escapes: true),
    Case(environment: ["CLICOLOR_FORCE": "0"], isTerminal: false, color: .none, escapes: false),
    Case(
      environment: ["TERM": "xterm", "CLICOLOR": "0", "CLICOLOR_FORCE": "1"], color: .ansi16,
      escapes: true),
    Case(environment: ["TERM": "xterm", "CLICOLOR": "0"], color: .none, escapes: true),
    Case(environment: ["TERM": "xterm"], choice: .never, color: .none, escapes: true),
    Case(
      environment: ["TERM": "xterm"], isTerminal: false, choice: .always, color: .ansi16,
      escapes: true),
  ]

  @Test(arguments: cases)
  func `the first rule that applies decides about color`(_ example: Case) {
    let capabilities = Capabilities(
      environment: example.environment, isTerminal: example.isTerminal, window: nil,
      color: example.choice)
    #expect(capabilities.color == example.color)
    #expect(capabilities.escapes == example.escapes)
  }

  @Test(
    arguments: [
      (["COLUMNS": "100"], TerminalSize(columns: 60, rows: 20), 100),
      ([:], TerminalSize(columns: 60, rows: 20), 60), ([:], nil, 80),
      (["COLUMNS": "wide"], nil, 80), (["COLUMNS": "0"], TerminalSize(columns: 0, rows: 0), 80),
      (["COLUMNS": "-5"], TerminalSize(columns: 50, rows: 9), 50),
      (["COLUMNS": "99999999999999999999"], nil, 80),
    ] as [([String: String], TerminalSize?, Int)])
  func `the width is COLUMNS, else the window width, else 80`(
    environment: [String: String], window: TerminalSize?, columns: Int
  ) {
    let capabilities = Capabilities(
      environment: environment, isTerminal: window != nil, window: window)
    #expect(capabilities.size.columns == columns)
  }

  @Test(
    arguments: [
      (["TERM": "xterm-256color", "VTE_VERSION": "7200"], true),
      (["TERM": "xterm-256color", "VTE_VERSION": "4800"], false),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"], true),
      (["TERM": "tmux-256color", "TERM_PROGRAM": "WezTerm"], false),
      (["TERM": "xterm-256color"], false), (["TERM": "dumb", "WT_SESSION": "x"], false),
    ] as [([String: String], Bool)])
  func `hyperlinks are on for terminals known to support them`(
    environment: [String: String], links: Bool
  ) {
    let capabilities = Capabilities(environment: environment, isTerminal: true, window: nil)
    #expect(capabilities.hyperlinks == links)
  }
}
