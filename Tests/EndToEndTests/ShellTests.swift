import Foundation
import MarketTestSupport
import MarketWire
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite(.timeLimit(.minutes(60)))
struct ShellTests {
  private static let terminal = ["TERM": "xterm-256color"]
  private static let prompt = "market> "

  @Test func `a pager has the terminal until it ends, and handles Ctrl-C itself`() async throws {
    try await Sandbox.run { sandbox in
      // A pager that shows its first line, survives Ctrl-C and ends at Enter. What it wrote at Ctrl-C could
      // be thrown away by the terminal, which discards output after it has sent the signal. A shell that is
      // about to read when the signal comes would only handle it after the next key, so it reads later.
      let pager = """
        trap 'echo >interrupted' INT; head -n 1; until [ -e interrupted ]; do sleep 0.1; done
        read line </dev/tty; echo left
        """
      let variables = Self.terminal.merging(["OPENMARKET_PAGER": pager]) { $1 }
      try await PseudoTerminal.run(sandbox.launch([], variables)) { terminal in
        try await terminal.see(Self.prompt)
        terminal.enter("help")
        try await terminal.see("Browse")
        terminal.type(PseudoTerminal.controlC)
        await waitUntil("the pager got Ctrl-C") {
          FileManager.default.fileExists(atPath: "\(sandbox.folder)/interrupted")
        }
        terminal.enter("")
        try await terminal.see("left")
        try await terminal.see(Self.prompt)
        terminal.enter("whoami")
        try await terminal.see("market.local")
        try await terminal.see(Self.prompt)
        terminal.type(PseudoTerminal.controlD)
        #expect(try await terminal.exit().exit == .code(0))
        #expect(terminal.isRestored)
      }
    }
  }

  @Test func `a pager gets neither the secret nor ignored signals`() async throws {
    try await Sandbox.run { sandbox in
      let variables = Self.terminal.merging([
        "PAGER": "env >seen; cat >>text; exit 3", "OPENMARKET_SECRET": "hush-hush",
      ]) { $1 }
      let launch = sandbox.launch(["help"], variables)
      try await PseudoTerminal.run(launch) { terminal in
        let end = try await terminal.exit()
        #expect(end.exit == .code(0) && !end.shown.contains("doctor"))
      }
      let seen = try String(contentsOfFile: "\(sandbox.folder)/seen", encoding: .utf8)
      #expect(seen.contains("LESS=FRX") && !seen.contains("hush-hush"), "\(seen)")
      let text = try String(contentsOfFile: "\(sandbox.folder)/text", encoding: .utf8)
      #expect(text.contains("doctor"))
    }
  }

  @Test(arguments: ["no-such-pager -R", "exit 127", "/etc/passwd", "false", "exit 1"])
  func `a pager that cannot run is reported, and the text is printed`(_ pager: String) async throws
  {
    try await Sandbox.run { sandbox in
      let launch = sandbox.launch(["help"], Self.terminal.merging(["PAGER": pager]) { $1 })
      try await PseudoTerminal.run(launch) { terminal in
        let end = try await terminal.exit()
        #expect(end.exit == .code(0))
        #expect(end.shown.contains("Cannot run the pager \(pager)"), "\(end.shown)")
        #expect(end.shown.contains("doctor"))
      }
    }
  }

  @Test func `closing the reading end of a pipe ends the program quietly`() async throws {
    try await Sandbox.run { sandbox in
      #expect(try await sandbox.market(["demo", "load", "--count", "1000"]).exitCode == 0)
      for line in [
        "list --all", "list --all --json", "list --per-page 1000 --json", "list --per-page 1000",
        "help --markdown",
        "list --per-page 1000 --format csv",
      ] {
        let script = "{ \"$0\" \(line); echo \"code $?\" >&2; } | head -n 1"
        let launch = Launch(
          executable: "/bin/sh", arguments: ["-c", script, Sandbox.binary],
          environment: sandbox.environment, folder: sandbox.folder)
        let result = try await sandbox.run(launch)
        #expect(result.error == "code 0\n", "\(line)")
        #expect(result.output.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
      }
    }
  }

  /// What the program is doing when the terminal closes.
  enum Moment: CaseIterable { case atThePrompt, waiting, inBatch }

  @Test(arguments: Moment.allCases)
  func `closing the terminal stops the running command and ends the program`(
    _ moment: Moment
  ) async throws {
    let silent = try BoundPort(listens: true)
    try await Sandbox.run { sandbox in
      let list = "list --market http://127.0.0.1:\(silent.number)"
      try sandbox.write("whoami\n\(list)\nwhoami\n", to: "wait.market")
      let arguments = moment == .inBatch ? ["run", "wait.market"] : []
      try await PseudoTerminal.run(sandbox.launch(arguments, Self.terminal)) { terminal in
        if moment != .inBatch { try await terminal.see(Self.prompt) }
        if moment == .waiting { terminal.enter(list) }
        if moment != .atThePrompt {
          try await terminal.see(moment == .inBatch ? "wait.market" : "listings")
        }
        terminal.child.send(SIGHUP)
        let end = try await terminal.exit()
        #expect(end.exit == .code(130), "\(end.shown)")
        #expect(moment != .inBatch || end.shown.contains("1 left"), "\(end.shown)")
        #expect(terminal.isRestored)
      }
    }
    withExtendedLifetime(silent) {}
  }

  @Test func `the prompt survives repeated Ctrl-C`() async throws {
    try await Sandbox.run { sandbox in
      try await PseudoTerminal.run(sandbox.launch([], Self.terminal)) { terminal in
        for _ in 0..<5 {
          try await terminal.see(Self.prompt)
          terminal.type(PseudoTerminal.controlC)
        }
        try await terminal.see(Self.prompt)
        terminal.enter("quit")
        #expect(try await terminal.exit().exit == .code(0))
      }
    }
  }

  /// Scripts with their exit codes.
  private static let scripts: [(String, Int32)] = [
    ("whoami --fields market\nlist --per-page 1 --fields id\n", 0),
    ("", 0), ("# nothing\n", 0),
    ("let A 122\nshow $A --fields id; show '121' --fields id # two\n", 0),
    ("list --per-page 1 \\\n  --fields id\n", 0),
    ("show 99999\nlist\n", 3), ("list --pgae 2\nshow $NONE\n", 2), ("show 'open\n", 2),
    ("list --per-page 1 --fields id\nquit\nshow 99999\n", 0), ("remove 1\n", 2),
    ("edit 1 --price 1\n", 4), ("list --market http://127.0.0.1:1\n", 5),
    ("list --per-page 1 --json --fields id\n", 0), ("show @last\n", 2), ("next\n", 2),
    ("--version\n", 0), ("help quit\n", 0), ("trace on\ntiming off\nwhoami --fields market\n", 0),
    ("alias m list\n", 2), ("run nowhere.market\n", 1),
  ]

  @Test(arguments: scripts)
  func `-c, standard input and a file give the same result`(_ script: String, _ code: Int32)
    async throws
  {
    try await Sandbox.run { sandbox in
      try sandbox.write(script, to: "x.market")
      let text = try await sandbox.market(["-c", script])
      let input = try await sandbox.market([], input: script)
      let file = try await sandbox.market(["run", "x.market"])
      #expect(text.exitCode == code, "\(text)")
      #expect(Self.normalized(input) == Self.normalized(text))
      // An error that is known before the first change is one of the file.
      #expect(file.exitCode == code || file.exitCode == 2, "\(file)")
      #expect(Self.normalized(file).output == Self.normalized(text).output)
      #expect(Self.normalized(file).error == Self.normalized(text).error)
    }
  }

  /// The result without what only some of the sources have: the places of errors, with their
  /// carets, and the summary of a file.
  private static func normalized(_ result: CommandResult) -> CommandResult {
    let error = result.withoutProgress.error
      .replacing(#/(?m)^(stdin|x\.market):\d+:\d+: /#, with: "")
      .replacing(#/(?m)^  .*\n +\^~*\n/#, with: "")
      .replacing(#/(?m)^(error: )?x\.market( stopped at line \d+)?: .*\n/#, with: "")
      .replacing(#/x\.market contains no commands\.\n/#, with: "")
      .replacing(#/\d+ ms/#, with: "N ms")
    return CommandResult(output: result.output, error: error, exitCode: result.exitCode)
  }
}
