import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import StoreTestSupport
import Synchronization
import Testing

@testable import MarketService

@Suite(.timeLimit(.minutes(60))) struct HealthTests {
  /// Overwrites the database from `offset` on, as a failing disk does, while the market is open.
  private func damage(_ market: TestMarket, from offset: Int) throws {
    // Moves the write-ahead log into the database.
    try market.another().close()
    let file = try #require(FileHandle(forUpdatingAtPath: "\(market.folder)/market.sqlite"))
    let size = Int(try file.seekToEnd())
    try #require(size > offset)
    try file.seek(toOffset: UInt64(offset))
    try file.write(contentsOf: Data(repeating: 0xA5, count: size - offset))
    try file.close()
  }

  private func health(_ market: TestMarket) -> Int {
    market.respond(.get("/healthChecker")).status
  }

  @Test(arguments: [0, 8_192])
  func `damage outside of the pages in the cache makes the market unhealthy`(offset: Int) throws {
    let failures = Mutex(0)
    let market = try TestMarket { $0.onFailure = { _ in failures.withLock { $0 += 1 } } }
    try market.service.addGeneratedListings(count: 300)
    #expect(health(market) == 200)
    // The page that the list reads is in the cache of its reader.
    #expect(market.respond(.get("/api/products")).status == 200)
    try damage(market, from: offset)
    #expect(health(market) == 503)
    #expect(health(market) == 503)
    #expect(failures.withLock { $0 } == 1)
  }

  @Test func `the check reads all rows`() throws {
    let market = try TestMarket()
    try market.service.addGeneratedListings(count: 2_000)
    for _ in 0..<20 { try market.service.store.check() }
    let size = try #require(market.databaseSize)
    try damage(market, from: size / 2)
    #expect(throws: StoreError.self) { for _ in 0..<20 { try market.service.store.check() } }
  }

  @Test func `a health request returns the last result without SQL`() throws {
    let hasFailed = DispatchSemaphore(value: 0)
    let market = try TestMarket {
      $0.healthInterval = .seconds(3600)
      $0.onFailure = { _ in hasFailed.signal() }
    }
    let path = "\(market.folder)/market.sqlite"
    try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
    market.service.watchHealth()
    hasFailed.wait(until: "the check has failed")
    try FileManager.default.moveItem(atPath: path + ".away", toPath: path)
    // The database could be read again, but the next check is an hour away.
    #expect(health(market) == 503)
  }

  @Test func `an unreachable database becomes healthy again, a damaged one does not`() throws {
    let market = try TestMarket()
    let path = "\(market.folder)/market.sqlite"
    try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
    #expect(health(market) == 503)
    // The process is alive, although it is not ready.
    #expect(market.respond(.get("/alive")).status == 200)
    try FileManager.default.moveItem(atPath: path + ".away", toPath: path)
    #expect(health(market) == 200)
    market.service.health.remember(.damaged(detail: ""))
    #expect(health(market) == 503)
    market.service.close()
    #expect(try market.another().respond(.get("/healthChecker")).status == 200)
  }

  @Test(.enabled(if: PostgresServer.isNeeded, "PostgreSQL is not installed"))
  func `a change that a lost database may have stored is not called undone`() throws {
    let (market, shop) = try TestMarket.withShop(.postgres)
    try PostgresServer.execute(
      """
      CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON product DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION cut()
      """, at: market.location)
    let lost = market.respond(shop.create())
    #expect(lost.status == 504 && lost.headers[.retryAfter] == nil)
    #expect(lost.message.contains("is unknown") && !lost.message.contains("nothing"))
    try PostgresServer.execute("ALTER TABLE product RENAME TO other", at: market.location)
    #expect(market.respond(shop.create()).status == 500)
    try PostgresServer.execute(
      "ALTER TABLE other RENAME TO product; DROP TRIGGER cut ON product", at: market.location)
    #expect(market.respond(shop.create()).status == 201)
  }

  @Test(arguments: [true, false])
  func `a market with pictures and no database does not start empty`(isAbsent: Bool) throws {
    let (market, shop) = try TestMarket.withShop()
    #expect(market.respond(shop.create()).status == 201)
    market.service.close()
    let path = "\(market.folder)/market.sqlite"
    try FileManager.default.removeItem(atPath: path)
    if !isAbsent { try Data().write(to: URL(filePath: path)) }
    #expect(throws: ServiceError.databaseLost(path: path)) { try market.another() }
    #expect(market.databaseSize == (isAbsent ? nil : 0))
  }
}
