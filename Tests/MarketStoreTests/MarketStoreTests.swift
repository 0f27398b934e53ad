/// The store as a whole: transactions, vendors, answers, closing.
import Foundation
import MarketStore
import MarketWire
import Testing

struct MarketStoreTests {
  private struct Stop: Error {}

  @Test func `a write that throws leaves nothing`() throws {
    let test = try TestStore()
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

  @Test func `a read does not see a write that runs, nor wait for it`() throws {
    let test = try TestStore()
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

  @Test func `vendors are found by name and by the hash of their identifier`() throws {
    let test = try TestStore()
    let vendor = try test.addVendor("shop")
    try test.store.read { reader throws in
      #expect(try reader.vendor(named: "shop") == vendor)
      #expect(try reader.vendor(named: "Shop") == nil)
      let found = try #require(try reader.vendor(identifierHash: Array("shop".utf8)))
      #expect(found.vendor == vendor)
      #expect(found.proof == .of("shop"))
      #expect(try reader.vendor(identifierHash: [0]) == nil)
    }
    #expect(throws: StoreError.vendorNameTaken) { try test.addVendor("shop") }
  }

  @Test func `a new proof replaces the old one, and an account can be shut`() throws {
    let test = try TestStore()
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

  @Test func `an answer is kept for its key alone, and forgotten by age`() throws {
    let test = try TestStore()
    let vendor = try test.addVendor("shop")
    func key(_ text: String) -> ResponseKey {
      ResponseKey(vendorID: vendor.id, method: "POST", path: "/a", key: text)
    }
    func answer(_ age: Int64) -> StoredResponse {
      StoredResponse(
        requestHash: [1, 2], status: 201, contentType: "a/b", body: [0, 255],
        createdAt: WireDate(milliseconds: age))
    }
    try test.store.write { writer in
      for age: Int64 in 1...5 { try writer.keep(answer(age), for: key("\(age)")) }
      try writer.keep(answer(9), for: key("5"))
    }
    #expect(try test.store.read { try $0.answer(key("5")) } == answer(9))
    let other = ResponseKey(vendorID: vendor.id, method: "PATCH", path: "/a", key: "5")
    #expect(try test.store.read { try $0.answer(other) } == nil)
    try test.store.write { try $0.deleteResponses(before: WireDate(milliseconds: 4), limit: 2) }
    let left = try test.store.read { reader throws in
      try (1...5).filter { try reader.answer(key("\($0)")) != nil }
    }
    #expect(left == [3, 4, 5])
  }

  @Test func `removing the samples leaves everybody else's listings and files`() throws {
    let test = try TestStore()
    let shop = try test.addVendor("shop")
    let sample = try test.addVendor("sample", isSample: true)
    let shared = NewPicture(
      origin: "pictures/0/1/a_origin.jpg", thumbnail: "pictures/0/1/a_thumb.jpg")
    let own = NewPicture(origin: "pictures/0/1/b_origin.jpg", thumbnail: "pictures/0/1/b_thumb.jpg")
    let mine = try test.addProducts(3, of: shop, pictures: [shared])
    _ = try test.addProducts(300, of: sample, pictures: [own, shared])
    #expect(try test.store.read { try $0.sampleProducts(limit: 2) }.map(\.id) == [4, 5])
    #expect(try test.store.write { try $0.removeSamples() } == 300)
    try test.store.read { reader throws in
      #expect(try reader.hasSamples() == false)
      #expect(try reader.products(offset: 0, limit: 9).products.map(\.id) == mine.reversed())
      #expect(try reader.productCount() == 3)
      #expect(try reader.filesPendingDeletion().sorted() == [own.origin, own.thumbnail])
      #expect(try reader.vendors().map(\.vendor.name) == ["shop"])
    }
  }

  @Test func `a closed store says so`() throws {
    let test = try TestStore()
    test.store.close()
    test.store.close()
    #expect(throws: StoreError.closed) { try test.store.read { try $0.check() } }
    #expect(throws: StoreError.closed) { try test.addVendor("shop") }
  }

  @Test func `what is no store is refused by what it is`() throws {
    let test = try TestStore()
    #expect(throws: StoreError.self) { try MarketStore(path: test.folder) }
    #expect(throws: StoreError.self) { try MarketStore(path: test.folder + "/no/such.sqlite") }
    let text = test.folder + "/text"
    try String(repeating: "not a database ", count: 100)
      .write(toFile: text, atomically: true, encoding: .utf8)
    #expect(throws: StoreError.notAMarket) { try MarketStore(path: text) }
  }
}
