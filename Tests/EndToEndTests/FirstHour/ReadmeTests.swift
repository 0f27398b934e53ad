import MarketTestSupport
import StoreTestSupport
import Testing

/// The README, typed as it is printed.
@Suite(.timeLimit(.minutes(60)))
struct ReadmeTests {
  @Test(arguments: [(80, 24), (110, 40)])
  func `what the README prints for sellers and operators works and answers as printed`(
    _ columns: Int, _ rows: Int
  ) async throws {
    let script = try ReadmeScript(
      from: "## Five minutes as a seller", to: "### Outgrow one machine")
    #expect(script.steps.count > 20)
    try await Sandbox.run { sandbox in
      try await ReadmeWalk(sandbox: sandbox, columns: columns, rows: rows).play(script)
    }
  }

  @Test(.enabled(if: PostgresServer.isNeeded, "PostgreSQL is not installed"))
  func `what the README prints about PostgreSQL works as printed`() async throws {
    let script = try ReadmeScript(from: "### Outgrow one machine", to: "## The library")
    let server = try #require(PostgresServer.shared)
    try await Sandbox.run { sandbox in
      var walk = ReadmeWalk(sandbox: sandbox, columns: 110, rows: 40)
      walk.more = ["PGHOST": server.folder, "PGUSER": "market"]
      _ = try await sandbox.account("oak", in: "\(sandbox.folder)/class-market")
      try await walk.play(script)
    }
  }
}
