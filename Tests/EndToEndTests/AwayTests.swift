/// A served market that is stopped: what a prompt and a one-off command show of it then.
import Foundation
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AwayTests {
  private static let terminal = ["TERM": "xterm-256color"]
  private static let mark = "this is from"

  @Test func `the prompt goes on with what was kept, and nothing else does`() async throws {
    try await Workplace.lend { place in
      let folder = "\(place.root)/served"
      let account = try await place.account("willow", in: folder)
      try await ServedMarket.run(at: place, folder: folder) { market in
        let secret = ["OPENMARKET_SECRET": account.secret.revealed]
        let signedIn = try await place.market(
          [
            "login", market.url, "--shop", "willow", "--identifier", account.identifier.revealed,
          ], secret)
        #expect(signedIn.exitCode == 0, "\(signedIn.error)")
        let added = try await place.market([
          "add", "--name", "Oak mug", "--price", "₩12000", "--image", "front.jpg",
          "--description", "Turned from one piece.", "--stock", "5",
        ])
        #expect(added.exitCode == 0, "\(added.error)")
        // A command of its own keeps what somebody looks at before it ends, and nothing else.
        #expect(try await place.market(["show", "1"]).exitCode == 0)
        let kept = try await place.market(["cache", "--fields", "lists", "--json"])
        #expect(kept.output.contains("\"files\": 0"), "\(kept)")
        try await PseudoTerminal.run(place.launch(["show", "1"], Self.terminal)) { terminal in
          let end = try await terminal.exit()
          #expect(end.exit == .code(0), "\(end.shown)")
        }
        let prompt = "market willow@\(market.host)> "
        try await PseudoTerminal.run(place.launch([], Self.terminal)) { terminal in
          try await terminal.see(prompt)
          terminal.enter("list")
          #expect(!(try await terminal.see(prompt)).contains(Self.mark))
          market.child.end()
          terminal.enter("list")
          let list = try await terminal.see("(offline)")
          #expect(list.contains("The market cannot be reached") && list.contains(Self.mark))
          #expect(list.contains("Oak mug"), "\(list)")
          try await terminal.see("> ")
          terminal.enter("edit 1 --stock +1 --yes")
          let edit = try await terminal.see("(offline)")
          #expect(edit.contains("error: nobody answers at") && !edit.contains(Self.mark))
          try await terminal.see("> ")
          terminal.enter("quit")
          #expect(try await terminal.exit().exit == .code(0))
        }
        try await Self.askOnce(place)
        try Self.checkFiles(place, account.secret.revealed, account.identifier.revealed)
      }
    }
  }

  /// Another process, at a terminal and into a pipe.
  private static func askOnce(_ place: Workplace) async throws {
    let launch = place.launch(["show", "1", "--no-pictures"], terminal)
    try await PseudoTerminal.run(launch) { terminal in
      let end = try await terminal.exit()
      #expect(end.exit == .code(5))
      #expect(end.shown.contains(mark) && end.shown.contains("Turned from one piece."))
    }
    let piped = try await place.market(["show", "1"])
    #expect(piped.exitCode == 5 && piped.output == "", "\(piped)")
    #expect(piped.error.contains("error: nobody answers at"))
  }

  private static func checkFiles(_ place: Workplace, _ secrets: String...) throws {
    let files = FileManager.default.enumerator(atPath: place.root)
    while let name = files?.nextObject() as? String {
      guard name.contains("cache"),
        let data = FileManager.default.contents(atPath: "\(place.root)/\(name)")
      else { continue }
      let text = String(decoding: data, as: UTF8.self)
      #expect(!secrets.contains { text.contains($0) }, "\(name) holds a secret")
    }
  }
}
