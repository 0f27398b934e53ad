import Foundation
import MarketService
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct ListingRulesTests {
  /// A change to a valid listing and the expected message; nil if it is accepted.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (inout ListingFields) -> Void
    let message: String?

    init(
      _ name: String, _ message: String?,
      _ change: @escaping @Sendable (inout ListingFields) -> Void
    ) {
      testDescription = name
      self.message = message
      self.change = change
    }
  }

  static let present: [Case] = [
    Case("name 2", "name: expected 3 to 100 characters, found 2") { $0.name = "ab" },
    Case("name 3", nil) { $0.name = "abc" },
    Case("name 100", nil) { $0.name = String(repeating: "a", count: 100) },
    Case("name 101", "name: expected 3 to 100 characters, found 101") {
      $0.name = String(repeating: "a", count: 101)
    },
    Case("two syllables of six letters", "name: expected 3 to 100 characters, found 2") {
      $0.name = "머그".decomposedStringWithCanonicalMapping
    },
    Case("emoji count twice", "name: expected 3 to 100 characters, found 102") {
      $0.name = String(repeating: "🍵", count: 51)
    },
    Case("NUL", "name: expected a text without U+0000, found one") { $0.name = "a\u{0}bc" },
    Case("description 9", "description: expected 10 to 1000 characters, found 9") {
      $0.description = "123456789"
    },
    Case("description 10", nil) { $0.description = "1234567890" },
    Case("description 1000", nil) { $0.description = String(repeating: "\n", count: 1000) },
    Case("description 1001", "description: expected 10 to 1000 characters, found 1001") {
      $0.description = String(repeating: "x", count: 1001)
    },
    Case("price 0", "price: expected a number above 0, found 0") {
      $0.price = 0
      $0.discount = 0
    },
    Case("price below 0", "price: expected a number above 0, found -1") { $0.price = -1 },
    Case("smallest price", nil) {
      $0.price = Decimal(string: "0.0001")
      $0.discount = 0
    },
    Case(
      "five digits after the point",
      "price: expected at most 12 digits before the point and 4 after it, found \"0.00001\""
    ) { $0.price = Decimal(string: "0.00001") },
    Case("largest price", nil) { $0.price = Decimal(string: "999999999999.9999") },
    Case(
      "thirteen digits",
      "price: expected at most 12 digits before the point and 4 after it, found \"1000000000000\""
    ) { $0.price = Decimal(string: "1E12") },
    Case("discount below 0", "discounted_price: expected 0 or more, found -1") { $0.discount = -1 },
    Case("discount is the price", nil) { $0.discount = 12_000 },
    Case(
      "discount above the price",
      "discounted_price: expected at most the price (12000), found 12000.5"
    ) { $0.discount = Decimal(string: "12000.5") },
    Case("stock 0", nil) { $0.stock = 0 },
    Case("stock below 0", "stock: expected 0 to 9007199254740991, found -1") { $0.stock = -1 },
    Case("stock largest", nil) { $0.stock = 9_007_199_254_740_991 },
    Case(
      "stock beyond", "stock: expected 0 to 9007199254740991, found \(Int.max)"
    ) { $0.stock = .max },
    Case("small letters", nil) { $0.currency = Currency(rawValue: "eur") },
    Case("two letters", "currency: expected an ISO 4217 code such as KRW, found \"KR\"") {
      $0.currency = Currency(rawValue: "KR")
    },
    Case(
      "no currency of any country", "currency: expected an ISO 4217 code such as KRW, found \"XXX\""
    ) {
      $0.currency = .unknown
    },
    Case("for tests", "currency: expected an ISO 4217 code such as KRW, found \"XTS\"") {
      $0.currency = Currency(rawValue: "XTS")
    },
    Case("not in the list", "currency: expected an ISO 4217 code such as KRW, found \"ABC\"") {
      $0.currency = Currency(rawValue: "ABC")
    },
    Case("no letters", "currency: expected an ISO 4217 code such as KRW, found \"원화원\"") {
      $0.currency = Currency(rawValue: "원화원")
    },
  ]

  static let missing: [Case] = [
    Case("no name", "name: expected 3 to 100 characters, found nothing") { $0.name = nil },
    Case("no description", "description: expected 10 to 1000 characters, found nothing") {
      $0.description = nil
    },
    Case("no currency", "currency: expected an ISO 4217 code such as KRW, found nothing") {
      $0.currency = nil
    },
    Case("no price", "price: expected a number above 0, found nothing") {
      $0.price = nil
      $0.discount = nil
    },
    Case("no discount, no stock", nil) {
      $0.discount = nil
      $0.stock = nil
    },
  ]

  @Test(arguments: present + missing)
  func `a new listing is checked against the limits`(_ limit: Case) throws {
    let (market, shop) = try TestMarket.withShop()
    let response = market.respond(shop.create(.mug(limit.change)))
    #expect(response.status == (limit.message == nil ? 201 : 400))
    if let message = limit.message {
      #expect(response.message == message)
      #expect(market.files("pictures").isEmpty)
    } else {
      let fields = ListingFields.mug(limit.change)
      let product = try response.product
      #expect(product.name == fields.name)
      #expect(product.price?.amount == fields.price)
      #expect(product.discount?.amount == fields.discount ?? 0)
      #expect(product.salePrice?.amount == (fields.price ?? 0) - (fields.discount ?? 0))
      #expect(product.stock == fields.stock ?? 0)
      #expect(product.currency == fields.currency)
    }
  }

  @Test(arguments: present)
  func `an edit is checked against the same limits`(_ limit: Case) throws {
    let (market, shop) = try TestMarket.withShop()
    let before = market.respond(shop.create())
    let id = try before.product.id
    let response = market.respond(shop.edit(id, .mug(limit.change)))
    #expect(response.status == (limit.message == nil ? 200 : 400))
    guard let message = limit.message else { return }
    #expect(response.message == message)
    #expect(market.respond(.get("/api/products/\(id)")).body == before.body)
  }

  @Test func `the message lists every broken limit`() throws {
    let (market, shop) = try TestMarket.withShop()
    let fields = ListingFields(
      name: "a", description: "b", price: 0, currency: Currency(rawValue: "?"), discount: -1,
      stock: -1)
    let response = market.respond(shop.create(fields, pictures: [[], Array("text".utf8)]))
    #expect(
      response.message == """
        name: expected 3 to 100 characters, found 1; \
        description: expected 10 to 1000 characters, found 1; \
        currency: expected an ISO 4217 code such as KRW, found "?"; \
        price: expected a number above 0, found 0; discounted_price: expected 0 or more, found -1; \
        stock: expected 0 to 9007199254740991, found -1; \
        images[0]: expected JPEG or PNG, found empty; images[1]: expected JPEG or PNG, found text
        """)
  }

  @Test func `price and discount are checked together with the stored values`() throws {
    let (market, shop) = try TestMarket.withShop()
    let id = try market.respond(shop.create()).product.id
    #expect(market.respond(shop.edit(id, ListingFields(discount: 12_001))).status == 400)
    #expect(market.respond(shop.edit(id, ListingFields(price: 999))).status == 400)
    #expect(market.respond(shop.edit(id, ListingFields(price: 1000))).status == 200)
    let product = try market.respond(.get("/api/products/\(id)")).product
    #expect(product.salePrice?.amount == 0)
  }

  @Test func `texts are stored as sent, in NFC`() throws {
    let (market, shop) = try TestMarket.withShop()
    let name = "  머그\n\"🍵\" <b>é\u{301} "
    let response = market.respond(
      shop.create(.mug { $0.name = name.decomposedStringWithCanonicalMapping }))
    let stored = try response.product.name
    #expect(Array(stored.utf8) == Array(name.precomposedStringWithCanonicalMapping.utf8))
  }

  @Test(arguments: [
    ("{\"name\":1,\"secret\":\"s\"}", "body.name: expected a string, found a number"),
    ("{\"stock\":1.5,\"secret\":\"s\"}", "body.stock: expected a whole number, found a number"),
    ("{\"price\":\"1\",\"secret\":\"s\"}", "body.price: expected a number, found a string"),
    ("{\"price\":1E999,\"secret\":\"s\"}", "body.price: expected a number, found a number"),
    ("{\"secret\":1}", "body.secret: expected a string, found a number"),
    ("[]", "body: expected an object, found an array"), ("", "body: expected JSON, found nothing"),
    ("{} x", "body: expected JSON, found more text after its end at byte 3"),
    ("{\"a\":[}", "body: expected JSON, a value is missing at byte 6"),
  ])
  func `a member of the wrong type is named with the expected type`(
    body: String, message: String
  ) throws {
    let (market, shop) = try TestMarket.withShop()
    var request = shop.edit(1, .mug)
    request.body = Array(body.utf8)
    let response = market.respond(request)
    #expect(response.status == 400)
    #expect(response.message == message)
  }

  @Test func `null, unknown members and a trailing slash are ignored`() throws {
    let (market, shop) = try TestMarket.withShop()
    let before = market.respond(shop.create())
    let id = try before.product.id
    var request = shop.edit(id, .mug)
    request.target = "//api/products/\(id)/?"
    request.headers[.contentType] = nil
    let secret = shop.credentials.secret.revealed
    request.body = Array(
      "{\"name\":null,\"discountedPrice\":3,\"product_id\":7,\"secret\":\"\(secret)\"}".utf8)
    market.clock.advance(seconds: 10)
    let response = market.respond(request)
    #expect(response.status == 200)
    #expect(response.body == before.body)
  }
}
