import Foundation
import MarketTestSupport
import MarketWire
import SQLite
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite(.timeLimit(.minutes(60)))
struct KillTests {
  /// How often the server is killed: `OPENMARKET_KILLS`, or 2.
  static let rounds =
    ProcessInfo.processInfo.environment["OPENMARKET_KILLS"].flatMap { Int($0) } ?? 2
  /// The adds per round.
  static let adds = 200
  static let clients = 6

  @Test func `every add that a killed server confirmed is stored completely and once`() async throws
  {
    try await Sandbox.run { sandbox in
      let folder = "\(sandbox.root)/served"
      let account = try await sandbox.account("oak", in: folder)
      var random = SeededGenerator(seed: 0x6B69_6C6C)
      var ledger = AddLedger()
      for round in 0..<Self.rounds {
        let kill = KillTime(
          count: .random(in: 1...Self.adds, using: &random), countsAnswers: .random(using: &random))
        // Adds of the last round without a response are sent again with the same key.
        let unanswered = ledger.unanswered.sorted()
        let fresh = (0..<Self.adds - unanswered.count).map { "round \(round) add \($0)" }
        try await ServedMarket.run(at: sandbox, folder: folder) { market in
          let adds = try ConcurrentAdds(url: market.url, account: account) { sent, answered in
            if (kill.countsAnswers ? answered : sent) == kill.count { market.child.send(SIGKILL) }
          }
          let results = try await adds.send(unanswered + fresh, by: Self.clients)
          for (name, result) in results { ledger.record(name, result) }
          #expect(try await market.child.exit() == .signal(SIGKILL), "round \(round)")
        }
        let isLast = round == Self.rounds - 1
        try await ServedMarket.run(at: sandbox, folder: folder) { market in
          let listed = try await MarketCheck(url: market.url).run(&ledger, everything: isLast)
          try Self.check(tables: "\(folder)/market.sqlite", listed)
        }
      }
    }
  }

  /// The server is killed after `count` adds were sent or, if `countsAnswers`, answered.
  private struct KillTime {
    let count: Int
    let countsAnswers: Bool
  }

  /// Rows, counters and stored responses must agree with the listings of the API.
  private static func check(tables path: String, _ listed: [String: Int]) throws {
    let connection = try Connection(.file(path))
    func count(_ query: String) throws -> Int {
      try connection.first(query) { $0.int(0) } ?? -1
    }
    #expect(try connection.integrityCheck() == [])
    #expect(try count("SELECT count(*) FROM product") == listed.count)
    #expect(try count("SELECT coalesce(sum(live), 0) FROM page_bucket") == listed.count)
    #expect(
      try count("SELECT count(*) FROM picture")
        == listed.keys.reduce(0) { $0 + AddLedger.pictures(of: $1).count })
    #expect(
      try count("SELECT count(*) FROM picture WHERE product_id NOT IN (SELECT id FROM product)")
        == 0)
    // One response per key, and one key per listing.
    #expect(try count("SELECT count(DISTINCT key) FROM answer") == listed.count)
    #expect(try count("SELECT count(*) FROM answer") == listed.count)
  }
}
