/// The line editor and what is around it: pastes, an editor, vi, other shells, plain terminals, secrets.
import Foundation
import MarketTestSupport
import TerminalKit
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite(.timeLimit(.minutes(5)))
struct EditorWorldTests {
  private static func paste(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }

  @Test func `a paste waits for Enter, however long it is`() async throws {
    try await Prompt.run(columns: 80, rows: 24) { terminal, place in
      terminal.type(
        Self.paste("whoami --fields market\nwhoami --fields url\nwhoami --fields shop\n"))
      try await terminal.shows(
        "market> whoami --fields market", "  ...> whoami --fields url",
        "  ...> whoami --fields shop|", "3 commands pasted; Enter runs them, Ctrl-C drops them")
      terminal.enter("")
      try await terminal.shows(
        "  ...> whoami --fields shop", "  market  home", "  url  http://market.local",
        "  shop  –", "market> |")
      let row = "# a row of a very long note, which nobody has to read to its end\n"
      let text = String(repeating: row, count: (1 << 20) / row.utf8.count) + "# the end"
      let before = terminal.bytes.count
      try await terminal.typeAll(Self.paste(text))
      try await terminal.waitFor("its end") { $0.picture.last == "  ...> # the end|" }
      #expect(terminal.bytes.count - before < 1 << 14, "more than the window was drawn")
      terminal.type(PseudoTerminal.controlC)
      try await terminal.shows("  ...> # the end^C", "market> |")
      terminal.enter("whoami --fields market")
      try await terminal.shows("  market  home", "market> |")
      let history = try await place.market(["history", "--fields", "line"])
      #expect(
        history.output == "whoami --fields url\nwhoami --fields shop\nwhoami --fields market\n")
    }
  }

  @Test func `the line goes to the seller's own editor and back`() async throws {
    try await Workplace.lend { place in
      try place.write(
        "echo at work; read key </dev/tty; sed -i s/shop/market/ \"$1\"\n", to: "edit-line")
      try await Prompt.run(at: place, ["EDITOR": "sh \(place.folder)/edit-line"]) { terminal in
        terminal.type("whoami --fields shop\u{1B}e")
        try await terminal.shows("market> whoami --fields shop", "at work", "|")
        #expect(terminal.isGivenBack && !terminal.screen.usesBracketedPaste)
        terminal.type("\r")
        try await terminal.shows("market> whoami --fields market|")
        try await terminal.isAsDrawnAfresh()
        terminal.type("\u{1F}")
        try await terminal.shows("market> whoami --fields shop|")
      }
      try await Prompt.run(at: place, ["EDITOR": "no-such"]) { terminal in
        terminal.type("whoami\u{18}\u{5}")
        try await terminal.shows("market> whoami|")
        #expect(
          terminal.screen.rows.contains { $0.contains("set VISUAL or EDITOR to your editor") })
      }
    }
  }

  @Test func `the keys of vi`() async throws {
    try await Prompt.run { terminal, _ in
      terminal.enter("set keys vi")
      try await terminal.shows("keys is vi.", "market> |")
      terminal.type("whoami --fields shop")
      try await terminal.shows("market> whoami --fields shop|")
      #expect(terminal.screen.cursorShape == 6)
      terminal.type("\u{1B}")
      try await terminal.shows("market> whoami --fields sho|p")
      try await terminal.waitFor("a block") { $0.cursorShape == 2 }
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
      try await terminal.isAsDrawnAfresh()
      terminal.type("dd/set\r")
      try await terminal.shows("market> |set keys vi")
      terminal.type("A\u{15}set keys emacs\r")
      try await terminal.shows("keys is emacs.", "market> |")
      #expect(terminal.screen.cursorShape == 0)
    }
  }

  @Test(arguments: [["TERM": "dumb"], ["TERM": "xterm-256color", "ACCESSIBLE": "1"]])
  func `where nothing may be drawn, lines are plain`(variables: [String: String]) async throws {
    try await Workplace.lend { place in
      let launch = place.launch([], variables)
      try await PseudoTerminal.run(launch, columns: 80, rows: 24) { terminal in
        try await terminal.shows("market> |")
        terminal.enter("whoami --fields market")
        try await terminal.waitFor("its answer") {
          $0.picture.last == "market> |" && $0.picture.count > 4
        }
        terminal.enter("show \"half")
        try await terminal.shows("  ...> |")
        terminal.type(PseudoTerminal.controlC)
        try await terminal.shows("market> |")
        terminal.enter("quit")
        #expect(try await terminal.exit().exit == .code(0))
        let text = String(decoding: terminal.bytes, as: UTF8.self)
        #expect(text.contains("home") && terminal.isGivenBack)
        // Colors alone do no harm to who listens.
        let rest =
          variables["TERM"] == "dumb" ? text : text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
        #expect(!rest.contains("\u{1B}") && !rest.contains("\u{8}"))
        #expect(!rest.replacing("\r\n", with: "").contains("\r"))
      }
    }
  }

  @Test func `set spoken on takes the line editor away at once`() async throws {
    try await Prompt.run { terminal, _ in
      terminal.enter("set spoken on")
      try await terminal.waitFor("plain lines") {
        $0.picture.last == "market> |" && !$0.usesBracketedPaste
      }
      let before = terminal.bytes.count
      terminal.enter("whoami --fields market")
      try await terminal.waitFor("its answer") {
        $0.picture.suffix(2).first?.contains("home") == true
      }
      let text = String(decoding: terminal.bytes[before...], as: UTF8.self)
      #expect(!text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "").contains("\u{1B}"))
      #expect(terminal.echoes)
    }
  }

  @Test func `two shells that enter lines at the same time lose none`() async throws {
    try await Prompt.run { first, place in
      try await Prompt.run(at: place) { second in
        let names = (1...20).map { "\($0)" }
        for name in names {
          first.enter("let A \(name)")
          second.enter("let B \(name)")
        }
        // A line and not Ctrl-D: between two prompts the terminal takes that as the end of a line.
        first.enter("quit")
        second.enter("quit")
        #expect(try await first.exit().exit == .code(0))
        #expect(try await second.exit().exit == .code(0))
        let history = try await place.market(["history", "--fields", "line"]).output
        let lines = history.split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.hasPrefix("let A") } == names.map { "let A \($0)" })
        #expect(lines.filter { $0.hasPrefix("let B") } == names.map { "let B \($0)" })
      }
      try await Prompt.run(at: place) { third in
        third.type("let A\u{1B}[A")
        try await third.shows("market> let A 20|")
      }
    }
  }

  @Test func `a line with a secret is in no file and comes with no key`() async throws {
    let secret = "hush-hush-7531"
    try await Prompt.run { terminal, place in
      terminal.enter("whoami --fields market")
      try await terminal.shows("  market  home", "market> |")
      terminal.enter("login http://127.0.0.1:9 --shop a --secret \(secret)")
      try await terminal.shows("  try: help login", "market> |", "Tab inserts: help login")
      terminal.type("login --secret \(secret) dropped" + PseudoTerminal.controlC)
      try await terminal.waitFor("a new line") {
        $0.picture.suffix(2).first?.hasSuffix("^C") == true
      }
      terminal.enter(" let KEPT out")
      terminal.type("log")
      try await terminal.waitFor("what may be hinted") {
        $0.picture.last?.hasPrefix("market> log|") == true
      }
      #expect(terminal.screen.picture.last?.contains("hush") == false)
      terminal.type("\u{15}\u{1B}[A\u{1B}[A\u{1B}[A")
      terminal.type("\u{15}" + PseudoTerminal.controlD)
      #expect(try await terminal.exit().exit == .code(0))
      let names =
        FileManager.default.enumerator(atPath: place.root)?.allObjects as? [String] ?? []
      #expect(names.contains { $0.hasSuffix("state/history") })
      for name in names {
        let data = FileManager.default.contents(atPath: "\(place.root)/\(name)") ?? Data()
        #expect(data.range(of: Data(secret.utf8)) == nil, "\(name)")
      }
      let history = try await place.market(["history", "--fields", "line"])
      #expect(history.output == "whoami --fields market\n")
    }
  }
}
