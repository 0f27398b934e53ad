import Foundation
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60)))
struct OfflinePromptTests {
  private static let terminal = ["TERM": "xterm-256color"]
  private static let mark = "this is from"

  @Test func `after the server stops, a terminal shows cached listings and a pipe gets an error`()
    async throws
  {
    try await Sandbox.run { sandbox in
      let folder = "\(sandbox.root)/served"
      let account = try await sandbox.account("willow", in: folder)
      try await ServedMarket.run(at: sandbox, folder: folder) { market in
        let secret = ["OPENMARKET_SECRET": account.secret.revealed]
        let signedIn = try await sandbox.market(
          [
            "login", market.url, "--shop", "willow", "--identifier", account.identifier.revealed,
          ], secret)
        #expect(signedIn.exitCode == 0, "\(signedIn.error)")
        let added = try await sandbox.market([
          "add", "--name", "Oak mug", "--price", "₩12000", "--image", "front.jpg",
          "--description", "Turned from one piece.", "--stock", "5",
        ])
        #expect(added.exitCode == 0, "\(added.error)")
        // Only what is shown on a terminal is cached, and before the command ends.
        #expect(try await sandbox.market(["show", "1"]).exitCode == 0)
        let usage = try await sandbox.market(["cache", "--fields", "lists", "--json"])
        #expect(usage.output.contains("\"files\": 0"), "\(usage)")
        try await PseudoTerminal.run(sandbox.launch(["show", "1"], Self.terminal)) { terminal in
          let end = try await terminal.exit()
          #expect(end.exit == .code(0), "\(end.shown)")
        }
        try await Self.ask(sandbox, whileStopping: market)
        try await Self.askOnce(sandbox)
        try Self.checkFiles(sandbox, account.secret.revealed, account.identifier.revealed)
      }
    }
  }

  /// A prompt that is open when the market is stopped.
  private static func ask(_ sandbox: Sandbox, whileStopping market: ServedMarket) async throws {
    let prompt = "market willow@\(market.host)> "
    try await PseudoTerminal.run(sandbox.launch([], terminal)) { terminal in
      try await terminal.see(prompt)
      terminal.enter("list")
      #expect(!(try await terminal.see(prompt)).contains(mark))
      market.child.end()
      terminal.enter("list")
      let list = try await terminal.see("(offline)")
      #expect(list.contains("The market cannot be reached") && list.contains(mark))
      #expect(list.contains("Oak mug"), "\(list)")
      try await terminal.see("> ")
      terminal.enter("edit 1 --stock +1 --yes")
      let edit = try await terminal.see("(offline)")
      #expect(edit.contains("refused the connection") && !edit.contains(mark))
      try await terminal.see("> ")
      terminal.enter("quit")
      #expect(try await terminal.exit().exit == .code(0))
    }
  }

  /// Another process, at a terminal and into a pipe.
  private static func askOnce(_ sandbox: Sandbox) async throws {
    let launch = sandbox.launch(["show", "1", "--no-pictures"], terminal)
    try await PseudoTerminal.run(launch) { terminal in
      let end = try await terminal.exit()
      #expect(end.exit == .code(5))
      #expect(end.shown.contains(mark) && end.shown.contains("Turned from one piece."))
    }
    let piped = try await sandbox.market(["show", "1"])
    #expect(piped.exitCode == 5 && piped.output == "", "\(piped)")
    #expect(piped.error.contains("refused the connection"))
  }

  private static func checkFiles(_ sandbox: Sandbox, _ secrets: String...) throws {
    let files = FileManager.default.enumerator(atPath: sandbox.root)
    while let name = files?.nextObject() as? String {
      guard name.contains("cache"),
        let data = FileManager.default.contents(atPath: "\(sandbox.root)/\(name)")
      else { continue }
      let text = String(decoding: data, as: UTF8.self)
      #expect(!secrets.contains { text.contains($0) }, "\(name) contains a secret")
    }
  }
}
