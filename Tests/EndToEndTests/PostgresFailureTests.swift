import Foundation
import MarketTestSupport
import MarketWire
import StoreTestSupport
import Testing

/// What can happen to the server of the database while markets are served, and how to sign in there.
@Suite(
  .serialized, .enabled(if: PostgresServer.isNeeded, "PostgreSQL is not installed"),
  .timeLimit(.minutes(PostgresRounds.minutes)))
struct PostgresFailureTests {
  /// A PostgreSQL whose settings these tests change, one after another.
  private static let server = Result { try PostgresServer.makeOwn() }

  @Test func `a market survives that all connections are cut, and nothing is lost or doubled`()
    async throws
  {
    let server = try Self.server.get()
    let data = try server.makeURL()
    try await Sandbox.run { sandbox in
      let account = try await sandbox.account("oak", in: data)
      let markets = [
        try await ServedMarket(sandbox, data), try await ServedMarket(sandbox, data),
      ]
      defer { for market in markets { market.child.end() } }
      let adds = try RetryingAdds(urls: markets.map(\.url), account: account)
      let names = (0..<(PostgresRounds.kills + 1) * 20).map { "add \($0)" }
      async let results = adds.send(names, by: PostgresTests.clients)
      async let reads = runBlocking {
        var statuses: Set<Int> = []
        while !adds.haveEnded {
          for market in markets {
            if let status = try market.get("/api/products?search_value=dd")?.status {
              statuses.insert(status)
            }
          }
        }
        return statuses
      }
      for cut in 0..<PostgresRounds.kills {
        try await adds.wait(for: cut * 20 + 10)
        try server.execute(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'
          """)
      }
      try await PostgresTests.check(try await results, markets[0].url, data, in: sandbox)
      // 504 says that a change may have been stored.
      #expect(adds.statuses.isSubset(of: [201, 503, 504]), "\(adds.statuses)")
      let statuses = try await reads
      #expect(statuses.isSubset(of: [200, 503]), "\(statuses)")
    }
  }

  @Test func `while the database is read-only, a market can be read and says why it cannot change`()
    async throws
  {
    let server = try Self.server.get()
    let data = try server.makeURL()
    try await Sandbox.run { sandbox in
      let account = try await sandbox.account("oak", in: data)
      let market = try await ServedMarket(sandbox, data)
      defer { market.child.end() }
      let adds = try RetryingAdds(urls: [market.url], account: account)
      var results = try await adds.send(["before"], by: 1)
      try server.execute("ALTER SYSTEM SET default_transaction_read_only = on")
      try server.execute("SELECT pg_reload_conf()")
      let refusal = try await adds.sendUntilRefused("during")
      let text = String(decoding: refusal.response.body, as: UTF8.self)
      #expect(refusal.response.status == 503)
      #expect(text.contains("is read-only; nothing was changed"), "\(text)")
      #expect(try market.get("/api/products")?.status == 200)
      await market.waitForHealth(503)
      async let late = adds.send([refusal.refused], by: 1)
      try server.execute("ALTER SYSTEM RESET default_transaction_read_only")
      try server.execute("SELECT pg_reload_conf()")
      results += try await refusal.accepted + late
      await market.waitForHealth(200)
      try await PostgresTests.check(results, market.url, data, in: sandbox)
    }
  }

  @Test(.enabled(if: PostgresServer.canMount, "a small disk cannot be mounted without root"))
  func `a full disk of the database is reported, and the market goes on when it has space`()
    async throws
  {
    let server = try Self.server.get()
    let data = try server.makeURL()
    try await Sandbox.run { sandbox in
      let account = try await sandbox.account("oak", in: data)
      let market = try await ServedMarket(sandbox, data)
      defer { market.child.end() }
      try server.movePictures(at: data, toDiskOf: 1)
      let adds = try RetryingAdds(urls: [market.url], account: account)
      var results = try await adds.send(["before"], by: 1)
      try Self.fill(data)
      let refusal = try await adds.sendUntilRefused("during")
      let text = String(decoding: refusal.response.body, as: UTF8.self)
      #expect(refusal.response.status == 507)
      #expect(text.contains("the disk of the market is full"), "\(text)")
      #expect(try market.get("/api/products")?.status == 200)
      #expect(try market.get("/healthChecker")?.status == 200)
      #expect(server.resizeDisk(toMegabytes: 16))
      results += try await refusal.accepted + adds.send([refusal.refused], by: 1)
      try await PostgresTests.check(results, market.url, data, in: sandbox)
    }
  }

  @Test func `a password is read from the file of PGPASSFILE, also with a service`() async throws {
    let server = try Self.server.get()
    let url = try server.makeRole("keeper", password: "s3cret-of-keeper")
    try await Sandbox.run { sandbox in
      try sandbox.write("*:*:*:keeper:s3cret-of-keeper\n", to: "pgpass")
      try sandbox.write(
        """
        [shop]
        host=\(server.folder)
        dbname=postgres
        user=keeper
        options=-csearch_path=keeper

        """, to: "services")
      let path = "\(sandbox.folder)/pgpass"
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      let without = try await sandbox.market(["account", "add", "oak", "--data", url])
      #expect(without.exitCode != 0 && without.error.contains("no password supplied"), "\(without)")
      let service = "postgresql:///?service=shop"
      var variables = ["PGSERVICEFILE": "\(sandbox.folder)/services"]
      let doctor = try await sandbox.market(["doctor", "--data", service], variables)
      #expect(doctor.exitCode != 0)
      variables["PGPASSFILE"] = path
      let added = try await sandbox.market(["account", "add", "oak", "--data", url], variables)
      #expect(added.exitCode == 0, "\(added)")
      try await ServedMarket.run(at: sandbox, folder: service, [], variables) { market in
        let health = try market.get("/healthChecker")
        #expect(health?.status == 200)
        #expect(!market.log.contains("s3cret"))
      }
      let listed = try await sandbox.market(["account", "list", "--data", service], variables)
      #expect(listed.exitCode == 0 && listed.output.contains("oak"), "\(listed)")
      #expect(!"\(without)\(added)\(listed)".contains("s3cret"))
    }
  }

  /// Fills the disk of pictures with rows that are rolled back: large ones, then small ones.
  private static func fill(_ data: String) throws {
    try PostgresServer.execute(
      """
      DO $$ DECLARE size int; BEGIN
        FOREACH size IN ARRAY ARRAY[3000, 100] LOOP
          BEGIN
            LOOP
              INSERT INTO picture_file
                SELECT gen_random_uuid()::text, decode(repeat('ab', size), 'hex'), now();
            END LOOP;
          EXCEPTION WHEN disk_full THEN NULL;
          END;
        END LOOP;
      END $$
      """, at: data)
  }
}
