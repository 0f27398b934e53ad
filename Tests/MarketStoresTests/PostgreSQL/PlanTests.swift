import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import StoreTestSupport
import Testing

@testable import MarketStores

/// The plans of the server for all statements, at a market that is large enough for indexes to matter.
@Suite(
  .timeLimit(.minutes(60)),
  .enabled(if: PostgresServer.isNeeded, "PostgreSQL is not installed"))
struct PlanTests {
  @Test func `requests read indexes, and no statement reads tables again and again`() throws {
    let market = try LargeMarket(listings: 20_000)
    let requests = try market.plans { store in
      for round in 0..<7 { try Self.request(store, round) }
      try Self.export(store)
      try Self.hide(9, andShrink: 8, store)
    }
    #expect(requests.count > 200)
    for plan in requests {
      let scans = plan.scans.filter(LargeMarket.largeTables.contains)
      #expect(scans.isEmpty, "\(scans): \(plan.text)")
    }
    // Once in each transaction: it would read all rows again that were deleted before.
    #expect(requests.filter { $0.text.contains("DELETE FROM removal") }.count == 8)
    let readers = try market.plans(Self.readLists)
    let operators = try market.plans { store in
      _ = try PostgresStore.inspect(url: market.url, timeLimit: .seconds(60))
      try store.write { try $0.recount() }
      #expect(try store.write { try $0.removeSamples() } > 100)
      #expect(try PostgresStore.inspect(url: market.url).miscounts.isEmpty)
    }
    #expect(readers.count > 100 && operators.count > 20)
    // To read all tables once costs less than a tenth of this; to read one for each row, much more.
    for plan in requests + readers + operators {
      #expect(plan.cost < 200_000, "\(plan.cost): \(plan.text)")
    }
  }

  /// What sellers and buyers do all the time; the first rounds have other plans than later ones.
  private static func request(_ store: PostgresStore, _ round: Int) throws {
    let id = 1_000 + round * 7
    try store.check()
    try read(store, id)
    try #require(store.counters).update(round, in: 1) { $0 + 1 }
    let files = PictureFile.pair(Character(UnicodeScalar(UInt8(97 + round))))
    try write(store, files, key: "k\(round)")
    _ = try store.picture(files[0].path)
    _ = try store.pictureHashes(files.map(\.path))
    #expect(try store.replace(files[0]))
    try store.write { writer in try writer.remove(try #require(try writer.product(id))) }
    store.discard(try store.stage([PictureFile.pair("z")[0]]))
  }

  private static func read(_ store: PostgresStore, _ id: Int) throws {
    try store.read { reader in
      _ = try reader.product(id)
      _ = try reader.products(offset: 0, limit: 20)
      _ = try reader.products(offset: 9_000, limit: 20)
      _ = try reader.vendor(named: "shop 5")
      let vendor = try #require(try reader.vendor(identifierHash: LargeMarket.identifier(5)))
      _ = try reader.usage(ofVendor: vendor.vendor.id)
      _ = try reader.changes(since: try reader.revision() - 5, limit: 20)
      _ = try reader.hasSamples()
      for sort in ListingQueries.sorts where sort.key != .newest {
        _ = try reader.products(.all, sortedBy: sort, offset: 0, limit: 20)
      }
      var shop = ListingFilter.all
      shop.vendor = .id(5)
      _ = try reader.products(shop, sortedBy: .newest, offset: 0, limit: 20)
    }
  }

  private static func write(
    _ store: PostgresStore, _ files: [PictureFile], key: String
  ) throws {
    let staged = try store.stage(files)
    let key = ResponseKey(vendorID: 5, method: "POST", path: "/api/products", key: key)
    try store.write { writer in
      _ = try writer.response(key)
      let vendor = try #require(try writer.vendor(named: "shop 5"))
      try writer.adopt(staged)
      let added = try writer.insert(
        .of(
          vendor,
          pictures: [NewPicture(origin: files[0].path.text, thumbnail: files[1].path.text)]))
      try writer.update(added)
      try writer.setLastUsed(WireDate(milliseconds: 1), ofVendor: 5)
      try writer.store(
        StoredResponse(
          requestHash: [1], status: 201, contentType: "a/b", body: [],
          createdAt: WireDate(milliseconds: 1)), for: key)
      try writer.deleteResponses(before: WireDate(milliseconds: 1), limit: 10)
    }
  }

  private static func readLists(_ store: PostgresStore) throws {
    for query in ListingQueries.filters {
      for sort in ListingQueries.sorts {
        try store.readSlowly(timeLimit: .seconds(60)) {
          _ = try $0.products(query.filter, sortedBy: sort, offset: 40, limit: 20)
        }
      }
      try store.readSlowly(timeLimit: .seconds(60)) {
        try $0.forEachSummaryRow(query.filter) { _ in }
      }
    }
  }

  /// What an operator does to shops, and what buyers then do.
  private static func hide(_ hidden: Int, andShrink shop: Int, _ store: PostgresStore) throws {
    try store.write { try $0.setHidden(true, ofVendor: hidden) }
    try store.read { reader in
      for sort in ListingQueries.sorts {
        let page = try reader.products(.all, sortedBy: sort, offset: 0, limit: 20)
        #expect(page.totalCount < 19_993 && page.products.count == 20)
      }
    }
    try store.write { writer in
      for product in try writer.products(ofVendor: shop, after: 0, limit: 30) {
        try writer.remove(product)
      }
    }
  }

  /// What backups, moves and operators read.
  private static func export(_ store: PostgresStore) throws {
    try store.read { reader in
      _ = try reader.exportedVendors(after: 0, limit: .max)
      _ = try reader.exportedProducts(after: 5_000, limit: 200)
      _ = try reader.exportedResponses(
        after: ResponseKey(vendorID: 5, method: "POST", path: "/api/products", key: "a5"),
        limit: 200)
      _ = try reader.products(ofVendor: 5, after: 0, limit: 100)
      _ = try reader.vendors()
      _ = try reader.accountEvents(limit: 20)
    }
  }
}

/// A market with many listings, at a server that writes down all its plans.
private final class LargeMarket {
  static let largeTables: Set<String> = [
    "product", "picture", "picture_file", "answer", "removal", "account_event", "login_counter",
  ]

  /// A statement and its plan.
  struct Plan {
    let text: String
    let cost: Double
    /// The tables that are read as a whole.
    let scans: Set<String>
  }

  let url: String
  private let server: PostgresServer

  init(listings: Int) throws {
    server = try PostgresServer.makeOwn()
    url = try server.makeURL()
    let store = try PostgresStore(url: url, clock: { WireDate(Date()) })
    defer { store.close() }
    try PostgresServer.execute(Self.rows(listings), at: url)
    try store.write { try $0.recount() }
    try PostgresServer.execute("ANALYZE", at: url)
  }

  static func identifier(_ vendor: Int) -> [UInt8] { Array("identifier \(vendor)".utf8) }

  /// Runs `body` with a store whose statements are written down.
  func plans(_ body: (PostgresStore) throws -> Void) throws -> [Plan] {
    let settings = [
      "session_preload_libraries=auto_explain", "auto_explain.log_min_duration=0",
      "auto_explain.log_format=json", "auto_explain.log_nested_statements=on",
    ]
    let log = "\(server.folder)/server.log"
    let start = try Data(contentsOf: URL(filePath: log)).count
    // `inspect` opens a connection of its own at the same URL.
    try PostgresServer.execute(
      settings.map { setting in
        let parts = setting.split(separator: "=")
        return "ALTER ROLE market SET \(parts[0]) = '\(parts[1])'"
      }.joined(separator: ";"), at: url)
    let store = try PostgresStore(url: url, clock: { WireDate(Date()) })
    defer { store.close() }
    try body(store)
    let text = String(
      decoding: try Data(contentsOf: URL(filePath: log)).dropFirst(start), as: UTF8.self)
    return try text.split(separator: "  plan:\n").dropFirst().map { part in
      let lines = part.split(separator: "\n").prefix { $0.hasPrefix("\t") }
      return try Self.plan(lines.joined(separator: "\n"))
    }
  }

  private static func plan(_ text: String) throws -> Plan {
    let object = try #require(try JSON(parsing: Array(text.utf8)).objectValue)
    let plan = try #require(object["Plan"]?.objectValue)
    var scans: Set<String> = []
    var nodes = [plan]
    while let node = nodes.popLast() {
      if node["Node Type"]?.stringValue == "Seq Scan",
        let table = node["Relation Name"]?.stringValue
      {
        scans.insert(table)
      }
      nodes += (node["Plans"]?.arrayValue ?? []).compactMap(\.objectValue)
    }
    return Plan(
      text: text,
      cost: plan["Total Cost"]?.decimalValue.map { Double(truncating: $0 as NSNumber) }
        ?? .infinity, scans: scans)
  }

  /// Shops, listings with two photos each, and responses; the counts follow.
  static func rows(_ listings: Int) -> String {
    """
    INSERT INTO vendor (id, name, identifier_hash, secret_salt, secret_hash, is_sample, created_at)
      SELECT n, 'shop ' || n, convert_to('identifier ' || n, 'UTF8'), '', '', n <= 2, 0
      FROM generate_series(1, 200) AS n;
    INSERT INTO product (id, vendor_id, name, description, folded, grams, currency, price, discount,
        stock, thumbnail, created_at, issued_at, removal_id, folded_name, bargain, share, revision)
      SELECT n, CASE WHEN n % 100 = 0 THEN 1 ELSE 3 + n % 198 END, name, 'A text.', name, (
          SELECT array_agg(DISTINCT
            ascii(substr(name, at, 1))::bigint << 21 | ascii(substr(name, at + 1, 1)))
          FROM generate_series(1, length(name) - 1) AS at),
        CASE WHEN n % 3 = 0 THEN 'USD' ELSE 'KRW' END, 100000 + n % 1000, n % 10, n % 50, 't' || n,
        n, n, 'r', name, 100000 + n % 1000 - n % 10, (n % 10) / 100000.0, n
      FROM generate_series(1, \(listings)) AS n, LATERAL (
        SELECT (ARRAY['oak', 'ash', 'elm', 'fir'])[1 + n % 4] || ' '
          || (ARRAY['mug', 'bowl', 'lamp', 'chair', 'desk'])[1 + n % 5] || ' ' || n) AS made (name);
    INSERT INTO picture SELECT n, (n + 1) / 2, 'o' || n, 't' || n, n
      FROM generate_series(1, \(2 * listings)) AS n;
    INSERT INTO picture_file SELECT kind || n, '\\x00', NULL
      FROM generate_series(1, \(2 * listings)) AS n, (VALUES ('o'), ('t')) AS kinds (kind);
    INSERT INTO answer SELECT 5, 'POST', '/api/products', 'a' || n, '', 201, '', '', 5
      FROM generate_series(1, \(listings)) AS n;
    INSERT INTO removal SELECT n, n FROM generate_series(1, \(listings)) AS n;
    INSERT INTO account_event (at, action, account, detail, reason)
      SELECT n, 'add', '', '', '' FROM generate_series(1, 9000) AS n;
    INSERT INTO login_counter SELECT 1, n, n FROM generate_series(100, 20000) AS n;
    UPDATE market_state SET next_vendor = 201, next_product = \(listings + 1),
      next_picture = \(2 * listings + 1), revision = \(listings), floor = 0
    """
  }
}
