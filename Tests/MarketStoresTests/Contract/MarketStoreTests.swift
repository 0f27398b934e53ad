import Foundation
import MarketService
import MarketWire
import StoreTestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct MarketStoreTests {
  private struct Stop: Error {}

  @Test(arguments: StoreKind.allWithModel)
  func `a write that throws changes nothing`(kind: StoreKind) throws {
    let test = try TestStore(kind)
    let vendor = try test.addVendor("shop")
    #expect(throws: Stop.self) {
      try test.store.write { writer in
        _ = try writer.insert(.of(vendor))
        throw Stop()
      }
    }
    #expect(try test.store.read { try $0.productCount() } == 0)
    #expect(try test.addProducts(1, of: vendor) == [1])
  }

  @Test(arguments: StoreKind.allWithModel)
  func `a read neither sees nor waits for a running write`(kind: StoreKind) throws {
    let test = try TestStore(kind)
    let vendor = try test.addVendor("shop")
    let other = try test.another()
    try test.store.write { writer in
      _ = try writer.insert(.of(vendor))
      #expect(try writer.productCount() == 1)
      #expect(try test.store.read { try $0.productCount() } == 0)
      #expect(try other.read { try $0.productCount() } == 0)
    }
    #expect(try other.read { try $0.productCount() } == 1)
  }

  @Test(arguments: StoreKind.allWithModel)
  func `vendors are found by name and by identifier hash`(kind: StoreKind) throws {
    let test = try TestStore(kind)
    let vendor = try test.addVendor("shop")
    try test.store.read { reader throws in
      #expect(try reader.vendor(named: "shop") == vendor)
      #expect(try reader.vendor(named: "Shop") == nil)
      let found = try #require(try reader.vendor(identifierHash: Array("shop".utf8)))
      #expect(found.vendor == vendor)
      #expect(found.hashes == .of("shop"))
      #expect(try reader.vendor(identifierHash: [0]) == nil)
    }
    #expect(throws: StoreError.vendorNameTaken) { try test.addVendor("shop") }
  }

  @Test(arguments: StoreKind.allWithModel)
  func `credentials can be replaced and a vendor disabled`(kind: StoreKind) throws {
    let test = try TestStore(kind)
    let vendor = try test.addVendor("shop")
    try test.store.write { writer in
      try writer.setCredentials(.of("new"), ofVendor: vendor.id)
      try writer.setDisabled(true, ofVendor: vendor.id)
    }
    try test.store.read { reader throws in
      #expect(try reader.vendor(identifierHash: Array("shop".utf8)) == nil)
      #expect(try reader.vendor(identifierHash: Array("new".utf8))?.vendor.isDisabled == true)
    }
  }

  @Test(arguments: StoreKind.allWithModel)
  func `the listings of a renamed vendor show the new name and are found by it`(
    kind: StoreKind
  ) throws {
    let test = try TestStore(kind)
    let vendor = try test.addVendor("shop")
    let id = try test.addProducts(1, of: vendor)[0]
    let before = try test.store.read { try $0.revision() }
    try test.store.write { writer in
      try writer.setName("참나무", ofVendor: vendor.id)
      try writer.update(try #require(try writer.product(id)))
    }
    try test.store.read { reader throws in
      #expect(try reader.vendor(named: "shop") == nil)
      #expect(try reader.vendor(named: "참나무")?.id == vendor.id)
      #expect(try reader.product(id)?.vendorName == "참나무")
      #expect(try reader.revision() > before)
      var filter = ListingFilter.all
      filter.search = "참나무"
      #expect(
        try reader.products(filter, sortedBy: ListingSort(.newest), offset: 0, limit: 9).totalCount
          == 1)
      filter.search = "shop"
      #expect(
        try reader.products(filter, sortedBy: ListingSort(.newest), offset: 0, limit: 9).totalCount
          == 0)
    }
  }

  @Test(arguments: StoreKind.allWithModel)
  func `a vendor keeps its profile, also when it is copied`(kind: StoreKind) throws {
    let test = try TestStore(kind)
    let vendor = try test.addVendor("shop")
    #expect(vendor.profile == ShopProfile())
    let profile = ShopProfile(words: "그릇\n\u{1F3FA}", contact: "oak@example.com")
    try test.store.write { try $0.setProfile(profile, ofVendor: vendor.id) }
    let exported = try test.store.read { reader throws in
      #expect(try reader.vendor(named: "shop")?.profile == profile)
      return try reader.exportedVendors(after: 0, limit: 9)
    }
    #expect(exported.map(\.vendor.profile) == [profile])
    let other = try TestStore(kind)
    try other.store.write { try $0.restore(exported[0]) }
    #expect(try other.store.read { try $0.vendor(named: "shop") }?.profile == profile)
  }

  @Test(arguments: StoreKind.allWithModel)
  func `a response is stored for its key and deleted by age`(kind: StoreKind) throws {
    let test = try TestStore(kind)
    let vendor = try test.addVendor("shop")
    func key(_ text: String) -> ResponseKey {
      ResponseKey(vendorID: vendor.id, method: "POST", path: "/a", key: text)
    }
    func response(_ age: Int64) -> StoredResponse {
      StoredResponse(
        requestHash: [1, 2], status: 201, contentType: "a/b", body: [0, 255],
        createdAt: WireDate(milliseconds: age))
    }
    try test.store.write { writer in
      for age: Int64 in 1...5 { try writer.store(response(age), for: key("\(age)")) }
      try writer.store(response(9), for: key("5"))
    }
    #expect(try test.store.read { try $0.response(key("5")) } == response(9))
    let other = ResponseKey(vendorID: vendor.id, method: "PATCH", path: "/a", key: "5")
    #expect(try test.store.read { try $0.response(other) } == nil)
    try test.store.write { try $0.deleteResponses(before: WireDate(milliseconds: 4), limit: 2) }
    let left = try test.store.read { reader throws in
      try (1...5).filter { try reader.response(key("\($0)")) != nil }
    }
    #expect(left == [3, 4, 5])
  }

  @Test(arguments: StoreKind.allWithModel)
  func `a closed store throws closed`(kind: StoreKind) throws {
    let test = try TestStore(kind)
    test.store.close()
    test.store.close()
    #expect(throws: StoreError.closed) { try test.store.read { _ = try $0.revision() } }
    #expect(throws: StoreError.closed) { try test.addVendor("shop") }
  }

  @Test(arguments: StoreKind.allWithModel)
  func `removing the samples keeps the listings and files of other shops`(kind: StoreKind) throws {
    let test = try TestStore(kind)
    let shop = try test.addVendor("shop")
    let sample = try test.addVendor("sample", isSample: true)
    let shared = try test.addPicture("a")
    let own = try test.addPicture("b")
    let others = try test.addProducts(3, of: shop, pictures: [shared])
    _ = try test.addProducts(300, of: sample, pictures: [own, shared])
    #expect(try test.store.read { try $0.sampleProducts(limit: 2) }.map(\.id) == [4, 5])
    #expect(try test.store.write { try $0.removeSamples() } == 300)
    try test.store.read { reader throws in
      #expect(try reader.hasSamples() == false)
      #expect(try reader.products(offset: 0, limit: 9).products.map(\.id) == others.reversed())
      #expect(try reader.productCount() == 3)
      #expect(try reader.vendors().map(\.vendor.name) == ["shop"])
    }
    #expect(try test.bytes(own.origin) == nil && test.bytes(own.thumbnail) == nil)
    #expect(try test.bytes(shared.origin) == PictureFile.pair("a")[0].bytes)
  }

  @Test(arguments: StoreKind.allWithModel)
  func `restored listings have their pictures, or nothing is restored`(kind: StoreKind) throws {
    let test = try TestStore(kind)
    let vendor = try test.addVendor("shop")
    let date = WireDate(milliseconds: 1)
    let files = PictureFile.pair("a")
    let products = (1...60).map { id in
      var product = StoredProduct(id: 2 * id, .of(vendor, name: "mug\u{0} \(id)"))
      product.pictures = [
        StoredPicture(
          id: id, origin: files[0].path.text, thumbnail: files[1].path.text, createdAt: date)
      ]
      return product
    }
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      var rest = files[...]
      try test.store.restore(products, following: 0) {
        guard rest.count > 1 else { throw Stop() }
        return rest.popFirst()
      }
    }
    #expect(try test.store.picture(files[0].path) == nil)
    // As if a crash of a server had lost a listing.
    #expect(throws: StoreError.self) { try test.store.restore(products, following: 1) { nil } }
    var rest = files[...]
    try test.store.restore(products, following: 0) { rest.popFirst() }
    #expect(try test.store.read { try $0.exportedProducts(after: 0, limit: 99) } == products)
    #expect(try test.store.read { try $0.productCount() } == 60)
    for file in files { #expect(try test.store.picture(file.path) == file.bytes) }
  }

  @Test(arguments: StoreKind.allWithModel)
  func `staged pictures are there until they are discarded, unless a write adopts them`(
    kind: StoreKind
  ) throws {
    let test = try TestStore(kind)
    let files = PictureFile.pair("a")
    let staged = try test.store.stage(files)
    #expect(try test.store.picture(files[0].path) == files[0].bytes)
    test.store.discard(staged)
    #expect(try test.store.picture(files[0].path) == nil)

    let vendor = try test.addVendor("shop")
    let kept = try test.store.stage(files)
    let picture = NewPicture(origin: files[0].path.text, thumbnail: files[1].path.text)
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try test.store.write { writer in
        try writer.adopt(kept)
        throw Stop()
      }
    }
    try test.store.write { writer in
      try writer.adopt(kept)
      _ = try writer.insert(.of(vendor, pictures: [picture]))
    }
    #expect(try test.store.picture(files[1].path) == files[1].bytes)
  }
}
