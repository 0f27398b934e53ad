import MarketService
import MarketTestSupport
import MarketWire
import StoreTestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct ProductStoreTests {
  @Test(arguments: StoreKind.allWithModel)
  func `a listing is read as it was stored`(kind: StoreKind) throws {
    let test = try TestStore(kind)
    let vendor = try test.addVendor("머그가게")
    let pictures = [
      NewPicture(
        origin: "pictures/1/20261121/a_origin.png", thumbnail: "pictures/1/20261121/a_thumb.jpg"),
      NewPicture(
        origin: "pictures/1/20261121/b_origin.jpg", thumbnail: "pictures/1/20261121/b_thumb.jpg"),
    ]
    let stored = try test.store.write { try $0.insert(.of(vendor, pictures: pictures)) }
    #expect(stored.thumbnail == pictures[0].thumbnail)
    #expect(stored.pictures.map(\.origin) == pictures.map(\.origin))
    #expect(try test.store.read { try $0.product(stored.id) } == stored)

    var changed = stored
    changed.name = "Another\u{0}name"
    changed.description = "b"
    changed.currency = "USD"
    changed.price = 9_999_999_999_999_999
    changed.discount = 1
    changed.stock = .max
    changed.thumbnail = pictures[1].thumbnail
    changed.issuedAt = WireDate(milliseconds: 1_795_273_445_679)
    try test.store.write { try $0.update(changed) }
    #expect(try test.store.read { try $0.product(stored.id) } == changed)
  }

  @Test(arguments: StoreKind.allWithModel)
  func `pages are correct after random inserts and removals`(kind: StoreKind) throws {
    let test = try TestStore(kind)
    let vendor = try test.addVendor("shop")
    var live = try test.addProducts(3000, of: vendor)
    var generator = SeededGenerator(seed: 5)
    // Removes two whole buckets and random rows.
    let removed = live.filter { (512..<1024).contains($0) || Bool.random(using: &generator) }
    try test.store.write { writer in
      for id in removed { try writer.remove(try #require(try writer.product(id))) }
    }
    live.removeAll(where: Set(removed).contains)
    live += try test.addProducts(300, of: vendor)
    for offset in [0, 1, 255, 256, 257, live.count / 2, live.count - 1, live.count, live.count + 9]
    {
      for limit in [1, 20, 1000] {
        let page = try test.store.read { try $0.products(offset: offset, limit: limit) }
        #expect(page.products.map(\.id) == Array(live.reversed().dropFirst(offset).prefix(limit)))
        #expect(page.totalCount == live.count)
      }
    }
    #expect(try test.store.read { try $0.products(offset: .max, limit: 20) }.products.isEmpty)
  }

  @Test(arguments: StoreKind.allWithModel)
  func `an empty store has an empty page`(kind: StoreKind) throws {
    let test = try TestStore(kind)
    let page = try test.store.read { try $0.products(offset: 0, limit: 20) }
    #expect(page.products.isEmpty)
    #expect(page.totalCount == 0)
  }

  @Test(arguments: StoreKind.allWithModel)
  func `a search returns pages of matching listings`(kind: StoreKind) throws {
    let test = try TestStore(kind)
    let vendor = try test.addVendor("shop")
    let other = try test.addVendor("MUG lovers")
    let mugs = try test.addProducts(30, of: vendor, name: "Blue MUG")
    _ = try test.addProducts(30, of: vendor, name: "Chair")
    let others = try test.addProducts(5, of: other, name: "Chair")
    let all = Array((mugs + others).reversed())
    var filter = ListingFilter.all
    filter.search = "mUg"
    for offset in [0, 3, 10, 34, 35, 99] {
      let page = try test.store.read {
        try $0.products(filter, sortedBy: .newest, offset: offset, limit: 10)
      }
      #expect(page.products.map(\.id) == Array(all.dropFirst(offset).prefix(10)))
      #expect(page.totalCount == 35)
    }
  }

  @Test(arguments: StoreKind.allWithModel)
  func `ids are never used again`(kind: StoreKind) throws {
    let test = try TestStore(kind)
    let vendor = try test.addVendor("shop")
    let first = try test.addProducts(2, of: vendor)
    try test.store.write { writer in
      for id in first { try writer.remove(try #require(try writer.product(id))) }
    }
    #expect(try test.addProducts(1, of: vendor) == [3])
  }

  @Test(arguments: StoreKind.allWithModel)
  func `a removal deletes the files that no other listing uses`(kind: StoreKind) throws {
    let test = try TestStore(kind)
    let vendor = try test.addVendor("shop")
    let shared = try test.addPicture("c")
    let own = try test.addPicture("d")
    let ids =
      try test.addProducts(1, of: vendor, pictures: [shared, own])
      + test.addProducts(1, of: vendor, pictures: [shared])
    try test.remove(ids[0])
    #expect(try test.bytes(own.origin) == nil && test.bytes(own.thumbnail) == nil)
    #expect(try test.bytes(shared.origin) != nil && test.bytes(shared.thumbnail) != nil)
    try test.remove(ids[1])
    #expect(try test.bytes(shared.origin) == nil && test.bytes(shared.thumbnail) == nil)
  }

  @Test(arguments: StoreKind.allWithModel)
  func `another store sees the listings of this one, and writes in turn`(kind: StoreKind) throws {
    let test = try TestStore(kind)
    let vendor = try test.addVendor("shop")
    let other = try test.another()
    defer { other.close() }
    let first = try test.addProducts(2, of: vendor)
    let revision = try other.read { try $0.revision() }
    let second = try other.write { try $0.insert(.of(vendor)).id }
    #expect(first == [1, 2] && second == 3)
    let changes = try test.store.read { try $0.changes(since: revision, limit: 9) }
    #expect(changes?.products.map(\.id) == [3])
    #expect(try test.store.read { try $0.products(offset: 1, limit: 1) }.products.map(\.id) == [2])
  }
}
