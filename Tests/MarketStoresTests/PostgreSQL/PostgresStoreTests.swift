import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import StoreTestSupport
import Synchronization
import Testing

@testable import MarketStores

/// What only the store on PostgreSQL does.
@Suite(
  .timeLimit(.minutes(60)),
  .enabled(if: PostgresServer.isNeeded, "PostgreSQL is not installed"))
struct PostgresStoreTests {
  private func open(
    _ url: String, connections: Int = 8, waitLimit: Duration = .seconds(5)
  ) throws -> PostgresStore {
    try PostgresStore(
      url: url, connections: connections, waitLimit: waitLimit, clock: { WireDate(Date()) })
  }

  @Test(arguments: [
    "postgresql://market:secret@/x", "postgresql:///x?password=secret",
    "postgresql://a:b@example.com/x",
  ])
  func `a password in a URL is refused`(url: String) {
    #expect(throws: PostgresURLProblem.hasPassword) { try PostgresStore.check(url: url) }
    #expect(throws: StoreError.self) { try open(url) }
  }

  @Test func `a malformed URL is refused, one with a service is not`() throws {
    #expect(throws: PostgresURLProblem.self) { try PostgresStore.check(url: "postgresql://x?y=1") }
    try PostgresStore.check(url: "postgresql:///?service=market")
  }

  @Test(arguments: [
    "postgresql://oak:hidden@[::1/x", "postgresql://oak:%zzhidden@a/x",
    "postgresql:///x?password=hidden%zz", "postgresql:///x?pass%77ord=hidden%zz",
  ])
  func `a malformed URL that may have a password is not repeated`(url: String) {
    let error = #expect(throws: PostgresURLProblem.self) { try PostgresStore.check(url: url) }
    #expect(!"\(String(describing: error))".contains("hidden"))
    let opened = #expect(throws: StoreError.self) { try open(url) }
    #expect(!"\(String(describing: opened))".contains("hidden"))
  }

  @Test func `a server that cannot be reached is named`() {
    let error = #expect(throws: StoreError.self) { try open("postgresql:///x?host=/nowhere") }
    guard case .unreachable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a newer schema, and tables of another program, are refused`() throws {
    let test = try TestStore(.postgres)
    let connection = try PostgresConnection(url: test.url, setupSQL: "")
    try connection.execute("INSERT INTO market_schema (name) VALUES ('of next year')")
    #expect(throws: StoreError.newerSchema(found: 5, known: 4)) { try test.another() }
    #expect(throws: StoreError.newerSchema(found: 5, known: 4)) {
      try PostgresStore.probe(url: test.url)
    }
    let other = try PostgresServer.newURL()
    try PostgresConnection(url: other, setupSQL: "").execute("CREATE TABLE vendor (name text)")
    #expect(throws: StoreError.notAMarket) { try open(other) }
  }

  @Test func `a probe says what is in a database and changes nothing`() throws {
    let url = try PostgresServer.newURL()
    for _ in 0..<2 { #expect(try PostgresStore.probe(url: url) == StoreProbe(exists: false)) }
    let test = try TestStore(.postgres)
    #expect(try PostgresStore.probe(url: test.url) == StoreProbe(exists: true))
    try test.store.setUnfinishedMove("revision 1")
    #expect(try PostgresStore.probe(url: test.url).hasUnfinishedMove)
  }

  @Test func `several processes can open a new market at the same time`() throws {
    let url = try PostgresServer.newURL()
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 6) { _ in
      do { try open(url).close() } catch { failures.withLock { $0.append("\(error)") } }
    }
    #expect(failures.withLock { $0 } == [])
  }

  @Test func `a write that waits too long for another one is busy`() throws {
    let test = try TestStore(.postgres)
    let connection = try PostgresConnection(url: test.url, setupSQL: "")
    try connection.execute("BEGIN; SELECT * FROM market_state FOR UPDATE")
    let store = try PostgresStore(
      url: test.url, lockTimeout: .milliseconds(1), clock: { WireDate(milliseconds: 0) })
    defer { store.close() }
    #expect(throws: StoreError.busy) { try store.write { _ in } }
    // Reads do not wait for a writer.
    #expect(try store.read { try $0.productCount() } == 0)
  }

  @Test func `a statement is canceled when its client gives up`() throws {
    let test = try TestStore(.postgres)
    _ = try test.addProducts(1, of: try test.addVendor("shop"))
    let lock = try PostgresServer.lock("product, picture_file", at: test.url)
    let impatient = try PostgresConnection(
      url: test.url, setupSQL: "", timeLimit: .milliseconds(50))
    let error = #expect(throws: PostgresError.self) {
      try impatient.run("SELECT count(*) FROM product")
    }
    #expect(error?.code == .connection)
    waitUntil("the statement has ended") { lock.waiting == 0 }
    #expect(throws: StoreError.tooSlow) {
      try test.store.readSlowly(timeLimit: .milliseconds(50)) {
        _ = try $0.products(.all, sortedBy: ListingSort(.name), offset: 0, limit: 9)
      }
    }
    #expect(throws: StoreError.self) {
      try PostgresStore.inspect(url: test.url, timeLimit: .milliseconds(50))
    }
    waitUntil("the others have ended") { lock.waiting == 0 }
    withExtendedLifetime(impatient) {}
  }

  @Test func `when all connections are in use, a call waits and is then busy`() throws {
    let test = try TestStore(.postgres)
    let store = try open(test.url, connections: 1, waitLimit: .milliseconds(20))
    defer { store.close() }
    _ = try store.read { _ in
      #expect(throws: StoreError.busy) { _ = try store.read { try $0.revision() } }
      #expect(store.connections == StoreConnections(inUse: 1, limit: 1))
    }
    #expect(store.connections == StoreConnections(inUse: 0, limit: 1))
    #expect(try store.read { try $0.productCount() } == 0)
  }

  @Test(arguments: [true, false])
  func `a connection that is lost while it commits leaves open what happened`(
    isCommitting: Bool
  ) throws {
    let test = try TestStore(.postgres)
    let vendor = try test.addVendor("shop")
    // A deferred trigger runs within COMMIT.
    try PostgresServer.execute(
      """
      CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON product
        \(isCommitting ? "DEFERRABLE INITIALLY DEFERRED" : "NOT DEFERRABLE")
        FOR EACH ROW EXECUTE FUNCTION cut()
      """, at: test.url)
    let error = #expect(throws: StoreError.self) { try test.addProducts(1, of: vendor) }
    switch error {
    case .outcomeUnknown: #expect(isCommitting)
    case .unreachable: #expect(!isCommitting)
    default: Issue.record("\(String(describing: error))")
    }
    try PostgresServer.execute("DROP TRIGGER cut ON product", at: test.url)
    #expect(try test.addProducts(1, of: vendor).count == 1)
  }

  @Test func `pictures that no write adopts are deleted after an hour`() throws {
    let test = try TestStore(.postgres)
    _ = try test.store.stage(PictureFile.pair("a"))
    let connection = try PostgresConnection(url: test.url, setupSQL: "")
    try connection.execute("UPDATE picture_file SET staged_at = now() - interval '61 minutes'")
    let other = try test.another()
    defer { other.close() }
    _ = try other.stage(PictureFile.pair("b"))
    let left = try connection.query("SELECT path FROM picture_file") { $0.text(0) }
    #expect(left.sorted() == PictureFile.pair("b").map(\.path.text).sorted())
  }

  @Test func `texts with NUL keep their order and are found`() throws {
    let test = try TestStore(.postgres)
    let vendor = try test.addVendor("shop")
    let names = ["a\u{1}b", "a\u{0}\u{1}", "a\u{0}b", "a", "ab", "a\u{2}"]
    try test.store.write { writer in
      for name in names { _ = try writer.insert(.of(vendor, name: name)) }
    }
    let page = try test.store.read {
      try $0.products(.all, sortedBy: ListingSort(.name), offset: 0, limit: 9)
    }
    #expect(
      page.products.map(\.name) == ["a", "a\u{0}\u{1}", "a\u{0}b", "a\u{1}b", "a\u{2}", "ab"])
    var filter = ListingFilter.all
    filter.search = "\u{0}b"
    let found = try test.store.read {
      try $0.products(filter, sortedBy: .newest, offset: 0, limit: 9)
    }
    #expect(found.products.map(\.name) == ["a\u{0}b"])
  }

  @Test func `an inspection finds lost pictures and wrong counts`() throws {
    let test = try TestStore(.postgres)
    let vendor = try test.addVendor("shop")
    _ = try test.addProducts(3, of: vendor, pictures: [try test.addPicture("a")])
    let sound = try PostgresStore.inspect(url: test.url)
    #expect(sound.listings == 3 && sound.miscounts.isEmpty && sound.missing.isEmpty)
    #expect(sound.pictures == 2 && sound.orphans.isEmpty && sound.schema == 4)
    let connection = try PostgresConnection(url: test.url, setupSQL: "")
    try connection.execute(
      "DELETE FROM picture_file; UPDATE page_block SET live = 2; DELETE FROM gram_count")
    let found = try PostgresStore.inspect(url: test.url)
    #expect(found.missing == PictureFile.pair("a").map(\.path.text).sorted())
    #expect(found.miscounts.count == 2 && found.damage.isEmpty)
  }

  @Test func `counters hold across processes`() throws {
    let test = try TestStore(.postgres)
    let other = try test.another()
    defer { other.close() }
    let counters = try [test.store, other].map { try #require($0.counters) }
    #expect(counters[0].salt == counters[1].salt && counters[0].salt.count == 16)
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      for _ in 0..<10 { try? counters[index % 2].update(7, in: 1) { $0 + 1 } }
    }
    #expect(try counters[0].value(7, in: 1) == 80)
    #expect(try counters[0].value(8, in: 1) == 0)
  }
}
