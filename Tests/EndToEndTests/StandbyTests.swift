import Foundation
import MarketTestSupport
import MarketWire
import StoreTestSupport
import Testing

/// Markets at a standby of PostgreSQL, and behind a pooler.
@Suite(
  .enabled(if: PostgresServer.isNeeded, "PostgreSQL is not installed"), .timeLimit(.minutes(60)))
struct StandbyTests {
  @Test func `a market at a standby is read, and takes changes when it becomes the primary`()
    async throws
  {
    let primary = try PostgresServer.makeOwn()
    let data = try primary.makeURL()
    try await Sandbox.run { sandbox in
      let account = try await sandbox.account("oak", in: data)
      let standby = try primary.makeStandby()
      let both = data.replacing(primary.folder, with: "\(primary.folder),\(standby.folder)")
      let first = try await ServedMarket(sandbox, "\(both)&target_session_attrs=read-write")
      let second = try await ServedMarket(
        sandbox, data.replacing(primary.folder, with: standby.folder))
      defer { for market in [first, second] { market.child.end() } }
      var results = try await RetryingAdds(urls: [first.url], account: account)
        .send(["before"], by: 1)
      await second.waitForHealth(503)
      await waitUntil("the standby has the listing") {
        let list = try? second.get("/api/products")
        return list?.status == 200
          && String(decoding: list?.body ?? [], as: UTF8.self).contains("before")
      }
      let refused = try await RetryingAdds(urls: [second.url], account: account).sendOnce("no")
      let text = String(decoding: refused.body, as: UTF8.self)
      #expect(refused.status == 503 && text.contains("is read-only"), "\(text)")
      await second.logs("the database is read-only")
      try await runBlocking {
        primary.stop("immediate")
        try standby.promote()
      }
      await second.waitForHealth(200)
      let adds = try RetryingAdds(urls: [first.url, second.url], account: account)
      results += try await adds.send((0..<10).map { "after \($0)" }, by: 2)
      #expect(adds.statuses.isSubset(of: [201, 503, 504]), "\(adds.statuses)")
      try await PostgresTests.check(
        results, first.url, data.replacing(primary.folder, with: standby.folder), in: sandbox)
    }
  }

  @Test(.enabled(if: PostgresServer.hasPooler, "pgbouncer is not installed"))
  func `a pooler works in session mode, and is refused in transaction mode`() async throws {
    let server = try PostgresServer.makeOwn()
    let (session, transaction) = (
      try server.makePooler("session"), try server.makePooler("transaction")
    )
    try await Sandbox.run { sandbox in
      let account = try await sandbox.account("oak", in: session)
      let markets = [
        try await ServedMarket(sandbox, session), try await ServedMarket(sandbox, session),
      ]
      defer { for market in markets { market.child.end() } }
      let adds = try RetryingAdds(urls: markets.map(\.url), account: account)
      let results = try await adds.send((0..<12).map { "add \($0)" }, by: 4)
      try await PostgresTests.check(results, markets[0].url, session, in: sandbox)
      for command in [["serve", "--port", "0"], ["doctor"], ["account", "list"]] {
        let refused = try await sandbox.market(command + ["--data", transaction])
        #expect(
          refused.exitCode != 0 && refused.error.contains("set pool_mode = session"),
          "\(refused)")
      }
    }
  }

  @Test func `a statement ends soon after its client was killed`() async throws {
    let data = try PostgresServer.newURL()
    try await Sandbox.run { sandbox in
      _ = try await sandbox.account("oak", in: data)
      let lock = try PostgresServer.lock("picture_file", at: data)
      let child = try Sandbox.withFiles(["/dev/null", "/dev/null", "/dev/null"]) { files in
        try ChildProcess(
          sandbox.launch(["doctor", "--data", data]), input: files[0], output: files[1],
          error: files[2])
      }
      await waitUntil("the inspection waits") { lock.waiting == 1 }
      #expect(child.end() == .signal(SIGKILL))
      await waitUntil("the inspection has ended") { lock.waiting == 0 }
    }
  }
}
