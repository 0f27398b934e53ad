import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import StoreTestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct ChangeStoreTests {
  @Test(arguments: StoreKind.allWithModel)
  func `each written row increases the revision, unless it is rolled back`(kind: StoreKind) throws {
    struct Stop: Error {}
    let test = try TestStore(kind)
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
      try writer.remove(try #require(try writer.product(ids[1])))
    }
    #expect(try revision() == 5)
  }

  @Test(arguments: StoreKind.allWithModel)
  func `markets start at different revisions`(kind: StoreKind) throws {
    let tests = try (1...8).map { _ in try TestStore(kind) }
    let starts = try tests.map { test in try test.store.read { try $0.revision() } }
    #expect(Set(starts).count == 8)
    #expect(starts.allSatisfy { (0..<1 << 52).contains($0) })
  }

  @Test(arguments: StoreKind.allWithModel)
  func `a copy that applies all changes equals the market`(kind: StoreKind) throws {
    let test = try TestStore(kind)
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
          try writer.remove(product)
        }
      }
    }
  }
}
