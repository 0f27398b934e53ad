import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Testing

/// A request that violates two consecutive rules of API 7.1.
struct DoubleViolation: CustomTestStringConvertible, Sendable {
  let testDescription: String
  var expected: ExpectedResponse
  var allow: String?
  let request: @Sendable (_ shop: NewAccount, _ other: NewAccount, _ id: Int) -> HTTPRequest

  init(
    _ name: String, _ status: Int, isClosed: Bool = false, word: String = "", allow: String? = nil,
    _ request: @escaping @Sendable (NewAccount, NewAccount, Int) -> HTTPRequest
  ) {
    testDescription = name
    expected = ExpectedResponse(status: status, isClosed: isClosed, word: word)
    self.allow = allow
    self.request = request
  }
}

@Suite(.timeLimit(.minutes(60))) struct ServedOrderTests {
  private let served: ServedMarket
  private let other: NewAccount
  private let id: Int

  init() throws {
    served = try ServedMarket()
    other = try served.market.service.addAccount(name: "other")
    id = try served.listing()
  }

  static let heads = [
    DoubleViolation("an unknown path before a wrong method", 404) { _, _, _ in
      HTTPRequest(HTTPMethod(rawValue: "PUT"), "/api/nothing")
    },
    DoubleViolation("an unknown path before a large body", 404, isClosed: true) { _, _, _ in
      HTTPRequest(.post, "/api/product", headers: [.contentLength: "99999999"])
    },
    DoubleViolation("a token that is not base64 before a missing identifier", 404) { _, _, _ in
      HTTPRequest(.delete, "/api/products/not*base64")
    },
    DoubleViolation("a token that is not base64 before a wrong method", 404) { _, _, _ in
      HTTPRequest(.patch, "/api/products/not*base64")
    },
    DoubleViolation(
      "a wrong method before a large body", 405, isClosed: true, allow: "GET, HEAD, POST"
    ) { _, _, _ in
      HTTPRequest(
        HTTPMethod(rawValue: "PUT"), "/api/products", headers: [.contentLength: "99999999"])
    },
    DoubleViolation("a wrong method before a missing identifier", 405, allow: "POST") { _, _, id in
      HTTPRequest(.delete, "/api/products/\(id)/archived")
    },
    DoubleViolation(
      "an unsupported method of a detail before a missing identifier", 405,
      allow: "GET, HEAD, PATCH"
    ) { _, _, id in HTTPRequest(.delete, "/api/products/\(id)") },
    DoubleViolation("a large create before a missing identifier", 413, isClosed: true) { _, _, _ in
      HTTPRequest(.post, "/api/products", headers: [.contentLength: "\((2 << 20) + 1)"])
    },
    DoubleViolation("a large edit before a missing identifier", 413, isClosed: true) { _, _, id in
      HTTPRequest(.patch, "/api/products/\(id)", headers: [.contentLength: "65537"])
    },
    DoubleViolation(
      "a missing identifier before a malformed create", 401, isClosed: true, word: "missing"
    ) { _, _, _ in
      HTTPRequest(.post, "/api/products", body: Array("nothing".utf8))
    },
    DoubleViolation(
      "an empty identifier before a malformed edit", 401, isClosed: true, word: "missing"
    ) {
      _, _, id in
      HTTPRequest(
        .patch, "/api/products/\(id)", headers: [.identifier: ""], body: Array("{".utf8))
    },
    DoubleViolation("a missing identifier before an unknown listing", 401, word: "missing") {
      _, _, _ in
      HTTPRequest(.post, "/api/products/999/archived")
    },
  ]

  static let bodies = [
    DoubleViolation("a malformed body before an unknown identifier", 400) { _, _, id in
      HTTPRequest(
        .patch, "/api/products/\(id)", headers: [.identifier: "nobody"], body: Array("{".utf8))
    },
    DoubleViolation("a wrong type before a wrong secret", 400, word: "body.stock") { shop, _, id in
      HTTPRequest(
        .patch, "/api/products/\(id)",
        headers: [.identifier: shop.credentials.identifier.revealed],
        body: Array(#"{"stock":"five","secret":"wrong"}"#.utf8))
    },
    DoubleViolation("a missing secret before an unknown listing", 400, word: "secret") {
      shop, _, _ in
      HTTPRequest(
        .post, "/api/products/999/archived",
        headers: [.identifier: shop.credentials.identifier.revealed], body: Array("{}".utf8))
    },
    DoubleViolation("a missing part before a wrong secret", 400, word: "params") { shop, _, _ in
      var form = ServedForm(shop.withWrongSecret)
      form.params = form.images[0]
      return form.request
    },
    DoubleViolation("a wrong secret before an unknown listing", 401) { shop, _, _ in
      shop.withWrongSecret.edit(999, .mug)
    },
    DoubleViolation("a wrong secret before broken limits", 401) { shop, _, _ in
      shop.withWrongSecret.create(ListingFields(name: "x"), pictures: [])
    },
    DoubleViolation("an unknown identifier before an unknown listing", 401) { shop, _, _ in
      NewAccount(
        vendorID: 1, name: "x",
        credentials: Credentials(
          identifier: VendorIdentifier("nobody"), secret: shop.credentials.secret)
      ).archived(999)
    },
    DoubleViolation("an unknown listing before broken limits", 404) { shop, _, _ in
      shop.edit(999, ListingFields(name: "x"))
    },
    DoubleViolation("another shop's listing before broken limits", 403) { _, other, id in
      other.edit(id, ListingFields(name: "x", price: -1))
    },
    DoubleViolation("another shop's listing in a lookup of the removal path", 403) { _, other, id in
      other.archived(id)
    },
    DoubleViolation("all broken limits", 400, word: "description: expected") { shop, _, _ in
      shop.create(ListingFields(name: "x"), pictures: [])
    },
  ]

  @Test(arguments: heads + bodies)
  func `the first of two violated rules decides the response`(_ violation: DoubleViolation) throws {
    let request = violation.request(served.shop, other, id)
    try violation.expected.check(request.onTheWire, to: served)
    if let allow = violation.allow {
      #expect(try served.ask(request).headers[.allow] == allow)
    }
    #expect(try served.count == 1)
  }

  @Test func `too many wrong secrets come before an unknown listing and after a malformed body`()
    throws
  {
    for _ in 0..<10 {
      #expect(try served.ask(served.shop.withWrongSecret.archived(id)).status == 401)
    }
    try ExpectedResponse(status: 429).check(served.shop.edit(999, .mug).onTheWire, to: served)
    let malformed = HTTPRequest(
      .patch, "/api/products/\(id)",
      headers: [.identifier: served.shop.credentials.identifier.revealed], body: Array("[".utf8))
    try ExpectedResponse(status: 400).check(malformed.onTheWire, to: served)
  }

  @Test func `a removed listing is 404 before it is 403`() throws {
    let path = try served.ask(served.shop.archived(id)).text
    try ExpectedResponse(status: 403).check(other.remove(path).onTheWire, to: served)
    #expect(try served.ask(served.shop.remove(path)).status == 200)
    for account in [served.shop, other] {
      try ExpectedResponse(status: 404).check(account.remove(path).onTheWire, to: served)
    }
  }
}
