/// The prompt at a terminal of its own: lines, questions, keys that interrupt, hidden secrets.
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
struct PromptTests {
  private static let terminal = ["TERM": "xterm-256color"]
  private static let prompt = "market> "

  private static func prompt(
    _ body: (PseudoTerminal, Workplace) async throws -> Void
  ) async throws {
    try await Workplace.lend { place in
      try await PseudoTerminal.run(place.launch([], terminal)) { terminal in
        try await terminal.see(prompt)
        try await body(terminal, place)
      }
    }
  }

  @Test func `a seller looks around and leaves with Ctrl-D`() async throws {
    try await Self.prompt { terminal, _ in
      terminal.enter("list --page 2 --per-page 20")
      let list = try await terminal.see(Self.prompt)
      #expect(list.contains("122") && list.contains("page 2/7") && list.contains("₩"), "\(list)")
      terminal.enter("next")
      #expect(try await terminal.see(Self.prompt).contains("page 3/7"))
      terminal.type(PseudoTerminal.controlD)
      #expect(try await terminal.exit().exit == .code(0))
      #expect(terminal.isGivenBack)
    }
  }

  @Test func `quit leaves, and a wrong command does not`() async throws {
    try await Self.prompt { terminal, _ in
      terminal.enter("lsit")
      try await terminal.see("did you mean list?")
      try await terminal.see(Self.prompt)
      terminal.enter("quit")
      #expect(try await terminal.exit().exit == .code(0))
    }
  }

  @Test func `Ctrl-C drops the line and stays`() async throws {
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

  @Test func `a removal is asked about, and only a yes is one`() async throws {
    try await Self.prompt { terminal, place in
      terminal.enter(
        "add --name \"Oak mug\" --price ₩12000 --description \"Turned from one piece.\""
          + " --image front.jpg --code M-1")
      try await terminal.see("Shop name [oak]: ")
      terminal.enter("Oak & Sons")
      #expect(try await terminal.see(Self.prompt).contains("Opened the shop Oak & Sons"))
      for answer in ["\r", "n\r", "yes please\r", PseudoTerminal.controlC, PseudoTerminal.controlD]
      {
        terminal.enter("remove @M-1")
        #expect(
          try await terminal.see("[y/N] ").contains("Oak mug from home as Oak & Sons?"))
        terminal.type(answer)
        let said = try await terminal.see(Self.prompt)
        #expect(said.contains("Nothing was done.") || said.contains("Stopped."), "\(said)")
      }
      let there = try await place.market(["show", "@M-1", "--fields", "name"])
      #expect(there.output == "Oak mug\n")
      terminal.enter("remove @last")
      try await terminal.see("[y/N] ")
      terminal.enter("y")
      #expect(try await terminal.see(Self.prompt).contains("removed"))
      #expect(try await place.market(["show", "@M-1"]).exitCode == 3)
    }
  }

  @Test func `Ctrl-C stops what runs and comes back to the prompt`() async throws {
    let silent = try BoundPort(listens: true)
    try await Self.prompt { terminal, _ in
      terminal.enter("list --market http://127.0.0.1:\(silent.number)")
      // The spinner shows that something is awaited.
      try await terminal.see("listings")
      try await terminal.see("s")
      terminal.type(PseudoTerminal.controlC)
      #expect(try await terminal.see(Self.prompt).contains("Stopped."))
      terminal.enter("list --per-page 1")
      #expect(try await terminal.see(Self.prompt).contains("122"))
    }
    withExtendedLifetime(silent) {}
  }

  @Test func `a one-off command that is interrupted ends with 130`() async throws {
    let silent = try BoundPort(listens: true)
    try await Workplace.lend { place in
      let launch = place.launch(
        ["list", "--market", "http://127.0.0.1:\(silent.number)"], Self.terminal)
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.see("listings")
        terminal.type(PseudoTerminal.controlC)
        #expect(try await terminal.exit().exit == .code(130))
        #expect(terminal.isGivenBack)
      }
    }
    withExtendedLifetime(silent) {}
  }

  @Test func `a secret does not show, and the terminal is given back`() async throws {
    try await Workplace.lend { place in
      let folder = "\(place.root)/served"
      let account = try await place.account("willow", in: folder)
      try await ServedMarket.run(at: place, folder: folder) { market in
        try await PseudoTerminal.run(place.launch([], Self.terminal)) { terminal in
          try await terminal.see(Self.prompt)
          terminal.enter("login \(market.url)")
          try await terminal.see("Shop: ")
          terminal.enter("willow")
          try await terminal.see("Identifier: ")
          terminal.enter(account.identifier.revealed)
          try await terminal.see("Secret: ")
          #expect(!terminal.echoes)
          terminal.enter(account.secret.revealed)
          let said = try await terminal.see("market willow@\(market.host)> ")
          #expect(said.contains("Signed in at \(market.host) as willow."))
          #expect(!said.contains(account.secret.revealed))
          terminal.enter("list --mine")
          try await terminal.see("Nothing here is sold by a shop named")
          terminal.enter("quit")
          let end = try await terminal.exit()
          #expect(end.exit == .code(0) && !end.shown.contains(account.secret.revealed))
          #expect(terminal.isGivenBack)
        }
      }
    }
  }

  /// Where a secret is asked for when the program is asked to end.
  enum Place: CaseIterable {
    case atThePrompt, inOneCommand
  }

  @Test(arguments: Place.allCases, [SIGTERM, SIGINT])
  func `a signal during a hidden question gives the terminal back`(place way: Place, signal: Int32)
    async throws
  {
    try await Workplace.lend { place in
      let login = ["login", "http://127.0.0.1:9", "--shop", "a", "--identifier", "b"]
      let arguments = way == .inOneCommand ? login : []
      try await PseudoTerminal.run(place.launch(arguments, Self.terminal)) { terminal in
        if way == .atThePrompt {
          try await terminal.see(Self.prompt)
          terminal.enter(login.joined(separator: " "))
        }
        try await terminal.see("Secret: ")
        #expect(!terminal.echoes)
        terminal.child.send(signal)
        if way == .atThePrompt, signal == SIGINT {
          try await terminal.see(Self.prompt)
          terminal.type(PseudoTerminal.controlD)
        }
        let end = try await terminal.exit().exit
        #expect(end == (way == .atThePrompt && signal == SIGINT ? .code(0) : .code(130)))
        #expect(terminal.isGivenBack)
      }
    }
  }

  @Test func `asked to end, a prompt that waits ends`() async throws {
    try await Self.prompt { terminal, _ in
      terminal.child.send(SIGTERM)
      let end = try await terminal.exit().exit
      #expect(end == .code(130))
      #expect(terminal.isGivenBack)
    }
  }
}
