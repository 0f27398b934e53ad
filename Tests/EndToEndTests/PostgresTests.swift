import Foundation
import MarketTestSupport
import MarketWire
import StoreTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Several servers of one market on PostgreSQL, and what kills them.
@Suite(
  .enabled(if: PostgresServer.isNeeded, "PostgreSQL is not installed"),
  .timeLimit(.minutes(PostgresRounds.minutes)))
struct PostgresTests {
  static let clients = 8

  /// Compares the market with what was sent, and the tables with each other.
  static func check(
    _ results: [(String, AddResult)], _ url: String, _ data: String, in sandbox: Sandbox
  ) async throws {
    var ledger = AddLedger()
    for (name, result) in results { ledger.record(name, result) }
    let listed = try await MarketCheck(url: url).run(&ledger, everything: true)
    #expect(listed.count == results.count)
    let doctor = try await sandbox.market(["doctor", "--data", data, "--json"])
    let found = try JSON(parsing: Array(doctor.output.utf8)).objectValue
    #expect(doctor.exitCode == 0 && found?["listings"]?.intValue == results.count)
    for key in ["integrity", "missing", "orphans"] {
      #expect(found?[key]?.arrayValue?.isEmpty == true, "\(key): \(doctor.output)")
    }
  }

  @Test(.enabled(if: Balancer.path != nil, "nginx is neither installed nor unpacked"))
  func `nothing is lost or doubled when servers behind a balancer are killed`() async throws {
    let data = try PostgresServer.newURL()
    try await Sandbox.run { sandbox in
      let account = try await sandbox.account("oak", in: data)
      var markets: [ServedMarket] = []
      for _ in 0..<3 {
        markets.append(try await ServedMarket(sandbox, data, port: try reservedPort()))
      }
      defer { for market in markets { market.child.end() } }
      let balancer = try await Balancer(sandbox, markets.map(\.url))
      defer { balancer.end() }
      var random = SeededGenerator(seed: 19)
      let adds = try RetryingAdds(urls: [balancer.url], account: account)
      let names = (0..<(PostgresRounds.kills + 1) * 40).map { "add \($0)" }
      async let results = adds.send(names, by: Self.clients)
      for kill in 0..<PostgresRounds.kills {
        try await adds.wait(for: kill * 40 + .random(in: 1...40, using: &random))
        let victim = Int.random(in: 0..<3, using: &random)
        markets[victim].child.send(SIGKILL)
        _ = try await markets[victim].child.exit()
        markets[victim] = try await ServedMarket(sandbox, data, port: markets[victim].port)
      }
      try await Self.check(try await results, markets[0].url, data, in: sandbox)
    }
  }

  @Test func `servers survive restarts of PostgreSQL, and nothing is lost or doubled`() async throws
  {
    let server = try PostgresServer.makeOwn()
    let data = try server.makeURL()
    try await Sandbox.run { sandbox in
      let account = try await sandbox.account("oak", in: data)
      let markets = [
        try await ServedMarket(sandbox, data), try await ServedMarket(sandbox, data),
      ]
      defer { for market in markets { market.child.end() } }
      let adds = try RetryingAdds(urls: markets.map(\.url), account: account)
      let names = (0..<(PostgresRounds.restarts + 1) * 60).map { "add \($0)" }
      async let results = adds.send(names, by: Self.clients)
      for restart in 0..<PostgresRounds.restarts {
        try await adds.wait(for: restart * 60 + 30)
        try await runBlocking { server.stop(restart.isMultiple(of: 2) ? "immediate" : "fast") }
        let health = try markets[0].get("/healthChecker")?.status
        #expect(health == 503 || health == 200)
        try await runBlocking { _ = server.start() }
      }
      try await Self.check(try await results, markets[0].url, data, in: sandbox)
      // 504 says that a change may have been stored.
      #expect(adds.statuses.isSubset(of: [201, 503, 504]), "\(adds.statuses)")
    }
  }
}
