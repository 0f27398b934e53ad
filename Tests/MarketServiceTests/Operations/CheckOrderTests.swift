import Foundation
import MarketWire
import Testing

@testable import MarketService

@Suite(.timeLimit(.minutes(60))) struct CheckOrderTests {
  private let market: TestMarket
  private let shop: NewAccount
  private let other: NewAccount
  private let id: Int

  init() throws {
    (market, shop) = try TestMarket.withShop()
    other = try market.service.addAccount(name: "other")
    id = try market.respond(shop.create()).product.id
  }

  @Test(arguments: [
    "/api", "/api/product", "/api/products/abc", "/api/products/-1", "/api/products/1/2",
    "/api/products/1/archived/2", "/api/products/99999999999999999999", "/pictures",
    "/pictures/1/20261121/x.jpg", "/API/products", "/favicon.png",
  ])
  func `an unknown path is 404 for any method and body`(path: String) {
    for method: HTTPMethod in [.get, .post, .patch, .delete, HTTPMethod(rawValue: "PUT")] {
      let body = [UInt8](repeating: 0, count: 3 << 20)
      let response = market.respond(HTTPRequest(method, path, body: body))
      #expect(response.status == 404, "\(method) \(path)")
      #expect(response.json["code"]?.intValue == 404)
    }
  }

  @Test(arguments: [
    ("PUT", "/api/products", "GET, HEAD, POST"), ("DELETE", "/api/products", "GET, HEAD, POST"),
    ("POST", "/api/products/1", "GET, HEAD, PATCH"),
    ("DELETE", "/api/products/1", "GET, HEAD, PATCH"),
    ("GET", "/api/products/1/archived", "POST"), ("POST", "/healthChecker", "GET, HEAD"),
    ("POST", "/", "GET, HEAD"), ("OPTIONS", "/api/products", "GET, HEAD, POST"),
    (
      "GET", "/api/products/\(RemovalToken(id: 1, uuid: String(repeating: "a", count: 36)).text)",
      "DELETE"
    ),
    ("get", "/", "GET, HEAD"), ("", "/", "GET, HEAD"),
  ])
  func `an unsupported method is 405 with Allow`(
    method: String, path: String, allowed: String
  ) {
    let body = [UInt8](repeating: 0, count: 3 << 20)
    let response = market.respond(
      HTTPRequest(HTTPMethod(rawValue: method), path, body: body))
    #expect(response.status == 405)
    #expect(response.headers[.allow] == allowed)
  }

  @Test func `a large body is 413 before a missing identifier is 401`() {
    for (request, limit) in [
      (HTTPRequest(.post, "/api/products"), 2 << 20),
      (HTTPRequest(.patch, "/api/products/1"), 64 << 10),
      (HTTPRequest(.post, "/api/products/1/archived"), 64 << 10),
      (HTTPRequest(.get, "/api/products"), 64 << 10),
    ] {
      var request = request
      request.body = [UInt8](repeating: 0, count: limit + 1)
      #expect(market.respond(request).status == 413)
      request.body.removeLast()
      #expect(market.respond(request).status != 413)
    }
  }

  @Test func `a missing identifier is 401 before the body is parsed`() {
    for method: HTTPMethod in [.post, .patch, .delete] {
      let path =
        switch method {
        case .post: "/api/products"
        case .patch: "/api/products/1"
        default:
          "/api/products/" + RemovalToken(id: 1, uuid: String(repeating: "a", count: 36)).text
        }
      for headers: HTTPHeaders in [[:], [.identifier: ""]] {
        let response = market.respond(
          HTTPRequest(method, path, headers: headers, body: Array("{".utf8)))
        #expect(response.status == 401)
        #expect(response.message == "the header identifier is missing")
      }
    }
  }

  @Test func `a malformed body is 400 before a wrong secret is 401`() {
    var request = shop.withWrongSecret.edit(9999, .mug)
    request.body = Array("{\"secret\":".utf8)
    #expect(market.respond(request).status == 400)
    request.body = Array("{\"name\":\"x\"}".utf8)
    #expect(market.respond(request).message == "body.secret: expected a string, found nothing")
  }

  @Test func `a wrong secret is 401 before an unknown listing is 404`() {
    #expect(market.respond(shop.withWrongSecret.edit(9999, .mug)).status == 401)
    #expect(market.respond(shop.withWrongSecret.archived(0)).status == 401)
    #expect(market.respond(shop.archived(0)).status == 404)
  }

  @Test func `an unknown listing is 404 and another shop's is 403 before broken limits are 400`() {
    let broken = ListingFields(name: "x")
    #expect(market.respond(shop.edit(9999, broken)).status == 404)
    #expect(market.respond(other.edit(id, broken)).status == 403)
    #expect(market.respond(shop.edit(id, broken)).status == 400)
    #expect(market.respond(other.archived(id)).status == 403)
    let path = market.respond(shop.archived(id)).text
    #expect(market.respond(other.remove(path)).status == 403)
    #expect(market.respond(shop.remove(path)).status == 200)
  }

  @Test func `the header section decides about admission`() throws {
    let create = HTTPRequest(.post, "/api/products")
    let rows: [(head: HTTPRequest, status: Int?, bodyLimit: Int?)] = [
      (.get("/nothing"), 404, nil), (HTTPRequest(.post, "/"), 405, nil),
      (.get("/", headers: [.host: "a b"]), 400, nil), (create, 401, 2_097_152),
      (create.adding([.identifier: "x"]), nil, 2_097_152), (.get("/api/products"), nil, 65_536),
    ]
    for (head, status, bodyLimit) in rows {
      switch market.service.admit(head) {
      case .refuse(let response, let limit):
        #expect(response.status == status)
        #expect(limit == bodyLimit)
      case .accept(let limit, _):
        #expect(status == nil)
        #expect(limit == bodyLimit)
      }
    }
  }

  @Test func `an admitted request gets the response to the whole request`() throws {
    var head = shop.create(headers: [.host: "shop.test"])
    let body = head.body
    head.body = []
    guard case .accept(_, let respond) = market.service.admit(head) else {
      Issue.record("the request was refused")
      return
    }
    let response = respond(body)
    #expect(response.status == 201)
    #expect(try response.product.thumbnail?.hasPrefix("http://shop.test/pictures/") == true)
    #expect(try response.product.id == id + 1)
  }

  @Test func `URLs have what a proxy forwarded, unless there is a public URL`() throws {
    func thumbnail(of service: MarketService, host: String?) throws -> String? {
      let head = HTTPRequest.get("/api/products/\(id)", headers: [.host: "shop.test"])
      guard case .accept(_, let respond) = service.admit(head, scheme: "https", host: host) else {
        return nil
      }
      return try respond([]).product.thumbnail
    }
    let known = try market.another { $0.publicURL = "http://market.example" }
    defer { known.close() }
    for (host, base) in [
      (nil, "https://shop.test"), ("a.example:81", "https://a.example:81"),
      ("a b/c", "https://shop.test"),
    ] {
      let found = try thumbnail(of: market.service, host: host)
      #expect(found?.hasPrefix("\(base)/pictures/") == true, "\(found ?? "")")
      let own = try thumbnail(of: known, host: host)
      #expect(own?.hasPrefix("http://market.example/pictures/") == true)
    }
  }
}
