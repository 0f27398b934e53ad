/// The prompt of the built program in a window.
import TerminalKit
import Testing

/// Starts it and waits until it takes keys.
enum Prompt {
  static let variables = ["TERM": "xterm-256color"]

  static func run(
    columns: Int = 80, rows: Int = 24, _ more: [String: String] = [:],
    _ body: (PseudoTerminal, Workplace) async throws -> Void
  ) async throws {
    try await Workplace.lend { place in
      try await run(at: place, columns: columns, rows: rows, more) { terminal in
        try await body(terminal, place)
      }
    }
  }

  static func run(
    at place: Workplace, columns: Int = 80, rows: Int = 24, _ more: [String: String] = [:],
    _ body: (PseudoTerminal) async throws -> Void
  ) async throws {
    let launch = place.launch([], variables.merging(more) { $1 })
    try await PseudoTerminal.run(launch, columns: columns, rows: rows) { terminal in
      try await terminal.shows("market> |")
      try await body(terminal)
    }
  }
}
