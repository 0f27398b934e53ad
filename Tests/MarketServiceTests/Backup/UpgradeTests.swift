import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import SQLite
import StoreTestSupport
import Testing

@testable import MarketStores

/// Markets and backups that older versions have left.
@Suite(.timeLimit(.minutes(60))) struct UpgradeTests {
  /// An older version of the tables of a store; its fixtures follow each other.
  struct Version: Sendable, CustomTestStringConvertible {
    let kind: StoreKind
    let schema: Int
    let fixtures: [String]

    var testDescription: String { "\(kind.rawValue) \(schema)" }
  }

  static let versions = [
    Version(kind: .sqlite, schema: 1, fixtures: ["first"]),
    Version(kind: .sqlite, schema: 2, fixtures: ["second"]),
    Version(kind: .sqlite, schema: 3, fixtures: ["second", "third"]),
    Version(kind: .sqlite, schema: 4, fixtures: ["second", "third", "fourth"]),
    Version(kind: .sqlite, schema: 5, fixtures: ["second", "third", "fourth", "fifth"]),
    Version(kind: .postgres, schema: 1, fixtures: ["postgres-first"]),
    Version(kind: .postgres, schema: 2, fixtures: ["postgres-first", "postgres-second"]),
    Version(
      kind: .postgres, schema: 3,
      fixtures: ["postgres-first", "postgres-second", "postgres-third"]),
  ].filter { StoreKind.all.contains($0.kind) }

  private let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  /// A market of an older version.
  private func make(_ version: Version, and more: String = "") throws -> MarketLocation {
    let script = try version.fixtures.map { try Fixture.text("stores/\($0).sql") } + [more]
    guard version.kind == .sqlite else {
      let url = try PostgresServer.newURL()
      try PostgresServer.execute(script.joined(separator: ";"), at: url)
      return .database(url: url)
    }
    let folder = temporary.file("old-\(version.schema)")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Connection(.file(SQLiteStore.database(in: folder)))
      .execute("PRAGMA foreign_keys = OFF; \(script.joined(separator: ";\n"))")
    return .folder(folder)
  }

  private func open(_ location: MarketLocation) throws -> MarketService {
    try MarketService(
      at: location, clock: { WireDate(milliseconds: 1_795_273_445_999) },
      random: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } })
  }

  /// The ids that a list has.
  private func ids(_ service: MarketService, _ query: String = "") throws -> [Int] {
    try service.respond(.get("/api/products?items_per_page=100\(query)")).page.products.map(\.id)
  }

  /// Opens a market of the fixtures, and changes it.
  private func use(_ location: MarketLocation, has122: Bool, adds first: Int = 123) throws {
    let all = (has122 ? [122] : []) + [56, 48, 35, 24, 10, 2, 1]
    let service = try open(location)
    defer { service.close() }
    #expect(try ids(service) == all)
    #expect(try ids(service, "&search_value=%EB%A8%B8%EA%B7%B8") == [35])
    #expect(try service.respond(.get("/api/products/35")).product.pictures?.count == 2)
    let shop = try service.addAccount(name: "oak")
    let added = try service.respond(shop.create()).product.id
    #expect(added == first)
    #expect(try ids(service) == [added] + all)
    let accounts = try service.accounts()
    #expect(accounts.first { $0.name == "oak" }?.listings == 1)
    #expect(accounts.reduce(0) { $0 + $1.listings } == all.count + 1)
    let found = try MarketService.inspect(at: location)
    #expect(found.damage == [] && found.miscounts == [] && found.listings == all.count + 1)
  }

  @Test(arguments: versions) func `a market of an older version is opened, changed and backed up`(
    version: Version
  ) throws {
    let location = try make(version)
    let before = try MarketService.inspect(at: location)
    #expect(before.schema == version.schema && before.damage == [] && before.miscounts == [])
    try use(location, has122: version.fixtures == ["first"])
    let backup = temporary.file("new.tar")
    let clock = { @Sendable in WireDate(Date()) }
    let written = try MarketMove.backUp(location, to: backup, clock: clock)
    let target = MarketLocation.folder(temporary.file("restored"))
    #expect(try MarketMove.restore(backup, to: target, clock: clock) == written)
    #expect(try ids(try open(target)).first == 123)
  }

  @Test(arguments: versions.filter { $0.kind == .sqlite }, StoreKind.all)
  func `a backup of an older version is restored`(version: Version, kind: StoreKind) throws {
    guard case .folder(let folder) = try make(version) else { return }
    let backup = temporary.file("old.tar")
    try write(folder, version.schema, to: backup)
    let target: MarketLocation =
      kind == .sqlite
      ? .folder(temporary.file("restored")) : .database(url: try PostgresServer.newURL())
    let restored = try MarketMove.restore(backup, to: target, clock: { WireDate(Date()) })
    #expect(restored.listings == (version.schema == 1 ? 8 : 7))
    try use(target, has122: version.schema == 1, adds: 11_001)
  }

  /// Backs up a folder as it is.
  private func write(_ folder: String, _ schema: Int, to path: String) throws {
    var tar = try TarWriter(path: path, date: 0)
    _ = try tar.add(BackupManifest.database, file: SQLiteStore.database(in: folder))
    let manifest = BackupManifest(
      schema: schema, listings: schema == 1 ? 8 : 7, missing: 0, date: WireDate(milliseconds: 0),
      entries: tar.entries)
    try tar.add(BackupManifest.name, content: manifest.json)
    try tar.finish()
  }

  @Test(arguments: versions) func `a large market of an older version is upgraded`(
    version: Version
  ) throws {
    let location = try make(version, and: Self.listings(version))
    let service = try open(location)
    defer { service.close() }
    let count = version.schema == 1 && version.kind == .sqlite ? 20_008 : 20_007
    let page = try service.respond(.get("/api/products?items_per_page=10&page_no=500")).page
    #expect(page.totalCount == count && page.products.count == 10)
    let found = try service.respond(.get("/api/products?search_value=large%20ash")).page
    #expect(found.totalCount == 20_000)
    let inspection = try MarketService.inspect(at: location)
    #expect(inspection.miscounts == [] && inspection.listings == count)
  }

  /// 20,000 listings as an older version would have added them.
  private static func listings(_ version: Version) -> String {
    let isNew = version.kind == .postgres || version.schema > 1
    let isPostgres = version.kind == .postgres
    let grams = Bigrams.of("large ash")
    let array = "'{\(grams.map(String.init).joined(separator: ","))}'::bigint[]"
    let rows = """
      SELECT 1000 + n, 2, 'Large ash', NULL, 'large ash', 'KRW', 100000, 10, 5, '', n, n, 'r'
      """
    let columns = """
      id, vendor_id, name, description, folded, currency, price, discount, stock, thumbnail,
      created_at, issued_at, removal_id
      """
    let (more, values) =
      isNew
      ? (", folded_name, bargain, share, revision", ", 'large ash', 99990, 0.0001, 1000 + n")
      : ("", "")
    let numbers =
      isPostgres
      ? "FROM generate_series(1, 20000) AS n"
      : """
      FROM (WITH RECURSIVE numbers (n) AS (
        SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000) SELECT n FROM numbers)
      """
    let insert = """
      INSERT INTO product (\(columns)\(more)\(isPostgres ? ", grams" : ""))
        \(rows)\(values)\(isPostgres ? ", \(array)" : "") \(numbers);
      """
    return insert + (isPostgres ? counts(grams, version) : pairs(version))
  }

  /// What the first versions count in PostgreSQL.
  private static func counts(_ grams: [Int], _ version: Version) -> String {
    let pairs = """
      INSERT INTO gram_count AS old SELECT unnest('{\(grams.map(String.init).joined(separator: ","))}'
        ::bigint[]), 20000 ON CONFLICT (gram) DO UPDATE SET live = old.live + 20000;
      """
    return """
      UPDATE market_state SET live = 20007, next_product = 21001;
      UPDATE page_block SET live = 20007;
      INSERT INTO page_bucket SELECT id / 256, count(*) FROM product WHERE id > 999 GROUP BY 1;
      \(version.schema == 1 ? "" : pairs)
      \(version.schema < 3 ? "" : "UPDATE vendor SET listings = listings + 20000 WHERE id = 2;")
      """
  }

  /// The words of the index for searches, which SQLite has since the fourth version.
  private static func pairs(_ version: Version) -> String {
    guard version.schema >= 4 else { return "" }
    let words = Bigrams.of("large ash").map { String($0, radix: 36) }.joined(separator: " ")
    return """
      INSERT INTO product_gram (rowid, grams) SELECT id, '\(words)' FROM product WHERE id > 999;
      """
  }

  @Test(arguments: StoreKind.all) func `a newer version is refused`(kind: StoreKind) throws {
    let market = try TestMarket(kind)
    let location = try MarketLocation(market.location)
    let schema = try MarketService.inspect(at: location).schema
    // A new step needs a fixture of the version before it.
    #expect(Self.versions.filter { $0.kind == kind }.map(\.schema) == Array(1..<schema))
    market.service.close()
    switch location {
    case .folder(let folder):
      try Connection(.file(SQLiteStore.database(in: folder))).setUserVersion(schema + 1)
      let backup = temporary.file("newer.tar")
      try write(folder, schema + 1, to: backup)
      #expect(throws: ServiceError.backup(.newer, path: backup)) {
        try MarketService.restore(backup, to: temporary.file("restored"))
      }
    case .database(let url):
      try PostgresServer.execute("INSERT INTO market_schema (name) VALUES ('next year')", at: url)
    }
    for body in [{ _ = try open(location) }, { _ = try MarketService.inspect(at: location) }] {
      let error = #expect(throws: ServiceError.self) { try body() }
      if case .store(.newerSchema(found: schema + 1, known: schema), path: _) = error { continue }
      Issue.record("\(String(describing: error))")
    }
  }
}
