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
struct PromptTests {
  private static let terminal = ["TERM": "xterm-256color"]
  private static let prompt = "market> "

  private static func prompt(
    _ body: (PseudoTerminal, Sandbox) async throws -> Void
  ) async throws {
    try await Sandbox.run { sandbox in
      try await PseudoTerminal.run(sandbox.launch([], terminal)) { terminal in
        try await terminal.see(prompt)
        try await body(terminal, sandbox)
      }
    }
  }

  @Test func `list and next show pages, and Ctrl-D ends the program`() async throws {
    try await Self.prompt { terminal, _ in
      terminal.enter("list --page 2 --per-page 20")
      let list = try await terminal.see(Self.prompt)
      #expect(list.contains("122") && list.contains("page 2/7") && list.contains("₩"), "\(list)")
      terminal.enter("next")
      #expect(try await terminal.see(Self.prompt).contains("page 3/7"))
      terminal.type(PseudoTerminal.controlD)
      #expect(try await terminal.exit().exit == .code(0))
      #expect(terminal.isRestored)
    }
  }

  @Test func `at home Tab knows the listings in the first line`() async throws {
    try await Self.prompt { terminal, _ in
      terminal.type("show bud")
      try await terminal.see("bud")
      // The listings are read while the seller types.
      try await terminal.waitFor("the listing") { screen in
        terminal.type("\t")
        return screen.rows.contains { $0.contains("120  Blue bud vase") }
      }
    }
  }

  @Test func `quit ends the program, an unknown command does not`() async throws {
    try await Self.prompt { terminal, _ in
      terminal.enter("lsit")
      try await terminal.see("did you mean list?")
      try await terminal.see(Self.prompt)
      terminal.enter("quit")
      #expect(try await terminal.exit().exit == .code(0))
    }
  }

  @Test func `Ctrl-C cancels the line`() async throws {
    try await Self.prompt { terminal, _ in
      terminal.type("remove 1 --yes")
      try await terminal.see("--yes")
      terminal.type(PseudoTerminal.controlC)
      try await terminal.see(Self.prompt)
      terminal.enter("add --name \"half")
      try await terminal.see("...> ")
      terminal.type(PseudoTerminal.controlC)
      try await terminal.see(Self.prompt)
      terminal.enter("whoami")
      let answer = try await terminal.see(Self.prompt)
      #expect(answer.contains("market.local") && !answer.contains("error"), "\(answer)")
    }
  }

  @Test func `a removal asks for confirmation, and only yes removes`() async throws {
    try await Self.prompt { terminal, sandbox in
      terminal.enter(
        "add --name \"Oak mug\" --price ₩12000 --description \"Turned from one piece.\""
          + " --image front.jpg --code M-1")
      try await terminal.see("Shop name [oak]: ")
      terminal.enter("Oak & Sons")
      #expect(try await terminal.see(Self.prompt).contains("Opened the shop Oak & Sons"))
      for answer in [
        "\r", "n\r", "yes please\r", PseudoTerminal.controlC, PseudoTerminal.controlD, "\u{1B}",
      ] {
        terminal.enter("remove @M-1")
        #expect(
          try await terminal.see("[y/N] ").contains("Oak mug from home as Oak & Sons?"))
        terminal.type(answer)
        if answer.hasPrefix("yes") {
          try await terminal.see("\"yes please\" is neither yes nor no.")
          try await terminal.see("Please type y or n: ")
          terminal.type("\r")
        }
        let reply = try await terminal.see(Self.prompt)
        #expect(reply.contains("Nothing was done.") || reply.contains("Stopped."), "\(reply)")
      }
      // A line that was typed before the question is no answer to it.
      terminal.type("remove @M-1\ry\r")
      try await terminal.see("[y/N] ")
      terminal.type("\r")
      #expect(try await terminal.see(Self.prompt).contains("Nothing was done."))
      let shown = try await sandbox.market(["show", "@M-1", "--fields", "name"])
      #expect(shown.output == "Oak mug\n")
      terminal.enter("remove @last")
      try await terminal.see("[y/N] ")
      terminal.enter("y")
      #expect(try await terminal.see(Self.prompt).contains("removed"))
      #expect(try await sandbox.market(["show", "@M-1"]).exitCode == 3)
    }
  }

  @Test func `Ctrl-C stops a running command`() async throws {
    let silent = try BoundPort(listens: true)
    try await Self.prompt { terminal, _ in
      terminal.enter("list --market http://127.0.0.1:\(silent.number)")
      // The spinner shows that the command is waiting.
      try await terminal.see("listings")
      try await terminal.see("s")
      terminal.type(PseudoTerminal.controlC)
      #expect(try await terminal.see(Self.prompt).contains("Stopped."))
      terminal.enter("list --per-page 1")
      #expect(try await terminal.see(Self.prompt).contains("122"))
    }
    withExtendedLifetime(silent) {}
  }

  @Test func `a single command that is interrupted ends with 130`() async throws {
    let silent = try BoundPort(listens: true)
    try await Sandbox.run { sandbox in
      let launch = sandbox.launch(
        ["list", "--market", "http://127.0.0.1:\(silent.number)"], Self.terminal)
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.see("listings")
        terminal.type(PseudoTerminal.controlC)
        #expect(try await terminal.exit().exit == .code(130))
        #expect(terminal.isRestored)
      }
    }
    withExtendedLifetime(silent) {}
  }

  @Test func `a typed secret is not echoed, and the terminal is restored`() async throws {
    try await Sandbox.run { sandbox in
      let folder = "\(sandbox.root)/served"
      let account = try await sandbox.account("willow", in: folder)
      try await ServedMarket.run(at: sandbox, folder: folder) { market in
        try await PseudoTerminal.run(sandbox.launch([], Self.terminal)) { terminal in
          try await terminal.see(Self.prompt)
          terminal.enter("login \(market.url)")
          try await terminal.see("Shop: ")
          terminal.enter("willow")
          try await terminal.see("Identifier: ")
          terminal.enter(account.identifier.revealed)
          try await terminal.see("Secret: ")
          #expect(!terminal.echoes)
          terminal.enter(account.secret.revealed)
          let reply = try await terminal.see("market willow@\(market.host)> ")
          #expect(
            reply.contains(
              "Commands in this shell now go to willow at \(market.host) (before: home)."))
          #expect(!reply.contains(account.secret.revealed))
          terminal.enter("list --mine")
          try await terminal.see("You sell nothing")
          terminal.enter("quit")
          let end = try await terminal.exit()
          #expect(end.exit == .code(0) && !end.shown.contains(account.secret.revealed))
          #expect(terminal.isRestored)
        }
      }
    }
  }

  /// Whether the question for the secret is asked at the prompt or by a single command.
  enum Origin: CaseIterable {
    case atThePrompt, inOneCommand
  }

  @Test(arguments: Origin.allCases, [SIGTERM, SIGINT])
  func `a signal during the question for a secret restores the terminal`(
    origin: Origin, signal: Int32
  )
    async throws
  {
    try await Sandbox.run { sandbox in
      let login = ["login", "http://127.0.0.1:9", "--shop", "a", "--identifier", "b"]
      let arguments = origin == .inOneCommand ? login : []
      try await PseudoTerminal.run(sandbox.launch(arguments, Self.terminal)) { terminal in
        if origin == .atThePrompt {
          try await terminal.see(Self.prompt)
          terminal.enter(login.joined(separator: " "))
        }
        try await terminal.see("Secret: ")
        #expect(!terminal.echoes)
        terminal.child.send(signal)
        if origin == .atThePrompt, signal == SIGINT {
          try await terminal.see(Self.prompt)
          terminal.type(PseudoTerminal.controlD)
        }
        let end = try await terminal.exit().exit
        #expect(end == (origin == .atThePrompt && signal == SIGINT ? .code(0) : .code(130)))
        #expect(terminal.isRestored)
      }
    }
  }

  @Test func `SIGTERM ends a waiting prompt`() async throws {
    try await Self.prompt { terminal, _ in
      terminal.child.send(SIGTERM)
      let end = try await terminal.exit().exit
      #expect(end == .code(130))
      #expect(terminal.isRestored)
    }
  }
}
