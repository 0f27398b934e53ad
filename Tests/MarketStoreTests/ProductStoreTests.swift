import MarketStore
import MarketTestSupport
import MarketWire
import Testing

struct ProductStoreTests {
  @Test func `a listing is read as it was stored`() throws {
    let test = try TestStore()
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

  @Test func `pages are correct after random inserts and removals`() throws {
    let test = try TestStore()
    let vendor = try test.addVendor("shop")
    var live = try test.addProducts(3000, of: vendor)
    var generator = SeededGenerator(seed: 5)
    // Removes two whole buckets and random rows.
    let removed = live.filter { (512..<1024).contains($0) || Bool.random(using: &generator) }
    try test.store.write { writer in
      for id in removed { _ = try writer.remove(try #require(try writer.product(id))) }
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

  @Test func `an empty store has an empty page`() throws {
    let test = try TestStore()
    let page = try test.store.read { try $0.products(offset: 0, limit: 20) }
    #expect(page.products.isEmpty)
    #expect(page.totalCount == 0)
  }

  @Test func `a search returns pages of matching listings`() throws {
    let test = try TestStore()
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

  @Test func `a removal lists the files that no other listing uses`() throws {
    let test = try TestStore()
    let vendor = try test.addVendor("shop")
    let shared = NewPicture(
      origin: "pictures/1/2/c_origin.jpg", thumbnail: "pictures/1/2/c_thumb.jpg")
    let own = NewPicture(origin: "pictures/1/2/d_origin.jpg", thumbnail: "pictures/1/2/d_thumb.jpg")
    let ids =
      try test.addProducts(1, of: vendor, pictures: [shared, own])
      + test.addProducts(1, of: vendor, pictures: [shared])
    func remove(_ id: Int) throws -> [String] {
      try test.store.write { try $0.remove(try #require(try $0.product(id))) }
    }
    #expect(try remove(ids[0]) == [own.origin, own.thumbnail])
    #expect(try test.store.read { try $0.isUsed(picture: shared.thumbnail) })
    #expect(try test.store.read { try !$0.isUsed(picture: own.thumbnail) })
    #expect(try remove(ids[1]) == [shared.origin, shared.thumbnail])
    let pending = try test.store.read { try $0.filesPendingDeletion() }
    #expect(pending.count == 4)
    try test.store.write { try $0.clearPendingDeletion(of: pending) }
    #expect(try test.store.read { try $0.filesPendingDeletion() }.isEmpty)
  }

  @Test func `ids are never used again`() throws {
    let test = try TestStore()
    let vendor = try test.addVendor("shop")
    let first = try test.addProducts(2, of: vendor)
    try test.store.write { writer in
      for id in first { _ = try writer.remove(try #require(try writer.product(id))) }
    }
    #expect(try test.addProducts(1, of: vendor) == [3])
  }
}
