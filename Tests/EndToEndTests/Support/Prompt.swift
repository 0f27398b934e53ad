import TerminalKit
import Testing

/// Starts the prompt of the built program in a pseudo-terminal and waits until it accepts keys.
enum Prompt {
  static let variables = ["TERM": "xterm-256color"]

  static func run(
    columns: Int = 80, rows: Int = 24, _ more: [String: String] = [:],
    _ body: (PseudoTerminal, Sandbox) async throws -> Void
  ) async throws {
    try await Sandbox.run { sandbox in
      try await run(at: sandbox, columns: columns, rows: rows, more) { terminal in
        try await body(terminal, sandbox)
      }
    }
  }

  static func run(
    at sandbox: Sandbox, columns: Int = 80, rows: Int = 24, _ more: [String: String] = [:],
    _ body: (PseudoTerminal) async throws -> Void
  ) async throws {
    let launch = sandbox.launch([], variables.merging(more) { $1 })
    try await PseudoTerminal.run(launch, columns: columns, rows: rows) { terminal in
      try await terminal.shows("market> |")
      try await body(terminal)
    }
  }
}
