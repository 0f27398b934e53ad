/// Traces that are pasted into a shell.
import Foundation
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TraceTests {
  @Test func `the lines of a trace run in a POSIX shell and do what the command did`() async throws
  {
    try await Workplace.lend { place in
      let folder = "\(place.root)/served"
      let account = try await place.account("oak", in: folder)
      try await ServedMarket.run(at: place, folder: folder) { market in
        let login = try await place.market(
          ["login", market.url, "--shop", "oak", "--identifier", account.identifier.revealed],
          ["OPENMARKET_SECRET": account.secret.revealed])
        #expect(login.exitCode == 0, "\(login)")

        let name = "Oak's \"mug\" $HOME `id` \\ 머그 \u{202E}x"
        let add = try await Self.traced(
          [
            "add", "--name", name, "--price", "₩12000", "--description", "Turned from\none piece.",
            "--image", "back.png", "--no-prepare", "--code", "M-1", "--fields", "id",
          ], place)
        let paste = Self.paste(place, account)
        let line = try #require(add.lines.last { $0.contains("-F ") })
        // As it is, it is the same request, and the market does not do it again.
        let replayed = try await paste(line, [:])
        #expect(
          try await place.market(["list", "--format", "ids"]).output.count { $0 == "\n" } == 1)
        #expect(
          try JSON(parsing: Array(replayed.output.utf8)).objectValue?["name"]?.stringValue == name)
        // Without its key it makes a listing like the first one.
        let made = try await paste(Self.withoutKey(line), [:])
        let copy = try JSON(parsing: Array(made.output.utf8)).objectValue
        #expect(copy?["name"]?.stringValue == name, "\(made)")
        #expect(copy?["description"]?.stringValue == "Turned from\none piece.")
        let shown = try await place.market(["show", "@M-1", "--json"])
        #expect(
          try JSON(parsing: Array(shown.output.utf8)).objectValue?["name"]?.stringValue == name)

        let show = try await Self.traced(["show", "@M-1"], place)
        let answer = try await paste(try #require(show.lines.last), [:])
        #expect(answer.output.contains("\"images\""))

        let edit = try await Self.traced(["edit", "@M-1", "--price", "₩13000"], place)
        let edited = try await paste(try #require(edit.lines.last { $0.contains("PATCH") }), [:])
        #expect(edited.output.contains("13000"), "\(edited)")

        let remove = try await Self.traced(["remove", "@M-1", "--yes"], place)
        for line in remove.lines { #expect(!line.contains(account.secret.revealed)) }
        let removal = try #require(remove.lines.last { $0.contains("DELETE") })
        let id = try #require(copy?["id"]?.intValue)
        let lookUp = try #require(remove.lines.last { $0.contains("/archived") })
          .replacing(#/products/\d+/archived/#, with: "products/\(id)/archived")
        let path = try await paste(lookUp, [:]).output
        let gone = try await paste(
          Self.withoutKey(removal),
          ["OPENMARKET_REMOVAL_TOKEN": String(path.split(separator: "/").last ?? "")])
        #expect(try JSON(parsing: Array(gone.output.utf8)).objectValue?["id"]?.intValue == id)
        #expect(try await place.market(["list", "--format", "ids"]).output == "")
      }
    }
  }

  private static func withoutKey(_ line: String) -> String {
    line.replacing(#/-H 'Idempotency-Key: [^']*'/#.ignoresCase(), with: "")
  }

  /// The lines that begin with `curl`, of a command with `--trace`.
  private static func traced(
    _ arguments: [String], _ place: Workplace
  ) async throws -> (lines: [String], result: CommandResult) {
    let result = try await place.market(arguments + ["--trace"])
    #expect(result.exitCode == 0, "\(result)")
    let lines = result.error.split(separator: "\n").map(String.init).filter {
      $0.hasPrefix("curl ")
    }
    #expect(!lines.isEmpty)
    return (lines, result)
  }

  /// Runs a line in a shell that has the secret.
  private static func paste(
    _ place: Workplace, _ account: Credentials
  ) -> (String, [String: String]) async throws -> CommandResult {
    { line, more in
      let variables = [
        "OPENMARKET_SECRET": account.secret.revealed,
        "OPENMARKET_IDENTIFIER": account.identifier.revealed,
      ].merging(more) { $1 }
      let launch = Launch(
        executable: "/bin/sh",
        arguments: [
          "-c", "set -e; " + line.replacing("curl ", with: "curl -s ", maxReplacements: 1),
        ],
        environment: place.environment.merging(variables) { $1 }, folder: place.folder)
      let result = try await place.run(launch)
      #expect(result.exitCode == 0, "\(line)\n\(result)")
      return result
    }
  }
}
