import Foundation
import MarketTestSupport
import MarketWire
import Testing

@Suite(
  .timeLimit(.minutes(60)),
  .enabled(
    if: Captures.areAvailable, "set OPENMARKET_CAPTURES to the folder of captured responses"))
struct CaptureTests {
  @Test(arguments: ["v3-list-junho15.json", "v3-list-taeangel.json", "v3-list-zhilly11.json"])
  func `a v3 list is decoded without issues and encoded to the same compact JSON`(
    name: String
  ) throws {
    let bytes = try #require(try Captures.bytes(name))
    let reading = try ListProducts.decode(success(bytes))
    #expect(reading.issues.isEmpty)
    #expect(reading.value.products.count == reading.value.itemsPerPage)
    #expect(text(ListProducts.response(reading.value).body) == text(stripped(bytes)))
  }

  @Test(arguments: ["v3-detail-junho15-32.json", "v3-detail-zhilly11.json"])
  func `a v3 listing is decoded without issues and encoded to the same compact JSON`(
    name: String
  ) throws {
    let bytes = try #require(try Captures.bytes(name))
    let reading = try ShowProduct.decode(success(bytes))
    #expect(reading.issues.isEmpty)
    #expect(text(ShowProduct.response(reading.value).body) == text(stripped(bytes)))
    #expect(reading.value.thumbnail == reading.value.pictures?.first?.thumbnailURL)
  }

  @Test func `the v3 health check is decoded and encoded to the same compact JSON`() throws {
    let bytes = try #require(try Captures.bytes("v3-health-zhilly11.json"))
    #expect(try CheckHealth.decode(success(bytes)).value)
    #expect(text(CheckHealth.response(true).body) == text(stripped(bytes)))
  }

  @Test(arguments: [
    ("v2-list-2022newkrew.json", 2, 10, 325), ("v2-list-yagom-sample.json", 1, 20, 10),
  ])
  func `a v2 list is decoded without issues`(
    name: String, page: Int, itemsPerPage: Int, total: Int
  ) throws {
    let bytes = try #require(try Captures.bytes(name))
    let reading = try ListProducts.decode(success(bytes))
    #expect(reading.issues.isEmpty)
    #expect(reading.value.pageNumber == page)
    #expect(reading.value.itemsPerPage == itemsPerPage)
    #expect(reading.value.totalCount == total)
    #expect(reading.value.products.count == 10)
    #expect(reading.value.products.allSatisfy { $0.price != nil && $0.createdAt != nil })
  }

  @Test(arguments: ["v2-create-junbangg.json", "v2-detail-2022newkrew.json"])
  func `a v2 listing is decoded without issues`(name: String) throws {
    let bytes = try #require(try Captures.bytes(name))
    let reading = try ShowProduct.decode(success(bytes))
    #expect(reading.issues.isEmpty)
    #expect(reading.value.pictures?.count == 1)
    #expect(reading.value.vendor.name != nil)
  }

  @Test func `a v1 list is decoded without issues`() throws {
    let bytes = try #require(try Captures.bytes("v1-list-fezravien.json"))
    let reading = try ListProducts.decode(success(bytes))
    #expect(reading.issues.isEmpty)
    #expect(reading.value.products.count == 20)
    #expect(reading.value.products[2].discount == Money(89_000, .krw))
    #expect(reading.value.products[2].salePrice == Money(801_000, .krw))
  }

  @Test func `a v1 listing is decoded without issues`() throws {
    let bytes = try #require(try Captures.bytes("v1-detail-fezravien.json"))
    let reading = try ShowProduct.decode(success(bytes))
    #expect(reading.issues.isEmpty)
    #expect(reading.value.pictures?.count == 2)
    #expect(reading.value.createdAt?.exactText == "2021-01-24T21:26:03.719Z")
  }

  @Test(arguments: [
    ("v1-error-notfound.json", "Not Found"),
    ("v1-error-too-many-images.json", "The number of images must be 5 or less"),
  ])
  func `a v1 error is decoded`(name: String, message: String) throws {
    let bytes = try #require(try Captures.bytes(name))
    let problem = ErrorResponse(response: HTTPResponse(status: 404, body: bytes))
    #expect(problem == ErrorResponse(status: 404, message: message))
  }
}
