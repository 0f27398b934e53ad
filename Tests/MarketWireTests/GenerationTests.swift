import Foundation
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct GenerationTests {
  @Test func `a list of v3 is encoded to the same bytes`() throws {
    let bytes = try Fixture.bytes("api/list-v3.json")
    let reading = try ListProducts.decode(success(bytes))
    #expect(reading.issues.isEmpty)
    #expect(text(ListProducts.response(reading.value).body) == text(stripped(bytes)))
  }

  @Test(arguments: ["detail-v3", "detail-exact"])
  func `a detail of v3 is encoded to the same bytes`(name: String) throws {
    let bytes = try Fixture.bytes("api/\(name).json")
    let product = try ShowProduct.decode(success(bytes)).value
    for response in [
      ShowProduct.response(product), EditProduct.response(product), RemoveProduct.response(product),
    ] {
      #expect(response.status == 200)
      #expect(text(response.body) == text(stripped(bytes)))
    }
    #expect(CreateProduct.response(product).status == 201)
    #expect(text(CreateProduct.response(product).body) == text(stripped(bytes)))
  }

  @Test func `every number format of a price is decoded exactly`() throws {
    let page = try ListProducts.decode(success(try Fixture.bytes("api/list-v3.json"))).value
    let prices = page.products.map(\.price?.amount)
    #expect(
      prices == [
        66_666_666, 1_323_121_323_232, decimal("2.36"), decimal("999.99"), 10_000_000,
        decimal("0.001"), 100, 0,
      ])
    #expect(page.products[6].salePrice == Money(-200, .krw))
    #expect(page.products[5].salePrice?.amount == decimal("0.0009"))
  }

  @Test func `the same listing of three generations is decoded to the same value`() throws {
    func row(_ name: String) throws -> Product {
      let reading = try ListProducts.decode(success(try Fixture.bytes("api/\(name).json")))
      #expect(reading.issues.isEmpty)
      return try #require(reading.value.products.first)
    }
    let third = try row("same-v3")
    var second = third
    second.description = nil
    second.vendor.name = nil
    #expect(try row("same-v2") == second)
    var first = second
    first.vendor.id = nil
    #expect(try row("same-v1") == first)
  }

  @Test func `the fraction in a date of v2 is ignored`() throws {
    let reading = try ShowProduct.decode(success(try Fixture.bytes("api/detail-v2.json")))
    #expect(reading.issues.isEmpty)
    #expect(reading.value.createdAt?.exactText == "2022-03-01T08:25:27.000Z")
    #expect(reading.value.vendor == Vendor(id: 7, name: "소금빵집"))
  }

  @Test func `a detail of v1 pairs images with thumbnails`() throws {
    let reading = try ShowProduct.decode(success(try Fixture.bytes("api/detail-v1.json")))
    #expect(reading.issues.isEmpty)
    #expect(reading.value.pictures?.count == 2)
    #expect(reading.value.pictures?[1].thumbnailURL?.hasSuffix("a2_thumb.png") == true)
    #expect(reading.value.discount == Money(0, .krw))
    #expect(reading.value.salePrice == Money(12_000, .krw))
  }

  @Test func `an additional member called title does not make a row v1`() throws {
    var row: JSONObject = ["id": 5, "title": "x", "name": "cup", "price": 3]
    row.append("currency", "KRW")
    let product = try ShowProduct.decode(.json(.object(row))).value
    #expect(product.name == "cup")
  }

  @Test func `an additional member called items does not replace the rows`() throws {
    let body =
      #"{"pageNo":1,"itemsPerPage":20,"totalCount":0,"lastPage":0,"hasNext":false,"#
      + #""hasPrev":false,"pages":[],"items":3}"#
    #expect(try ListProducts.decode(success(body)).issues.isEmpty)
  }

  @Test func `a full page of v1 has a next page even if a row cannot be decoded`() throws {
    let rows = [JSON](repeating: ["title": "no id"], count: 20)
    let body: JSON = ["page": 1, "items": .array(rows)]
    let page = try ListProducts.decode(.json(body)).value
    #expect(page.products.isEmpty)
    #expect(page.hasNext)
  }

  @Test(arguments: [
    (0, 20, 0, false), (1, 20, 1, false), (20, 20, 1, false), (21, 20, 2, true), (3, 1, 3, true),
    (Int.max, 1, Int.max, true), (5, 0, 5, true),
  ])
  func `the last page follows from the total count`(total: Int, size: Int, last: Int, hasNext: Bool)
  {
    let page = ProductPage(pageNumber: 1, itemsPerPage: size, totalCount: total, products: [])
    #expect(page.lastPage == last)
    #expect(page.hasNext == hasNext)
    #expect(!page.hasPrevious)
  }

  @Test func `a very high page number does not overflow`() throws {
    let page = ProductPage(pageNumber: .max, itemsPerPage: 1000, totalCount: 3, products: [])
    let body = try JSON(parsing: ListProducts.response(page).body).objectValue
    #expect(body?["limit"]?.intValue == .max)
    #expect(body?["offset"]?.intValue == .max - 1000)
  }

  @Test(arguments: [(Int.min, 1), (0, 20), (-5, 20), (1, Int.min), (.max, .max), (.min, .min)])
  func `a page with impossible numbers is encoded without a trap`(number: Int, size: Int) throws {
    let page = ProductPage(
      pageNumber: number, itemsPerPage: size, totalCount: nil, lastPage: nil, hasNext: false,
      hasPrevious: false, products: [])
    let body = try JSON(parsing: ListProducts.response(page).body).objectValue
    #expect((body?["limit"]?.intValue ?? -1) >= (body?["offset"]?.intValue ?? 0))
    #expect((body?["offset"]?.intValue ?? -1) >= 0)
  }

  @Test func `a missing currency stays missing`() throws {
    let body = #"{"id":5,"name":"a","price":3,"currency":null}"#
    let product = try ShowProduct.decode(success(body)).value
    #expect(product.price == Money(3, .unknown))
    let written = try JSON(parsing: ShowProduct.response(product).body).objectValue
    #expect(written?["currency"] == .null)
  }

  @Test(arguments: [
    ("error-v3.json", "Required request part 'params' is not present"),
    ("error-v1.json", "Not Found"),
  ])
  func `the error message of each generation is decoded`(name: String, message: String) throws {
    let response = HTTPResponse(status: 400, body: try Fixture.bytes("api/\(name)"))
    #expect(ErrorResponse(response: response).message == message)
  }

  @Test(arguments: ["", "<html>", "[]", #"{"message":5}"#, "null"])
  func `an error body of another shape has no message`(body: String) {
    let problem = ErrorResponse(response: HTTPResponse(status: 502, body: Array(body.utf8)))
    #expect(problem == ErrorResponse(status: 502, message: nil))
  }

  @Test func `an error is encoded as in v3`() {
    let response = ErrorResponse(status: 400, message: "no \"name\"").response
    #expect(response.status == 400)
    #expect(text(response.body) == #"{"code":400,"message":"no \"name\""}"#)
  }
}
