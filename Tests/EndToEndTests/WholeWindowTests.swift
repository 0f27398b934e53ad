import Dispatch
import Foundation
import MarketTestSupport
import TerminalKit
import Testing

/// `browse` and `calendar` of the built program in a pseudo-terminal.
@Suite(.timeLimit(.minutes(60)))
struct WholeWindowTests {
  private static let variables = ["TERM": "xterm-256color"]

  private static func open(
    _ arguments: String..., at sandbox: Sandbox, columns: Int = 100, rows: Int = 30,
    _ body: (PseudoTerminal) async throws -> Void
  ) async throws {
    let launch = sandbox.launch(arguments, variables)
    try await PseudoTerminal.run(launch, columns: columns, rows: rows) { terminal in
      try await terminal.waitFor("the window") { $0.isAlternate }
      try await body(terminal)
    }
  }

  /// Serves a market with the sample listings.
  private static func withSamples(
    _ body: (Sandbox, ServedMarket) async throws -> Void
  ) async throws {
    try await Sandbox.run { sandbox in
      let folder = "\(sandbox.root)/served"
      let loaded = try await sandbox.market(["demo", "load", "--data", folder])
      #expect(loaded.exitCode == 0, "\(loaded)")
      try await ServedMarket.run(at: sandbox, folder: folder) { try await body(sandbox, $0) }
    }
  }

  @Test func `q closes the window and leaves the screen as it was`() async throws {
    try await Sandbox.run { sandbox in
      try await Self.open("browse", at: sandbox) { terminal in
        try await terminal.sees("Blue bud vase")
        terminal.type("jj")
        try await terminal.sees("▸ 120")
        terminal.type("q")
        let end = try await terminal.exit()
        #expect(end.exit == .code(0) && terminal.isRestored)
        let screen = terminal.screen
        #expect(!screen.isAlternate && screen.isCursorVisible && screen.problems == [])
        #expect(!screen.rows.contains { $0.contains("Blue bud vase") }, "\(screen.rows)")
      }
    }
  }

  @Test func `answers to older searches that come late change nothing`() async throws {
    try await Self.withSamples { sandbox, market in
      let proxy = try MisbehavingMarket(url: market.url, honorsKeys: true)
      defer { proxy.stop() }
      let gate = DispatchSemaphore(value: 0)
      func open() { for _ in 1...8 { gate.signal() } }
      defer { open() }
      proxy.order { request in
        // The terminal may read the last letters at once, so that there is no request for each. Each
        // connection has its own thread.
        if request.target.contains("Bl"), !request.target.contains("Blue") {
          gate.wait(until: "the last answer is shown")
        }
        return nil
      }
      try await Self.open("browse", "--market", proxy.url, at: sandbox) { terminal in
        try await terminal.sees("1 of 122")
        terminal.type("/Bl")
        try await terminal.sees("/Bl")
        terminal.type("ue")
        try await terminal.sees("\"Blue\" · 1 of 2")
        open()
        terminal.type("\r")
        try await terminal.sees("▸ 120", "Enter open")
        let rows = terminal.screen.rows.dropFirst(2).dropLast().filter { !$0.isEmpty }
        #expect(rows.count == 2 && rows[0].contains("Blue bud vase"), "\(rows)")
        terminal.type("\u{1B}")
        try await terminal.sees("▸ 120", "3 of 122")
        terminal.type("q")
        #expect(try await terminal.exit().exit == .code(0))
      }
    }
  }

  @Test func `each view survives any size of the window`() async throws {
    try await Sandbox.run { sandbox in
      try await Self.open("browse", at: sandbox) { terminal in
        try await terminal.sees("Blue bud vase")
        // The keys that open a view, what it shows in any size, and the keys that leave it.
        for (keys, text, back) in [
          ("", "of 122", ""), ("g", "of 122", "g"), ("\r", "back", "q"), ("?", "move", "?"),
          ("/u", "/u", "\u{1B}"), ("x", "Listing 122", "jk"), ("\rf", "back", "qq"),
        ] {
          terminal.type(keys)
          try await terminal.sees(text)
          for (columns, rows) in [(60, 20), (140, 45), (40, 12), (30, 8), (100, 30)] {
            try terminal.resize(columns: columns, rows: rows)
            try await terminal.sees(columns < 40 ? "too small" : text)
            #expect(terminal.screen.problems == [], "\(keys) at \(columns)×\(rows)")
          }
          terminal.type(back)
          try await terminal.sees("of 122", "Enter open")
        }
        terminal.type("q")
        #expect(try await terminal.exit().exit == .code(0) && terminal.isRestored)
      }
    }
  }

  @Test func `rows stay when the market goes away, and leaving still works`() async throws {
    try await Self.withSamples { sandbox, market in
      try await Self.open("browse", "--market", market.url, at: sandbox) { terminal in
        try await terminal.sees("Blue bud vase")
        market.child.end()
        terminal.type("r")
        try await terminal.sees("tries again", "Blue bud vase")
        terminal.type("jj")
        try await terminal.sees("▸ 120")
        terminal.type("q")
        let end = try await terminal.exit()
        #expect(end.exit == .code(0) && terminal.isRestored)
        #expect(!terminal.screen.isAlternate)
      }
    }
  }

  @Test func `a calendar lists the picked day`() async throws {
    try await Sandbox.run { sandbox in
      try await Self.open("calendar", at: sandbox, columns: 80, rows: 24) { terminal in
        try await terminal.sees("today:")
        try terminal.resize(columns: 40, rows: 12)
        try await terminal.sees("today:")
        terminal.type("\u{1B}[D")
        try await terminal.wait(for: "a day before") { !$0.contains("today:") && $0.contains(": ") }
        terminal.type("\u{1B}[5~")
        try await terminal.wait(for: "a month before") { $0.contains("listing") }
        terminal.type("t\r")
        let end = try await terminal.exit()
        #expect(end.exit == .code(0) && terminal.isRestored)
        let screen = terminal.screen
        #expect(!screen.isAlternate && screen.problems == [], "\(screen.problems)")
      }
    }
  }
}

extension PseudoTerminal {
  /// Waits until the screen has all of these texts; a number at the end of one is a whole number, not
  /// the beginning of another.
  fileprivate func sees(
    _ texts: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await waitFor(
      texts.joined(separator: ", "), sourceLocation
    ) { screen in
      let all = screen.rows.joined(separator: "\n")
      return texts.allSatisfy { text in
        all.ranges(of: text).contains { range in
          text.last?.isNumber != true || all[range.upperBound...].first?.isNumber != true
        }
      }
    }
  }

  fileprivate func wait(
    for what: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ isShown: @escaping @Sendable (String) -> Bool
  ) async throws {
    try await waitFor(what, sourceLocation) {
      isShown($0.rows.joined(separator: "\n"))
    }
  }
}
