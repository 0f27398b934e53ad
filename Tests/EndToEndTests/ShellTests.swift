/// The built shell and what is around it: pagers, pipes, signals, scripts in three ways, traces.
import Foundation
import MarketTestSupport
import MarketWire
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite(.timeLimit(.minutes(5)))
struct ShellTests {
  private static let terminal = ["TERM": "xterm-256color"]
  private static let prompt = "market> "

  @Test func `a pager has the terminal until it is left, and Ctrl-C is its own`() async throws {
    try await Workplace.lend { place in
      // A pager that shows its first line, survives Ctrl-C and ends at Enter.
      let pager = "trap 'echo interrupted' INT; head -n 1; read line </dev/tty; echo left"
      let variables = Self.terminal.merging(["MARKET_PAGER": pager]) { $1 }
      try await PseudoTerminal.run(place.launch([], variables)) { terminal in
        try await terminal.see(Self.prompt)
        terminal.enter("help")
        try await terminal.see("Browse")
        terminal.type(PseudoTerminal.controlC)
        try await terminal.see("interrupted")
        terminal.enter("")
        try await terminal.see("left")
        try await terminal.see(Self.prompt)
        terminal.enter("whoami")
        try await terminal.see("market.local")
        terminal.type(PseudoTerminal.controlD)
        #expect(try await terminal.exit().exit == .code(0))
        #expect(terminal.isGivenBack)
      }
    }
  }

  @Test func `a pager gets neither the secret nor ignored signals`() async throws {
    try await Workplace.lend { place in
      let variables = Self.terminal.merging([
        "PAGER": "env >seen; cat >>text; exit 3", "OPENMARKET_SECRET": "hush-hush",
      ]) { $1 }
      let launch = place.launch(["help"], variables)
      try await PseudoTerminal.run(launch) { terminal in
        let end = try await terminal.exit()
        #expect(end.exit == .code(0) && !end.shown.contains("doctor"))
      }
      let seen = try String(contentsOfFile: "\(place.folder)/seen", encoding: .utf8)
      #expect(seen.contains("LESS=FRX") && !seen.contains("hush-hush"), "\(seen)")
      let text = try String(contentsOfFile: "\(place.folder)/text", encoding: .utf8)
      #expect(text.contains("doctor"))
    }
  }

  @Test(arguments: ["no-such-pager -R", "exit 127", "/etc/passwd", "false", "exit 1"])
  func `a pager that cannot run is told, and the text is printed`(_ pager: String) async throws {
    try await Workplace.lend { place in
      let launch = place.launch(["help"], Self.terminal.merging(["PAGER": pager]) { $1 })
      try await PseudoTerminal.run(launch) { terminal in
        let end = try await terminal.exit()
        #expect(end.exit == .code(0))
        #expect(end.shown.contains("cannot be run"), "\(end.shown)")
        #expect(end.shown.contains("doctor"))
      }
    }
  }

  @Test func `a reader who has enough ends it quietly`() async throws {
    try await Workplace.lend { place in
      #expect(try await place.market(["demo", "load", "--count", "1000"]).exitCode == 0)
      for line in [
        "list --all", "list --all --json", "list --per-page 1000 --json", "list --per-page 1000",
        "help --markdown",
        "list --per-page 1000 --format csv",
      ] {
        let script = "{ \"$0\" \(line); echo \"code $?\" >&2; } | head -n 1"
        let launch = Launch(
          executable: "/bin/sh", arguments: ["-c", script, Workplace.binary],
          environment: place.environment, folder: place.folder)
        let result = try await place.run(launch)
        #expect(result.error == "code 0\n", "\(line)")
        #expect(result.output.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
      }
    }
  }

  /// Where the program is when the terminal goes.
  enum Moment: CaseIterable { case atThePrompt, whileItWaits, inABatch }

  @Test(arguments: Moment.allCases)
  func `when the terminal goes, what runs is stopped and the program ends`(
    _ moment: Moment
  ) async throws {
    let silent = try BoundPort(listens: true)
    try await Workplace.lend { place in
      let list = "list --market http://127.0.0.1:\(silent.number)"
      try place.write("whoami\n\(list)\nwhoami\n", to: "wait.market")
      let arguments = moment == .inABatch ? ["run", "wait.market"] : []
      try await PseudoTerminal.run(place.launch(arguments, Self.terminal)) { terminal in
        if moment != .inABatch { try await terminal.see(Self.prompt) }
        if moment == .whileItWaits { terminal.enter(list) }
        if moment != .atThePrompt {
          try await terminal.see(moment == .inABatch ? "wait.market" : "listings")
        }
        terminal.child.send(SIGHUP)
        let end = try await terminal.exit()
        #expect(end.exit == .code(130), "\(end.shown)")
        #expect(moment != .inABatch || end.shown.contains("1 not begun"), "\(end.shown)")
        #expect(terminal.isGivenBack)
      }
    }
    withExtendedLifetime(silent) {}
  }

  @Test func `Ctrl-C at the prompt comes back however often it is pressed`() async throws {
    try await Workplace.lend { place in
      try await PseudoTerminal.run(place.launch([], Self.terminal)) { terminal in
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

  /// Scripts, and how they end.
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
  func `a text, standard input and a file give the same`(_ script: String, _ code: Int32)
    async throws
  {
    try await Workplace.lend { place in
      try place.write(script, to: "x.market")
      let text = try await place.market(["-c", script])
      let input = try await place.market([], input: script)
      let file = try await place.market(["run", "x.market"])
      #expect(text.exitCode == code, "\(text)")
      #expect(Self.general(input) == Self.general(text))
      #expect(Self.general(file) == Self.general(text))
    }
  }

  /// Without the places of errors, shown by address and caret where there is more than one line to
  /// look into, and the sum of a file.
  private static func general(_ result: CommandResult) -> CommandResult {
    let error = result.withoutProgress.error
      .replacing(#/(?m)^(stdin|x\.market):\d+:\d+: /#, with: "")
      .replacing(#/(?m)^  .*\n +\^~*\n/#, with: "")
      .replacing(#/(?m)^(error: )?x\.market: .*\n/#, with: "")
      .replacing(#/There is no command in x\.market\.\n/#, with: "")
      .replacing(#/\d+ ms/#, with: "N ms")
    return CommandResult(output: result.output, error: error, exitCode: result.exitCode)
  }
}
