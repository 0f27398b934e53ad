import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(60))) struct IdempotencyTests {
  private let market: TestMarket
  private let shop: NewAccount
  private let key: HTTPHeaders = [.idempotencyKey: "line-1"]

  init() throws {
    (market, shop) = try TestMarket.withShop()
  }

  private var count: Int {
    get throws { try market.respond(.get("/api/products")).page.totalCount ?? -1 }
  }

  @Test func `a repeated create gets the same response and stores nothing`() throws {
    let first = market.respond(shop.create(headers: key))
    #expect(first.headers[.idempotencyStatus] == nil)
    market.clock.advance(seconds: 3600)
    let again = market.respond(shop.create(headers: key))
    #expect(again.status == 201)
    #expect(again.headers[.idempotencyStatus] == "replayed")
    #expect(again.headers[.contentType] == first.headers[.contentType])
    #expect(again.body == first.body)
    #expect(try count == 1)
    #expect(market.files("pictures").count == 2)
    #expect(market.files("waiting").isEmpty)
  }

  @Test func `a key compares the content of requests, not their spelling`() throws {
    _ = market.respond(shop.create(headers: key))
    var respelled = CreateProduct(
      credentials: shop.credentials, fields: .mug,
      images: [ImageUpload(filename: "z", mediaType: "a/b", bytes: TestPicture.jpeg[...])],
      boundary: "another"
    ).request.adding(key)
    respelled.target = "//api//products/?"
    #expect(market.respond(respelled).headers[.idempotencyStatus] == "replayed")
    for other in [
      shop.create(.mug { $0.stock = 6 }, headers: key),
      shop.create(.mug { $0.stock = nil }, headers: key),
      shop.create(pictures: [TestPicture.png], headers: key),
      shop.create(pictures: [TestPicture.jpeg, TestPicture.jpeg], headers: key),
    ] {
      let response = market.respond(other)
      #expect(response.status == 422)
      #expect(response.message == "Idempotency-Key: this key was used for another request")
    }
    #expect(try count == 1)
  }

  @Test func `a replay has the host of its own request`() throws {
    let first = market.respond(shop.create(headers: key).adding([.host: "a.example"]))
    let again = market.respond(shop.create(headers: key).adding([.host: "b.example:81"]))
    #expect(first.text.contains("http://a.example/pictures/"))
    #expect(
      again.text == first.text.replacingOccurrences(of: "a.example", with: "b.example:81"))
  }

  @Test func `an edit and both requests of a removal are replayed too`() throws {
    let id = try market.respond(shop.create()).product.id
    for request in [
      shop.edit(id, ListingFields(stock: 1), headers: key), shop.archived(id, headers: key),
      shop.remove(market.respond(shop.archived(id)).text, headers: key),
    ] {
      let first = market.respond(request)
      market.clock.advance(seconds: 10)
      let again = market.respond(request)
      #expect(first.status == 200)
      #expect(again.status == 200)
      #expect(again.body == first.body)
      #expect(again.headers[.idempotencyStatus] == "replayed")
    }
    #expect(try count == 0)
  }

  @Test func `the scope of a key is vendor, method and path`() throws {
    let other = try market.service.addAccount(name: "other")
    let own = try market.respond(shop.create(headers: key)).product.id
    let foreign = try market.respond(other.create(headers: key)).product.id
    #expect(own != foreign)
    for request in [
      shop.edit(own, ListingFields(stock: 1), headers: key),
      shop.archived(own, headers: key),
      other.edit(foreign, ListingFields(stock: 1), headers: key),
    ] {
      #expect(market.respond(request).headers[.idempotencyStatus] == nil)
    }
  }

  @Test func `a refused request stores no key`() throws {
    #expect(market.respond(shop.create(.mug { $0.name = "x" }, headers: key)).status == 400)
    #expect(market.respond(shop.edit(99, .mug, headers: key)).status == 404)
    #expect(market.respond(shop.create(headers: key)).status == 201)
  }

  @Test func `a replay requires the correct secret`() throws {
    _ = market.respond(shop.create(headers: key))
    #expect(market.respond(shop.withWrongSecret.create(headers: key)).status == 401)
  }

  @Test func `a key is valid for 30 days`() throws {
    _ = market.respond(shop.create(headers: key))
    market.clock.advance(seconds: 30 * 86_400 - 1)
    #expect(market.respond(shop.create(headers: key)).headers[.idempotencyStatus] == "replayed")
    market.clock.advance(seconds: 1)
    let late = market.respond(shop.create(.mug { $0.stock = 9 }, headers: key))
    #expect(late.headers[.idempotencyStatus] == nil)
    #expect(try late.product.id == 2)
    let again = market.respond(shop.create(.mug { $0.stock = 9 }, headers: key))
    #expect(try again.product.id == 2)
  }

  @Test(arguments: ["", " ", "a b", "ä", String(repeating: "k", count: 256)])
  func `a malformed key is 400`(key: String) {
    let response = market.respond(shop.create(headers: [.idempotencyKey: key]))
    #expect(response.status == 400)
    #expect(
      response.message
        == "Idempotency-Key: expected one key of 1 to 255 visible ASCII characters")
  }

  @Test func `two keys are 400`() {
    var request = shop.create(headers: key)
    request.headers.add(.idempotencyKey, "line-2")
    #expect(market.respond(request).status == 400)
  }

  @Test func `many threads with one key create one listing`() throws {
    let other = try market.another()
    let answers = Mutex<[HTTPResponse]>([])
    let (market, request) = (market, shop.create(headers: key))
    onThreads(16) { number in
      let service = number.isMultiple(of: 2) ? market.service : other
      let answer = service.respond(request)
      answers.withLock { $0.append(answer) }
    }
    let all = answers.withLock { $0 }
    #expect(all.map(\.status) == Array(repeating: 201, count: 16))
    #expect(Set(all.map(\.text)).count == 1)
    #expect(all.count { $0.headers[.idempotencyStatus] == nil } == 1)
    #expect(try count == 1)
    #expect(market.files("pictures").count == 2)
    #expect(market.files("waiting").isEmpty)
  }
}
