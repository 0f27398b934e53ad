import MarketTestSupport
import TerminalKit
import Testing

/// The picture of a session that the README shows, from the built program in a window.
@Suite(.timeLimit(.minutes(60)))
struct SessionPictureTests {
  private static let preparation = [
    ["demo", "load"], ["set", "pictures", "symbols"], ["set", "theme", "dark"],
    [
      "add", "--code", "MUG-01", "--name", "Oak mug", "--price", "₩12,000", "--stock", "5",
      "--description", "Turned from one piece.", "--image", "mug.jpg",
    ],
  ]
  private static let lines = [
    "list --grid --per-page 3 --page 4",
    "edit @MUG-01 --price +10%",
    "list --search 머그 --fields id,name,price,stock",
  ]

  @Test func `the picture of the README shows what the program draws`() async throws {
    try await Sandbox.run { sandbox in
      try sandbox.write(Fixture.bytes("sample/pictures/mug.jpg"), to: "mug.jpg")
      for words in Self.preparation {
        let result = try await sandbox.market(words)
        #expect(result.exitCode == 0, "\(result)")
      }
      let launch = sandbox.launch([], Prompt.variables.merging(["COLORTERM": "truecolor"]) { $1 })
      try await PseudoTerminal.run(launch, columns: 80, rows: 50) { terminal in
        try await terminal.shows("market> |")
        for line in Self.lines {
          let count = terminal.bytes.count
          terminal.enter(line)
          try await terminal.waitFor("the end of \(line)", after: count + 100) { screen in
            screen.markedRows.last == "market> |"
          }
        }
        terminal.type("edit @MUG-01 --st")
        try await terminal.waitFor("a line with a hint") { screen in
          screen.markedRows.last?.hasPrefix("market> edit @MUG-01 --st|‹") == true
        }
        Golden.expect(terminal.screen.svg, matches: "screens/session.svg")
      }
    }
  }
}
