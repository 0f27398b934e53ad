import Foundation
import MarketTestSupport
import TerminalKit
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite(.timeLimit(.minutes(60)))
struct EditorIntegrationTests {
  private static func paste(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }

  @Test func `a paste of any length waits for Enter`() async throws {
    try await Prompt.run(columns: 80, rows: 24) { terminal, sandbox in
      terminal.type(
        Self.paste("whoami --fields market\nwhoami --fields url\nwhoami --fields shop\n"))
      try await terminal.shows(
        "market> whoami --fields market", "  ...> whoami --fields url",
        "  ...> whoami --fields shop|", "3 commands pasted; Enter runs them, Ctrl-C drops them")
      terminal.enter("")
      try await terminal.shows(
        "  ...> whoami --fields shop", "> whoami --fields market", "  market  home",
        "> whoami --fields url", "  url  http://market.local", "> whoami --fields shop",
        "  shop  opens with your first add", "market> |")
      let row = "# a row of a very long note, which need not be read to its end\n"
      let text = String(repeating: row, count: (1 << 20) / row.utf8.count) + "# the end"
      let before = terminal.bytes.count
      try await terminal.typeAll(Self.paste(text))
      try await terminal.waitFor("the last line") { $0.markedRows.last == "  ...> # the end|" }
      #expect(
        terminal.bytes.count - before < 1 << 14, "more rows than those of the window were drawn")
      terminal.type(PseudoTerminal.controlC)
      try await terminal.shows("  ...> # the end^C", "market> |")
      terminal.enter("whoami --fields market")
      try await terminal.shows("  market  home", "market> |")
      let history = try await sandbox.market(["history", "--fields", "line"])
      #expect(
        history.output == "whoami --fields url\nwhoami --fields shop\nwhoami --fields market\n")
    }
  }

  @Test func `the line can be edited in the seller's own editor`() async throws {
    try await Sandbox.run { sandbox in
      try sandbox.write(
        "echo at work; read key </dev/tty; sed -i s/shop/market/ \"$1\"\n", to: "edit-line")
      try await Prompt.run(at: sandbox, ["EDITOR": "sh \(sandbox.folder)/edit-line"]) { terminal in
        terminal.type("whoami --fields shop\u{1B}e")
        try await terminal.shows("market> whoami --fields shop", "at work", "|")
        #expect(terminal.isRestored && !terminal.screen.usesBracketedPaste)
        terminal.type("\r")
        try await terminal.shows("market> whoami --fields market|")
        try await terminal.matchesRedraw()
        terminal.type("\u{1F}")
        try await terminal.shows("market> whoami --fields shop|")
      }
      try await Prompt.run(at: sandbox, ["EDITOR": "no-such"]) { terminal in
        terminal.type("whoami\u{18}\u{5}")
        try await terminal.shows("market> whoami|")
        #expect(
          terminal.screen.rows.contains {
            $0.contains("cannot start no-such: set VISUAL or EDITOR")
          })
      }
    }
  }

  @Test func `vi keys edit the line and set the cursor shape`() async throws {
    try await Prompt.run { terminal, _ in
      terminal.enter("set keys vi")
      try await terminal.shows("keys is vi.", "market> |")
      terminal.type("whoami --fields shop")
      try await terminal.shows("market> whoami --fields shop|")
      #expect(terminal.screen.cursorShape == 6)
      terminal.type("\u{1B}")
      try await terminal.shows("market> whoami --fields sho|p")
      try await terminal.waitFor("a block cursor") { $0.cursorShape == 2 }
      for (keys, line) in [
        ("bcwmarket\u{1B}", "market> whoami --fields marke|t"),
        ("0fm~", "market> whoaM|i --fields market"),
        ("u", "market> whoa|mi --fields market"),
        ("2bx.", "market> |oami --fields market"),
        ("uu", "market> |whoami --fields market"),
      ] {
        terminal.type(keys)
        try await terminal.shows(line)
      }
      try await terminal.matchesRedraw()
      terminal.type("dd/set\r")
      try await terminal.shows("market> |set keys vi")
      terminal.type("A\u{15}set keys emacs\r")
      try await terminal.shows("keys is emacs.", "market> |")
      #expect(terminal.screen.cursorShape == 0)
    }
  }

  @Test(arguments: [["TERM": "dumb"], ["TERM": "xterm-256color", "ACCESSIBLE": "1"]])
  func `a dumb or accessible terminal gets plain lines`(variables: [String: String]) async throws {
    try await Sandbox.run { sandbox in
      let launch = sandbox.launch([], variables)
      try await PseudoTerminal.run(launch, columns: 80, rows: 24) { terminal in
        try await terminal.shows("market> |")
        terminal.enter("whoami --fields market")
        try await terminal.waitFor("the output") {
          $0.markedRows.last == "market> |" && $0.markedRows.count > 4
        }
        terminal.enter("show \"half")
        try await terminal.shows("  ...> |")
        terminal.type(PseudoTerminal.controlC)
        try await terminal.shows("market> |")
        terminal.enter("quit")
        #expect(try await terminal.exit().exit == .code(0))
        let text = String(decoding: terminal.bytes, as: UTF8.self)
        #expect(text.contains("home") && terminal.isRestored)
        // Screen readers ignore colors.
        let rest =
          variables["TERM"] == "dumb" ? text : text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
        #expect(!rest.contains("\u{1B}") && !rest.contains("\u{8}"))
        #expect(!rest.replacing("\r\n", with: "").contains("\r"))
      }
    }
  }

  @Test func `set spoken on disables the line editor at once`() async throws {
    try await Prompt.run { terminal, _ in
      terminal.enter("set spoken on")
      try await terminal.waitFor("plain lines") {
        $0.markedRows.last == "market> |" && !$0.usesBracketedPaste
      }
      let before = terminal.bytes.count
      terminal.enter("whoami --fields market")
      try await terminal.waitFor("the output") {
        $0.markedRows.suffix(2).first?.contains("home") == true
      }
      let text = String(decoding: terminal.bytes[before...], as: UTF8.self)
      #expect(!text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "").contains("\u{1B}"))
      #expect(terminal.echoes)
    }
  }

  @Test func `two shells at once lose no history line`() async throws {
    try await Prompt.run { first, sandbox in
      try await Prompt.run(at: sandbox) { second in
        let names = (1...20).map { "\($0)" }
        for name in names {
          first.enter("let A \(name)")
          second.enter("let B \(name)")
        }
        // Between two prompts the terminal takes Ctrl-D as the end of a line, so type quit.
        first.enter("quit")
        second.enter("quit")
        #expect(try await first.exit().exit == .code(0))
        #expect(try await second.exit().exit == .code(0))
        let history = try await sandbox.market(["history", "--fields", "line"]).output
        let lines = history.split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.hasPrefix("let A") } == names.map { "let A \($0)" })
        #expect(lines.filter { $0.hasPrefix("let B") } == names.map { "let B \($0)" })
      }
      try await Prompt.run(at: sandbox) { third in
        third.type("let A\u{1B}[A")
        try await third.shows("market> let A 20|")
      }
    }
  }

  @Test func `a line with a secret is not in the history, a hint or any file`() async throws {
    let secret = "hush-hush-7531"
    try await Prompt.run { terminal, sandbox in
      terminal.enter("whoami --fields market")
      try await terminal.shows("  market  home", "market> |")
      terminal.enter("login http://127.0.0.1:9 --shop a --secret \(secret)")
      try await terminal.shows("  try: help login", "market> |", "Tab inserts: help login")
      terminal.type("login --secret \(secret) dropped" + PseudoTerminal.controlC)
      try await terminal.waitFor("a new line") {
        $0.markedRows.suffix(2).first?.hasSuffix("^C") == true
      }
      terminal.enter(" let SPACE ignored")
      terminal.type("log")
      try await terminal.waitFor("the typed text") {
        $0.markedRows.last?.hasPrefix("market> log|") == true
      }
      #expect(terminal.screen.markedRows.last?.contains("hush") == false)
      terminal.type("\u{15}\u{1B}[A\u{1B}[A\u{1B}[A")
      terminal.type("\u{15}" + PseudoTerminal.controlD)
      #expect(try await terminal.exit().exit == .code(0))
      let names =
        FileManager.default.enumerator(atPath: sandbox.root)?.allObjects as? [String] ?? []
      #expect(names.contains { $0.hasSuffix("state/history") })
      for name in names {
        let data = FileManager.default.contents(atPath: "\(sandbox.root)/\(name)") ?? Data()
        #expect(data.range(of: Data(secret.utf8)) == nil, "\(name)")
      }
      let history = try await sandbox.market(["history", "--fields", "line"])
      #expect(history.output == "whoami --fields market\n")
    }
  }
}
