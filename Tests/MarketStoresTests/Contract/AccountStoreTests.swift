import Foundation
import MarketService
import MarketWire
import StoreTestSupport
import Testing

/// What the stores know about accounts: usage, hidden shops and the log.
@Suite(.timeLimit(.minutes(60))) struct AccountStoreTests {
  private func ids(
    _ store: any MarketStore, _ change: (inout ListingFilter) -> Void = { _ in },
    by sort: ListingSort = .newest
  ) throws -> [Int] {
    var filter = ListingFilter.all
    change(&filter)
    return try store.read { reader in
      let page = try reader.products(filter, sortedBy: sort, offset: 0, limit: 99)
      #expect(page.totalCount == page.products.count)
      return page.products.map(\.id)
    }
  }

  @Test(arguments: StoreKind.allWithModel)
  func `the listings and bytes of a vendor follow what is added and removed`(
    kind: StoreKind
  ) throws {
    let test = try TestStore(kind)
    let shop = try test.addVendor("shop")
    let other = try test.addVendor("other")
    let picture = try test.addPicture("a")
    let sized = NewPicture(origin: picture.origin, thumbnail: picture.thumbnail, bytes: 70)
    try test.store.write { writer in
      for count in 1...3 {
        let product = try writer.insert(.of(shop, pictures: [sized, sized]))
        #expect(product.bytes == 140)
        #expect(
          try writer.usage(ofVendor: shop.id)
            == AccountUsage(listings: count, bytes: 140 * count))
      }
    }
    _ = try test.addProducts(60, of: other)
    try test.remove(2)
    try test.store.read { reader throws in
      #expect(try reader.vendors().map(\.usage.listings) == [2, 60])
      #expect(try reader.vendors().map(\.usage.bytes) == [280, 0])
      #expect(try reader.products(ofVendor: shop.id, after: 0, limit: 9).map(\.id) == [1, 3])
      #expect(try reader.products(ofVendor: shop.id, after: 1, limit: 1)[0].pictures.count == 2)
      #expect(try reader.usage(ofVendor: 99) == AccountUsage())
    }
    let copy = try TestStore(kind)
    let products = try test.store.read { try $0.exportedProducts(after: 0, limit: 99) }
    try copy.store.write { writer in
      for vendor in try test.store.read({ try $0.exportedVendors(after: 0, limit: 9) }) {
        try writer.restore(vendor)
      }
      try writer.restore(products)
    }
    #expect(
      try copy.store.read { try $0.vendors().map(\.usage) } == [
        AccountUsage(listings: 2, bytes: 280), AccountUsage(listings: 60, bytes: 0),
      ])
  }

  @Test(arguments: StoreKind.allWithModel)
  func `the time of the last backup is no line of the account log`(kind: StoreKind) throws {
    let test = try TestStore(kind)
    let event = AccountEvent(date: WireDate(milliseconds: 5), action: .add, account: "oak")
    #expect(try test.store.read { try $0.lastBackup() } == nil)
    for milliseconds: Int64 in [1_800_000_000_123, 1_900_000_000_456] {
      let date = WireDate(milliseconds: milliseconds)
      try test.store.write { writer in
        if milliseconds < 1_900_000_000_000 { try writer.record(event) }
        try writer.setLastBackup(date)
      }
      #expect(try test.another().read { try $0.lastBackup() } == date)
    }
    #expect(try test.store.read { try $0.accountEvents(limit: 1) } == [event])
  }

  @Test(arguments: StoreKind.allWithModel)
  func `wrong counts are found and counted again`(kind: StoreKind) throws {
    let test = try TestStore(kind)
    let (shop, other) = (try test.addVendor("shop"), try test.addVendor("other"))
    let picture = try test.addPicture("a")
    let sized = NewPicture(origin: picture.origin, thumbnail: picture.thumbnail, bytes: 70)
    _ = try test.addProducts(3, of: shop, pictures: [sized])
    #expect(try test.inspect().miscounts == [])
    for wrong in [
      "UPDATE vendor SET listings = 9 WHERE name = 'shop'",
      "UPDATE vendor SET bytes = 9 WHERE name = 'other'", "UPDATE page_bucket SET live = 9",
      "DELETE FROM page_block", "INSERT INTO page_bucket VALUES (7, 1)",
      "UPDATE \(kind == .postgres ? "market_state" : "market_revision") SET live = 9",
    ] {
      try test.execute(wrong)
      let found = try test.inspect()
      #expect(found.miscounts.count == 1 && found.damage.isEmpty, "\(wrong): \(found.miscounts)")
      try test.store.write { try $0.recount() }
      #expect(try test.inspect().miscounts == [], "\(wrong)")
    }
    try test.store.read { reader throws in
      #expect(try reader.usage(ofVendor: shop.id) == AccountUsage(listings: 3, bytes: 210))
      #expect(try reader.usage(ofVendor: other.id) == AccountUsage())
      #expect(try reader.products(offset: 0, limit: 9).totalCount == 3)
    }
    try test.remove(1)
    #expect(try test.inspect().miscounts == [])
  }

  @Test(arguments: StoreKind.allWithModel)
  func `the listings of a hidden vendor are in no list and come back`(kind: StoreKind) throws {
    let test = try TestStore(kind)
    let shop = try test.addVendor("shop")
    let other = try test.addVendor("other")
    let hidden = try test.addProducts(2, of: shop, name: "Oak mug")
    let shown = try test.addProducts(2, of: other, name: "Oak bowl")
    let before = try test.store.read { try $0.revision() }
    func update(hides: Bool) throws {
      try test.store.write { writer in
        try writer.setHidden(hides, ofVendor: shop.id)
        for id in hidden { try writer.update(try #require(try writer.product(id))) }
      }
    }
    try update(hides: true)
    let newest = Array(shown.reversed())
    #expect(try ids(test.store) == newest)
    let second = try test.store.read { try $0.products(offset: 1, limit: 9) }
    #expect(second.products.map(\.id) == [shown[0]])
    for word in ["oak", "ak", "k"] { #expect(try ids(test.store) { $0.search = word } == newest) }
    for sort in ListingQueries.sorts {
      #expect(Set(try ids(test.store, by: sort)) == Set(shown), "\(sort.text)")
    }
    #expect(try ids(test.store) { $0.vendor = .id(shop.id) } == [])
    var rows = 0
    try test.store.read { try $0.forEachSummaryRow(.all) { _ in rows += 1 } }
    #expect(rows == 2)
    try test.store.read { reader throws in
      #expect(try reader.hiddenVendors() == [shop.id])
      #expect(try reader.productCount() == 4)
      let changes = try #require(try reader.changes(since: before, limit: 9))
      #expect(changes.removed == hidden && changes.products.isEmpty && changes.totalCount == 0)
      #expect(
        try reader.exportedVendors(after: 0, limit: 9).map(\.vendor.isHidden) == [true, false])
    }
    let whenHidden = try test.store.read { try $0.revision() }
    try update(hides: false)
    #expect(try ids(test.store) == newest + hidden.reversed())
    let changes = try #require(try test.store.read { try $0.changes(since: whenHidden, limit: 9) })
    #expect(changes.products.map(\.id) == hidden && changes.removed.isEmpty)
  }

  @Test(arguments: StoreKind.allWithModel)
  func `a vendor is removed with its responses`(kind: StoreKind) throws {
    let test = try TestStore(kind)
    let shop = try test.addVendor("shop")
    _ = try test.addProducts(1, of: shop)
    let date = WireDate(milliseconds: 86_400_000)
    let key = ResponseKey(vendorID: shop.id, method: "POST", path: "/a", key: "k")
    try test.store.write { writer in
      try writer.setLastUsed(date, ofVendor: shop.id)
      try writer.store(
        StoredResponse(
          requestHash: [1], status: 201, contentType: "a/b", body: [], createdAt: date), for: key)
    }
    #expect(try test.store.read { try $0.vendor(named: "shop") }?.lastUsed == date)
    try test.store.write { writer in
      try writer.remove(try #require(try writer.product(1)))
      try writer.removeVendor(shop.id)
    }
    #expect(try test.store.read { try $0.vendor(named: "shop") } == nil)
    #expect(try test.store.read { try $0.response(key) } == nil)
    #expect(try test.addVendor("shop").id == 2)
  }

  @Test(arguments: StoreKind.allWithModel)
  func `the account log keeps its last lines in order`(kind: StoreKind) throws {
    let test = try TestStore(kind)
    func event(_ number: Int) -> AccountEvent {
      AccountEvent(
        date: WireDate(milliseconds: Int64(number)), action: .removeListing, account: "shop\u{0}",
        detail: "\(number) mug", reason: "spam")
    }
    try test.store.write { writer in
      for number in 1...(StoreLimits.accountEvents + 5) { try writer.record(event(number)) }
    }
    let last = StoreLimits.accountEvents + 5
    try test.store.read { reader throws in
      #expect(try reader.accountEvents(limit: 2) == [event(last - 1), event(last)])
      let all = try reader.accountEvents(limit: .max)
      #expect(all.count == StoreLimits.accountEvents && all.first == event(6))
    }
  }
}
