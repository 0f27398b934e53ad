import Foundation
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60)))
struct TraceTests {
  @Test func `the lines of a trace run in a POSIX shell and do what the command did`() async throws
  {
    try await Sandbox.run { sandbox in
      let folder = "\(sandbox.root)/served"
      let account = try await sandbox.account("oak", in: folder)
      try await ServedMarket.run(at: sandbox, folder: folder) { market in
        try await Self.login(market, account, at: sandbox)
        let name = "Oak's \"mug\" $HOME `id` \\ 머그 \u{202E}x"
        let add = try await Self.traced(
          [
            "add", "--name", name, "--price", "₩12000", "--description", "Turned from\none piece.",
            "--image", "back.png", "--no-prepare", "--code", "M-1", "--fields", "id",
          ], sandbox)
        let paste = Self.paste(sandbox, account)
        let line = try #require(add.lines.last { $0.contains("-F ") })
        // The unchanged line is the same request, so the market replays its response.
        let replayed = try await paste(line, [:])
        #expect(
          try await sandbox.market(["list", "--format", "ids"]).output.count { $0 == "\n" } == 1)
        #expect(try Self.object(replayed)["name"]?.stringValue == name)
        // Without its key it makes a listing like the first one.
        let made = try await paste(Self.withoutKey(line), [:])
        let copy = try Self.object(made)
        #expect(copy["name"]?.stringValue == name, "\(made)")
        #expect(copy["description"]?.stringValue == "Turned from\none piece.")
        let shown = try await sandbox.market(["show", "@M-1", "--json"])
        #expect(try Self.object(shown)["name"]?.stringValue == name)

        let show = try await Self.traced(["show", "@M-1"], sandbox)
        let answer = try await paste(try #require(show.lines.last), [:])
        #expect(answer.output.contains("\"images\""))

        let edit = try await Self.traced(["edit", "@M-1", "--price", "₩13000"], sandbox)
        let edited = try await paste(try #require(edit.lines.last { $0.contains("PATCH") }), [:])
        #expect(edited.output.contains("13000"), "\(edited)")

        try await Self.remove(try #require(copy["id"]?.intValue), sandbox, account, paste)
      }
    }
  }

  private static func login(
    _ market: ServedMarket, _ account: Credentials, at sandbox: Sandbox
  ) async throws {
    let login = try await sandbox.market(
      ["login", market.url, "--shop", "oak", "--identifier", account.identifier.revealed],
      ["OPENMARKET_SECRET": account.secret.revealed])
    #expect(login.exitCode == 0, "\(login)")
  }

  /// Removes the first listing by its command, and its copy by the lines of the trace.
  private static func remove(
    _ id: Int, _ sandbox: Sandbox, _ account: Credentials,
    _ paste: (String, [String: String]) async throws -> CommandResult
  ) async throws {
    let remove = try await traced(["remove", "@M-1", "--yes"], sandbox)
    for line in remove.lines { #expect(!line.contains(account.secret.revealed)) }
    let removal = try #require(remove.lines.last { $0.contains("DELETE") })
    let lookUp = try #require(remove.lines.last { $0.contains("/archived") })
      .replacing(#/products/\d+/archived/#, with: "products/\(id)/archived")
    let path = try await paste(lookUp, [:]).output
    let gone = try await paste(
      withoutKey(removal),
      ["OPENMARKET_REMOVAL_TOKEN": String(path.split(separator: "/").last ?? "")])
    #expect(try object(gone)["id"]?.intValue == id)
    #expect(try await sandbox.market(["list", "--format", "ids"]).output == "")
  }

  private static func object(_ result: CommandResult) throws -> JSONObject {
    try #require(try JSON(parsing: Array(result.output.utf8)).objectValue)
  }

  private static func withoutKey(_ line: String) -> String {
    line.replacing(#/-H 'Idempotency-Key: [^']*'/#.ignoresCase(), with: "")
  }

  /// Runs a command with `--trace` and returns the lines that begin with `curl`.
  private static func traced(
    _ arguments: [String], _ sandbox: Sandbox
  ) async throws -> (lines: [String], result: CommandResult) {
    let result = try await sandbox.market(arguments + ["--trace"])
    #expect(result.exitCode == 0, "\(result)")
    let lines = result.error.split(separator: "\n").map(String.init).filter {
      $0.hasPrefix("curl ")
    }
    #expect(!lines.isEmpty)
    return (lines, result)
  }

  /// Returns a function that runs a line in a shell that has the secret.
  private static func paste(
    _ sandbox: Sandbox, _ account: Credentials
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
        environment: sandbox.environment.merging(variables) { $1 }, folder: sandbox.folder)
      let result = try await sandbox.run(launch)
      #expect(result.exitCode == 0, "\(line)\n\(result)")
      return result
    }
  }
}
