import MarketTestSupport
import Testing

@Suite(.timeLimit(.minutes(60)))
struct PseudoTerminalTests {
  /// A sequence that is cut off by the second answer, which comes after Ctrl-C or by itself.
  @Test(arguments: [true, false])
  func `a sequence that Ctrl-C cut off is no problem of the screen`(isStopped: Bool) async throws {
    let script = """
      answer() { printf '  lost\\nready'; sleep 50; }
      trap answer INT
      printf 'first\\033['
      \(isStopped ? "sleep 50" : "answer")
      """
    let launch = Launch(
      executable: "/bin/sh", arguments: ["-c", script], environment: ["PATH": "/usr/bin:/bin"],
      folder: "/")
    try await PseudoTerminal.run(launch) { terminal in
      if isStopped {
        try await terminal.see("first")
        terminal.type(PseudoTerminal.controlC)
      }
      try await terminal.awaitScreen("ready") {
        $0.rows.contains { $0.hasPrefix("ready") }
      }
      #expect(terminal.takeProblems().isEmpty == isStopped)
    }
  }
}
