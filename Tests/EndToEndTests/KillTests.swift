/// A server that is killed in the middle of its work, again and again, over one folder.
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

@Suite(.timeLimit(.minutes(15)))
struct KillTests {
  /// How often the server is killed: `OPENMARKET_KILLS`, or twice.
  static let rounds =
    ProcessInfo.processInfo.environment["OPENMARKET_KILLS"].flatMap { Int($0) } ?? 2
  /// The adds of a round, and how many are under way at once.
  static let adds = 200
  static let clients = 6

  @Test func `what a killed server answered is there, whole and once`() async throws {
    try await Workplace.lend { place in
      let folder = "\(place.root)/served"
      let account = try await place.account("oak", in: folder)
      var random = SeededGenerator(seed: 0x6B69_6C6C)
      var ledger = AddLedger()
      for round in 0..<Self.rounds {
        let fate = Fate(
          count: .random(in: 1...Self.adds, using: &random), isOfAnswers: .random(using: &random))
        // What was left in the air by the last round is sent again, with its key.
        let again = ledger.unanswered.sorted()
        let fresh = (0..<Self.adds - again.count).map { "round \(round) add \($0)" }
        try await ServedMarket.run(at: place, folder: folder) { market in
          let crowd = try AddCrowd(url: market.url, account: account) { sent, answered in
            if (fate.isOfAnswers ? answered : sent) == fate.count { market.child.send(SIGKILL) }
          }
          let results = try await crowd.send(again + fresh, by: Self.clients)
          for (name, result) in results { ledger.note(name, result) }
          #expect(try await market.child.exit() == .signal(SIGKILL), "round \(round)")
        }
        let isLast = round == Self.rounds - 1
        try await ServedMarket.run(at: place, folder: folder) { market in
          let listed = try await MarketCheck(url: market.url).run(&ledger, everything: isLast)
          try Self.check(tables: "\(folder)/market.sqlite", listed)
        }
      }
    }
  }

  /// The moment of a kill: when so many adds were sent, or so many answered.
  private struct Fate {
    let count: Int
    let isOfAnswers: Bool
  }

  /// Rows, counters and kept answers must agree with what is listed.
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
      try count("SELECT count(*) FROM picture WHERE product_id NOT IN (SELECT id FROM product)") == 0)
    // One answer a key, and one key a listing.
    #expect(try count("SELECT count(DISTINCT key) FROM answer") == listed.count)
    #expect(try count("SELECT count(*) FROM answer") == listed.count)
  }
}
