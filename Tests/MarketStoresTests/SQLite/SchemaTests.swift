import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import SQLite
import StoreTestSupport
import Testing

@testable import MarketStores

@Suite(.timeLimit(.minutes(60))) struct SchemaTests {
  @Test func `changes since a forgotten or future revision are nil`() throws {
    let test = try TestStore(.sqlite)
    let vendor = try test.addVendor("shop")
    let start = try test.store.read { try $0.revision() }
    let ids = try test.addProducts(2, of: vendor)
    try test.store.read { reader throws in
      #expect(try reader.changes(since: start + 3, limit: 10) == nil)
      #expect(try reader.changes(since: .max, limit: 10) == nil)
      #expect(try reader.changes(since: start - 1, limit: 10) == nil)
      #expect(try reader.changes(since: start + 2, limit: 10)?.products.isEmpty == true)
      #expect(try reader.changes(since: start, limit: 10)?.products.map(\.id) == ids)
    }
    // Simulates many more changes.
    let connection = try Connection(.file(test.folder + "/market.sqlite"))
    try connection.execute(
      "UPDATE market_revision SET number = \(start + StoreLimits.retainedRevisions + 10)")
    try test.store.write { writer in
      try writer.remove(try #require(try writer.product(ids[0])))
    }
    try test.store.read { reader throws in
      #expect(try reader.changes(since: start + 10, limit: 10) == nil)
      let changes = try #require(try reader.changes(since: start + 11, limit: 10))
      #expect(changes.removed == [ids[0]] && changes.products.isEmpty)
    }
  }

  @Test func `removals are stored as long as changes include them`() throws {
    let test = try TestStore(.sqlite)
    let vendor = try test.addVendor("shop")
    let ids = try test.addProducts(3, of: vendor)
    let connection = try Connection(.file(test.folder + "/market.sqlite"))
    func remove(_ id: Int) throws {
      try test.store.write { _ = try $0.remove(try #require(try $0.product(id))) }
    }
    try remove(ids[0])
    try connection.execute(
      "UPDATE market_revision SET number = number + \(StoreLimits.retainedRevisions - 2)")
    try remove(ids[1])
    let count = "SELECT count(*) FROM removal"
    #expect(try connection.first(count) { $0.int(0) } == 2)
    try remove(ids[2])
    #expect(try connection.first(count) { $0.int(0) } == 2)
  }

  @Test func `a market of the first version is migrated`() throws {
    let test = try TestStore(.sqlite)
    let folder = test.folder + "/old"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = SQLiteStore.database(in: folder)
    do {
      let connection = try Connection(.file(path))
      try connection.execute("PRAGMA foreign_keys = OFF; \(Fixture.text("stores/first.sql"))")
    }
    let store = try SQLiteStore(folder: folder, clock: { WireDate(milliseconds: 0) })
    defer { store.close() }
    let all = [122, 56, 48, 35, 24, 10, 2, 1]
    try store.read { reader throws in
      #expect(try reader.products(offset: 0, limit: 20).products.map(\.id) == all)
      func ids(_ filter: ListingFilter, _ sort: String) throws -> [Int] {
        let sort = try #require(ListingSort(text: sort))
        return try reader.products(filter, sortedBy: sort, offset: 0, limit: 20).products
          .map(\.id)
      }
      #expect(try ids(.all, "name") == [1, 10, 48, 24, 35, 2, 56, 122])
      #expect(try ids(.all, "price") == [122, 35, 56, 2, 24, 48, 10, 1])
      #expect(try ids(.all, "-discount") == [1, 10, 35, 2, 122, 56, 48, 24])
      var shop = ListingFilter.all
      shop.vendor = .name("초록가게")
      #expect(try ids(shop, "stock") == [122, 2, 48])
      #expect(try reader.product(24)?.pictures.isEmpty == false)
      // The first version had no revisions.
      #expect(try reader.changes(since: 5, limit: 9) == nil)
    }
    let start = try store.read { try $0.revision() }
    #expect(try store.read { try $0.changes(since: start, limit: 9) }?.products.isEmpty == true)
    try store.write { writer in
      let vendor = try #require(try writer.vendor(named: "은하 공방"))
      #expect(try writer.insert(.of(vendor)).id == 123)
      try writer.remove(try #require(try writer.product(10)))
    }
    let changes = try #require(try store.read { try $0.changes(since: start, limit: 9) })
    #expect(changes.products.map(\.id) == [123] && changes.removed == [10])
    #expect(changes.revision == start + 2)
  }

  @Test func `a market of an old version gets the usage of accounts`() throws {
    let test = try TestStore(.sqlite)
    let folder = test.folder + "/old"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var origin = ""
    do {
      let connection = try Connection(.file(SQLiteStore.database(in: folder)))
      try connection.execute("PRAGMA foreign_keys = OFF; \(Fixture.text("stores/first.sql"))")
      try connection.execute("UPDATE vendor SET is_sample = 0")
      let sql = "SELECT origin FROM picture WHERE product_id = 122 ORDER BY id"
      origin = try connection.first(sql) { $0.text(0) } ?? ""
    }
    let file = URL(filePath: "\(folder)/\(origin)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(repeating: 1, count: 77).write(to: file)
    let store = try SQLiteStore(folder: folder, clock: { WireDate(milliseconds: 0) })
    defer { store.close() }
    try store.read { reader throws in
      let product = try #require(try reader.product(122))
      #expect(product.bytes == 77)
      let usage = try reader.usage(ofVendor: product.vendorID)
      // Another sample of this vendor has the same photo.
      #expect(usage == AccountUsage(listings: 3, bytes: 154))
      #expect(try reader.vendors().reduce(0) { $0 + $1.usage.listings } == 8)
      #expect(try reader.product(10)?.bytes == 0)
    }
  }

  @Test func `a market of the second version gets counts of blocks`() throws {
    let test = try TestStore(.sqlite)
    let folder = test.folder + "/old"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = SQLiteStore.database(in: folder)
    do {
      let connection = try Connection(.file(path))
      try connection.execute("PRAGMA foreign_keys = OFF; \(Fixture.text("stores/second.sql"))")
    }
    let store = try SQLiteStore(folder: folder, clock: { WireDate(milliseconds: 0) })
    defer { store.close() }
    #expect(try store.read { try $0.productCount() } == 7)
    let page = try store.read { try $0.products(offset: 5, limit: 20) }
    #expect(page.products.map(\.id) == [2, 1] && page.totalCount == 7)
    var mugs = ListingFilter.all
    mugs.search = "머그"
    let found = try store.read {
      try $0.products(mugs, sortedBy: .newest, offset: 0, limit: 9).products.map(\.id)
    }
    #expect(found == [35])
    try store.write { writer in
      let vendor = try #require(try writer.vendor(named: "은하 공방"))
      #expect(try writer.insert(.of(vendor)).id == 123)
      try writer.remove(try #require(try writer.product(1)))
      try writer.remove(try #require(try writer.product(2)))
    }
    let after = try store.read { try $0.products(offset: 5, limit: 20) }
    #expect(after.products.map(\.id) == [10] && after.totalCount == 6)
    #expect(try SQLiteStore.inspect(folder).listings == 6)
  }
}
