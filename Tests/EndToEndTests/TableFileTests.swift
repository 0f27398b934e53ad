import Foundation
import MarketTestSupport
import MarketWire
import Testing

/// `export`, `import` and `edit --editor` of the built program.
@Suite(.timeLimit(.minutes(60)))
struct TableFileTests {
  @Test(arguments: ["shop.csv", "shop.xlsx", "shop.jsonl"])
  func `what a served market exports, it imports without a change, and what differs with one`(
    _ file: String
  ) async throws {
    try await Sandbox.run { sandbox in
      let folder = "\(sandbox.root)/served"
      let account = try await sandbox.account("oak", in: folder)
      try await ServedMarket.run(at: sandbox, folder: folder) { market in
        let login = try await sandbox.market(
          ["login", market.url, "--shop", "oak", "--identifier", account.identifier.revealed],
          ["OPENMARKET_SECRET": account.secret.revealed])
        #expect(login.exitCode == 0, "\(login)")
        for (name, price) in [("=Oak \"mug\", 컵", "12000"), ("Ash bowl", "9000")] {
          let added = try await sandbox.market([
            "add", "--name", name, "--price", price, "--currency", "KRW", "--description",
            "Line one\n'line' two, 둘째 줄", "--image", "front.jpg",
          ])
          #expect(added.exitCode == 0, "\(added)")
        }
        let exported = try await sandbox.market(["export", file])
        #expect(exported.exitCode == 0, "\(exported)")
        let same = try await sandbox.market(["import", file, "--yes"])
        #expect(same.exitCode == 0, "\(same)")
        #expect((same.output + same.error).contains("already as wanted"), "\(same)")

        let repriced = try await sandbox.market(["edit", "--mine", "--price", "+1000", "--yes"])
        #expect(repriced.exitCode == 0, "\(repriced)")
        let back = try await sandbox.market(["import", file, "--yes", "--again"])
        #expect(back.exitCode == 0, "\(back)")
        let list = try await sandbox.market(["mine", "--format", "tsv", "--fields", "price"])
        #expect(list.output == "9000\n12000\n", "\(list)")
      }
    }
  }

  @Test func `the seller's editor opens listings as text, and again after a mistake`()
    async throws
  {
    try await Sandbox.run { sandbox in
      let added = try await sandbox.market([
        "add", "--name", "Ash bowl", "--price", "9000", "--currency", "KRW", "--description",
        "Turned from ash.", "--image", "front.jpg", "--code", "BOWL",
      ])
      #expect(added.exitCode == 0, "\(added)")
      try sandbox.write(
        """
        echo editor opened; read key </dev/tty
        if [ -e opened ]; then cp "$1" again; sed -i 's/^price: cheap/price: 7000/' "$1"
        else touch opened; sed -i 's/^price: 9000.*/price: cheap/' "$1"; fi
        """, to: "edit-text")
      let editor = ["EDITOR": "sh \(sandbox.folder)/edit-text"]
      try await Prompt.run(at: sandbox, editor) { terminal in
        terminal.enter("edit @BOWL --editor")
        _ = try await terminal.see("editor opened")
        terminal.type("\r")
        _ = try await terminal.see("editor opened")
        terminal.type("\r")
        _ = try await terminal.see("changed")
        try await terminal.shows("market> |")
        #expect(terminal.screen.problems == [])
      }
      let seen = try String(contentsOfFile: "\(sandbox.folder)/again", encoding: .utf8)
      let lines = seen.split(separator: "\n").map(String.init)
      let place = try #require(lines.firstIndex(of: "price: cheap"), "\(seen)")
      #expect(lines[place - 1].hasPrefix("# error: \"cheap\" is not an amount"), "\(seen)")
      let list = try await sandbox.market(["mine", "--format", "tsv", "--fields", "price"])
      #expect(list.output == "7000\n", "\(list)")
    }
  }
}
