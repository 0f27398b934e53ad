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
struct EditorInterruptTests {
  @Test func `Ctrl-C returns to an empty line from every state`() async throws {
    let silent = try BoundPort(listens: true)
    try await Prompt.run(columns: 80, ["OPENMARKET_PAGER": ""]) { terminal, sandbox in
      #expect(try await sandbox.market(["demo", "load", "--count", "1000"]).exitCode == 0)
      try await Self.interruptsLine(terminal)
      try await Self.interruptsQuestions(terminal)
      terminal.enter("list --market http://127.0.0.1:\(silent.number)")
      try await terminal.waitFor("a waiting command") {
        $0.markedRows.last?.contains("listings") == true
      }
      terminal.type(PseudoTerminal.controlC)
      try await terminal.shows("Stopped.", "market> |")
      // The test does not read the output meanwhile, so the command blocks while writing. Without
      // colors, because the system echoes ^C into the middle of a sequence.
      terminal.enter("list --per-page 1000 --color never")
      try await terminal.see("1000 of")
      terminal.type(PseudoTerminal.controlC)
      try await terminal.shows("market> |")
      terminal.enter("whoami --fields market")
      try await terminal.shows("market> whoami --fields market", "  market  home", "market> |")
      terminal.type(PseudoTerminal.controlD)
      #expect(try await terminal.exit().exit == .code(0))
      #expect(terminal.isRestored)
    }
    withExtendedLifetime(silent) {}
  }

  private static func interruptsLine(_ terminal: PseudoTerminal) async throws {
    terminal.type(PseudoTerminal.controlC)
    try await terminal.shows("quit or Ctrl-D ends the program.", "market> |")
    terminal.type("whoami" + PseudoTerminal.controlC)
    try await terminal.shows("market> whoami^C", "market> |")
    terminal.type("\u{1B}[A")
    try await terminal.shows("market> whoami|")
    terminal.type("\u{15}li\t\t")
    terminal.type("\u{15}\t")
    try await terminal.waitFor("a menu") { $0.rows[$0.cursor.row + 1].hasPrefix("  list ") }
    terminal.type(PseudoTerminal.controlC)
    try await terminal.shows("market> |")
    terminal.type("who\u{12}am")
    try await terminal.shows("market> who|ami", "search: am")
    terminal.type(PseudoTerminal.controlC)
    try await terminal.shows("market> who|‹ami›")
    terminal.type(PseudoTerminal.controlC)
    try await terminal.shows("market> who^C", "market> |")
    terminal.type("show \"half\rof it" + PseudoTerminal.controlC)
    try await terminal.shows("market> show \"half", "  ...> of it^C", "market> |")
  }

  private static func interruptsQuestions(_ terminal: PseudoTerminal) async throws {
    terminal.enter(
      "add --name \"Oak mug\" --price ₩12000 --description \"Turned oak.\" --image front.jpg")
    try await terminal.shows("Shop name [oak]: |")
    terminal.type("Oak" + PseudoTerminal.controlC)
    try await terminal.waitFor("no shop") { $0.markedRows.last == "market> |" }
    #expect(!terminal.screen.rows.contains { $0.hasPrefix("added") })
    terminal.enter("login http://127.0.0.1:9 --shop a --identifier b")
    try await terminal.shows("Secret: |")
    terminal.type("hush" + PseudoTerminal.controlC)
    try await terminal.waitFor("no login") { $0.markedRows.last == "market> |" }
    #expect(!terminal.screen.lines.contains { $0.contains("hush") })
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal in the middle of a line restores the terminal and saves the history`(
    signal: Int32
  ) async throws {
    try await Prompt.run { terminal, sandbox in
      terminal.enter("whoami --fields market")
      try await terminal.shows("  market  home", "market> |")
      terminal.type("show \"half")
      try await terminal.shows("market> show \"half|")
      terminal.child.send(signal)
      #expect(try await terminal.exit().exit == .code(130))
      #expect(terminal.isRestored)
      #expect(!terminal.screen.usesBracketedPaste && terminal.screen.isCursorVisible)
      #expect(terminal.screen.markedRows.suffix(2) == ["market> show \"half", "|"])
      try await Self.expectHistory(["whoami --fields market"], at: sandbox)
    }
  }

  @Test func `asked to end while an editor is open, it ends the editor and itself`() async throws {
    try await Sandbox.run { sandbox in
      try sandbox.write("echo at work; read key </dev/tty\n", to: "edit-line")
      try await Prompt.run(at: sandbox, ["EDITOR": "sh \(sandbox.folder)/edit-line"]) { terminal in
        terminal.type("show 12\u{1B}e")
        try await terminal.shows("market> show 12", "at work", "|")
        terminal.child.send(SIGTERM)
        #expect(try await terminal.exit().exit == .code(130))
        #expect(terminal.isRestored)
      }
    }
  }

  @Test func `when the window is closed it ends and its history is kept`() async throws {
    try await Prompt.run { terminal, sandbox in
      terminal.enter("whoami --fields market")
      try await terminal.shows("  market  home", "market> |")
      terminal.type("show \"half")
      try await terminal.shows("market> show \"half|")
      terminal.hangUp()
      guard case .code = try await terminal.child.exit() else {
        Issue.record("the program was killed by a signal")
        return
      }
      try await Self.expectHistory(["whoami --fields market"], at: sandbox)
    }
  }

  private static func expectHistory(_ lines: [String], at sandbox: Sandbox) async throws {
    let history = try await sandbox.market(["history", "--fields", "line"])
    #expect(history.output == lines.map { $0 + "\n" }.joined(), "\(history)")
  }

  @Test func `a program stopped by Ctrl-Z continues with its line`() async throws {
    try await Sandbox.run { sandbox in
      // Continuing a stopped program takes a shell with job control.
      var launch = sandbox.launch([], Prompt.variables)
      launch.arguments = [
        "-m", "-c", "\"$0\"; echo stopped; read go; fg >/dev/null; echo ended", launch.executable,
      ]
      launch.executable = "/bin/sh"
      try await PseudoTerminal.run(launch, columns: 40, rows: 12) { terminal in
        try await terminal.shows("market> |")
        terminal.type("set keys vi\r")
        try await terminal.shows("keys is vi.", "market> |")
        terminal.type("whoami\u{1B}h")
        try await terminal.shows("market> whoa|mi")
        terminal.type("\u{1A}")
        try await terminal.waitFor("the shell") { $0.markedRows.contains("stopped") }
        #expect(terminal.isRestored)
        #expect(!terminal.screen.usesBracketedPaste && terminal.screen.cursorShape == 0)
        try terminal.resize(columns: 50, rows: 12)
        terminal.type("\r")
        try await terminal.shows("market> whoa|mi")
        #expect(terminal.screen.usesBracketedPaste && terminal.screen.cursorShape == 2)
        try await terminal.matchesRedraw()
        terminal.type("A\r")
        try await terminal.waitFor("the output") { $0.markedRows.contains("  market     home") }
        try await terminal.shows("market> |")
        terminal.type(PseudoTerminal.controlD)
        #expect(try await terminal.exit().shown.contains("ended"))
        #expect(terminal.isRestored)
      }
    }
  }
}
