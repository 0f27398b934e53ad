import Foundation
import MarketTestSupport
import MarketWire
import SQLite
import Testing

@testable import MarketStore

struct ChangeStoreTests {
  @Test func `each written row increases the revision, unless it is rolled back`() throws {
    struct Stop: Error {}
    let test = try TestStore()
    let start = try test.store.read { try $0.revision() }
    func revision() throws -> Int { try test.store.read { try $0.revision() } - start }
    let vendor = try test.addVendor("shop")
    #expect(try revision() == 0)
    let ids = try test.addProducts(3, of: vendor)
    #expect(try revision() == 3)
    #expect(throws: Stop.self) {
      try test.store.write { writer in
        _ = try writer.insert(.of(vendor))
        throw Stop()
      }
    }
    #expect(try revision() == 3)
    try test.store.write { writer in
      try writer.update(try #require(try writer.product(ids[0])))
    }
    #expect(try revision() == 4)
    try test.store.write { writer in
      _ = try writer.remove(try #require(try writer.product(ids[1])))
    }
    #expect(try revision() == 5)
  }

  @Test func `markets start at different revisions`() throws {
    let tests = try (1...8).map { _ in try TestStore() }
    let starts = try tests.map { test in try test.store.read { try $0.revision() } }
    #expect(Set(starts).count == 8)
    #expect(starts.allSatisfy { (0..<1 << 52).contains($0) })
  }

  @Test func `a copy that applies all changes equals the market`() throws {
    let test = try TestStore()
    let vendor = try test.addVendor("shop")
    var generator = SeededGenerator(seed: 21)
    var copy: [Int: Int] = [:]
    var known = try test.store.read { try $0.revision() }
    for round in 0..<30 {
      try Self.change(test, vendor, times: Int.random(in: 0...40, using: &generator), &generator)
      var pages = 0
      while true {
        let changes = try #require(
          try test.store.read { try $0.changes(since: known, limit: 1 + round) })
        #expect(changes.products.count + changes.removed.count <= 1 + round)
        #expect(changes.totalCount >= changes.products.count)
        for product in changes.products { copy[product.id] = product.stock }
        for id in changes.removed { copy[id] = nil }
        #expect(changes.revision > known || !changes.hasMore)
        known = changes.revision
        pages += 1
        // Other changes happen between two pages.
        if pages == 2, changes.hasMore { try Self.change(test, vendor, times: 3, &generator) }
        guard changes.hasMore else { break }
      }
      #expect(try known == test.store.read { try $0.revision() })
      let all = try test.store.read { try $0.products(offset: 0, limit: 5000) }.products
      #expect(copy == Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.stock) }))
    }
    #expect(!copy.isEmpty)
  }

  /// Inserts, updates and removes listings at random.
  private static func change(
    _ test: TestStore, _ vendor: StoredVendor, times: Int, _ generator: inout SeededGenerator
  ) throws {
    for _ in 0..<times {
      let stock = Int.random(in: 0...1000, using: &generator)
      try test.store.write { writer in
        let ids = try writer.products(offset: 0, limit: 5000).products.map(\.id)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0..<2:
          _ = try writer.insert(.of(vendor))
        case 2..<4:
          guard let id = ids.randomElement(using: &generator),
            var product = try writer.product(id)
          else { return }
          product.stock = stock
          try writer.update(product)
        default:
          guard let id = ids.randomElement(using: &generator),
            let product = try writer.product(id)
          else { return }
          _ = try writer.remove(product)
        }
      }
    }
  }

  @Test func `changes since a forgotten or future revision are nil`() throws {
    let test = try TestStore()
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
      "UPDATE market_revision SET number = \(start + Schema.retainedRevisions + 10)")
    try test.store.write { writer in
      _ = try writer.remove(try #require(try writer.product(ids[0])))
    }
    try test.store.read { reader throws in
      #expect(try reader.changes(since: start + 10, limit: 10) == nil)
      let changes = try #require(try reader.changes(since: start + 11, limit: 10))
      #expect(changes.removed == [ids[0]] && changes.products.isEmpty)
    }
  }

  @Test func `removals are stored as long as changes include them`() throws {
    let test = try TestStore()
    let vendor = try test.addVendor("shop")
    let ids = try test.addProducts(3, of: vendor)
    let connection = try Connection(.file(test.folder + "/market.sqlite"))
    func remove(_ id: Int) throws {
      try test.store.write { _ = try $0.remove(try #require(try $0.product(id))) }
    }
    try remove(ids[0])
    try connection.execute(
      "UPDATE market_revision SET number = number + \(Schema.retainedRevisions - 2)")
    try remove(ids[1])
    let count = "SELECT count(*) FROM removal"
    #expect(try connection.first(count) { $0.int(0) } == 2)
    try remove(ids[2])
    #expect(try connection.first(count) { $0.int(0) } == 2)
  }

  @Test func `a market of the first version is migrated`() throws {
    let test = try TestStore()
    let path = test.folder + "/old.sqlite"
    do {
      let connection = try Connection(.file(path))
      try connection.execute("PRAGMA foreign_keys = OFF; \(Fixture.text("stores/first.sql"))")
    }
    let store = try MarketStore(path: path)
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
      _ = try writer.remove(try #require(try writer.product(10)))
    }
    let changes = try #require(try store.read { try $0.changes(since: start, limit: 9) })
    #expect(changes.products.map(\.id) == [123] && changes.removed == [10])
    #expect(changes.revision == start + 2)
  }
}
