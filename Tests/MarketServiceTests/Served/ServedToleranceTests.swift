import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Testing

/// A variation of a documented request that is accepted (API 1.1, 1.3, 1.6, 1.8).
struct RequestTolerance: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let request: @Sendable (_ shop: NewAccount, _ id: Int) -> HTTPRequest

  init(_ name: String, _ request: @escaping @Sendable (NewAccount, Int) -> HTTPRequest) {
    testDescription = name
    self.request = request
  }
}

@Suite(.timeLimit(.minutes(60))) struct ServedToleranceTests {
  private let served: ServedMarket
  private let id: Int

  init() throws {
    served = try ServedMarket()
    id = try served.listing()
  }

  static let details = [
    RequestTolerance("the documented request") { .get("/api/products/\($1)") },
    RequestTolerance("a doubled slash after the host") { .get("//api/products/\($1)") },
    RequestTolerance("doubled slashes within") { .get("/api//products///\($1)") },
    RequestTolerance("a trailing slash") { .get("/api/products/\($1)/") },
    RequestTolerance("two trailing slashes") { .get("/api/products/\($1)//") },
    RequestTolerance("a bare question mark") { .get("/api/products/\($1)?") },
    RequestTolerance("a slash and a bare question mark") { .get("/api/products/\($1)/?") },
    RequestTolerance("an unknown query") { .get("/api/products/\($1)?a=1&b") },
    RequestTolerance("leading zeros") { .get("/api/products/00\($1)") },
    RequestTolerance("percent-encoded letters") { .get("/%61pi/product%73/\($1)") },
    RequestTolerance("a whole URL as target") { .get("http://market.test/api/products/\($1)") },
    RequestTolerance("a content type on GET") {
      .get("/api/products/\($1)", headers: [.contentType: "application/json"])
    },
    RequestTolerance("Content-Length: 0 on GET") {
      .get("/api/products/\($1)", headers: [.contentLength: "0"])
    },
    RequestTolerance("a content type and a body on GET") {
      var request = HTTPRequest.get(
        "/api/products/\($1)", headers: [.contentType: "application/json"])
      request.body = Array("{}".utf8)
      return request
    },
    RequestTolerance("an identifier on GET") {
      .get(
        "/api/products/\($1)", headers: [.identifier: $0.credentials.identifier.revealed])
    },
    RequestTolerance("an unknown identifier on GET") {
      .get("/api/products/\($1)", headers: [.identifier: "nobody"])
    },
    RequestTolerance("header names in any case") {
      .get("/api/products/\($1)", headers: ["hOST": "market.test", "cONTENT-lENGTH": "0"])
    },
  ]

  @Test(arguments: details)
  func `a variation of a detail request is accepted`(_ tolerance: RequestTolerance) throws {
    let client = try served.connect()
    let answer = try client.ask(tolerance.request(served.shop, id))
    try #require(answer.status == 200, "\(answer.text)")
    #expect(try answer.product.id == id)
    try served.expectWork(over: client)
  }

  static let lists = [
    ("the documented request", "/api/products?page_no=1&items_per_page=20"),
    ("another order", "/api/products?items_per_page=20&page_no=1"),
    ("search first", "/api/products?search_value=MUG&items_per_page=20&page_no=1"),
    ("a slash before the query", "/api/products/?page_no=1&items_per_page=20"),
    ("an empty search", "/api/products?page_no=1&items_per_page=20&search_value="),
    ("a search without a value", "/api/products?page_no=1&items_per_page=20&search_value"),
    ("no query", "/api/products"), ("a bare question mark", "/api/products?"),
    ("a slash and a bare question mark", "/api/products/?"),
    ("only a page", "/api/products?page_no=1"),
    ("only a size", "/api/products?items_per_page=20"),
    ("unknown items", "/api/products?color=blue&page_no=1&items_per_page=20&"),
    ("empty items", "/api/products?&&page_no=1&&items_per_page=20"),
    ("the vendor's name", "/api/products?search_value=sho"),
    ("an encoded space", "/api/products?search_value=blue%20mug"),
    ("a plus for a space", "/api/products?search_value=blue+mug"),
  ]

  @Test(arguments: lists)
  func `a variation of a list request is accepted`(_ name: String, target: String) throws {
    let client = try served.connect()
    let answer = try client.ask(.get(target, headers: [.contentType: "application/json"]))
    try #require(answer.status == 200, "\(answer.text)")
    let page = try answer.page
    #expect(page.products.map(\.id) == [id])
    #expect(page.itemsPerPage == 20)
    try served.expectWork(over: client)
  }

  @Test func `a percent-encoded Korean word is found`() throws {
    let mug = ListingFields.mug { $0.name = "파란 머그컵" }
    let expected = try served.ask(served.shop.create(mug)).product.id
    let answer = try served.ask(.get("/api/products?search_value=%EB%A8%B8%EA%B7%B8"))
    #expect(try answer.page.products.map(\.id) == [expected])
  }

  @Test(arguments: ["/healthChecker", "/healthChecker?", "/healthChecker/", "//healthChecker"])
  func `a variation of a health check is accepted`(target: String) throws {
    let answer = try served.ask(.get(target, headers: [.contentLength: "0"]))
    #expect(answer.status == 200)
    #expect(answer.text == "\"OK\"")
    #expect(answer.headers[.contentType]?.hasPrefix("text/plain") == true)
  }

  static let edits = [
    RequestTolerance("the documented request") { $0.edit($1, ListingFields(stock: 9)) },
    RequestTolerance("no content type") { edit($0, $1) { $0.headers[.contentType] = nil } },
    RequestTolerance("another content type") {
      edit($0, $1) { $0.headers[.contentType] = "text/plain" }
    },
    RequestTolerance("a character set") {
      edit($0, $1) { $0.headers[.contentType] = "application/json; charset=utf-8" }
    },
    RequestTolerance("a trailing slash") { edit($0, $1) { $0.target += "/" } },
    RequestTolerance("a bare question mark") { edit($0, $1) { $0.target += "?" } },
    RequestTolerance("a doubled slash") { edit($0, $1) { $0.target = "/" + $0.target } },
    RequestTolerance("Identifier") { edit($0, $1, header: "Identifier") },
    RequestTolerance("IDENTIFIER") { edit($0, $1, header: "IDENTIFIER") },
    RequestTolerance("iDENTIFIER") { edit($0, $1, header: "iDENTIFIER") },
    RequestTolerance("the identifier in capitals") { shop, id in
      edit(shop, id) {
        $0.headers[.identifier] = shop.credentials.identifier.revealed.uppercased()
      }
    },
    RequestTolerance("unknown keys") {
      edit($0, $1, members: #""product_id":1,"stock":9,"discountedPrice":{"a":[null]}"#)
    },
    RequestTolerance("explicit nulls") {
      edit(
        $0, $1,
        members: #""name":null,"description":null,"thumbnail_id":null,"price":null,"#
          + #""currency":null,"discounted_price":null,"stock":9"#)
    },
    RequestTolerance("a whole number with a point") { edit($0, $1, members: #""stock":9.0"#) },
    RequestTolerance("a whole number with an exponent") {
      edit($0, $1, members: #""stock":0.9E1"#)
    },
    RequestTolerance("JSON followed by CRLF") {
      edit($0, $1) { $0.body += Array("\r\n".utf8) }
    },
    RequestTolerance("a chunked body") {
      edit($0, $1) {
        let size = String($0.body.count, radix: 16)
        $0.headers["Transfer-Encoding"] = "chunked"
        $0.body = Array("\(size)\r\n".utf8) + $0.body + Array("\r\n0\r\n\r\n".utf8)
      }
    },
  ]

  @Test(arguments: edits)
  func `a variation of an edit is accepted and changes nothing else`(_ tolerance: RequestTolerance)
    throws
  {
    let client = try served.connect()
    let answer = try client.ask(tolerance.request(served.shop, id))
    try #require(answer.status == 200, "\(answer.text)")
    let product = try answer.product
    #expect(product.stock == 9)
    #expect(product.name == "Blue mug")
    #expect(product.description == "A mug of blue glass")
    #expect(product.salePrice?.amount == 11_000)
    try served.expectWork(over: client)
  }

  static let removals: [(name: String, change: @Sendable (String) -> String)] = [
    ("unchanged", { $0 }), ("unpadded", { $0.filter { $0 != "=" } }),
    ("percent-encoded padding", { $0.replacingOccurrences(of: "=", with: "%3D") }),
    ("lowercase percent-encoded padding", { $0.replacingOccurrences(of: "=", with: "%3d") }),
    ("a trailing slash", { $0 + "/" }), ("a bare question mark", { $0 + "?" }),
    ("a doubled slash", { "/" + $0 }), ("a query without a value", { $0 + "?a" }),
    (
      "percent-encoded throughout",
      { path in
        let token = path.split(separator: "/").last.map(String.init) ?? ""
        let encoded = token.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
        return "/api/products/" + encoded
      }
    ),
  ]

  @Test(arguments: removals)
  func `a variation of a removal path is accepted`(
    _ name: String, change: @Sendable (String) -> String
  ) throws {
    try expectRemoval(of: id, respelled: change)
  }

  @Test(arguments: removals)
  func `a variation of a removal path with other padding is accepted`(
    _ name: String, change: @Sendable (String) -> String
  ) throws {
    // The padding depends on the number of digits in the id.
    try served.market.service.addGeneratedListings(count: 100)
    try expectRemoval(of: try served.listing(), respelled: change)
  }

  private func expectRemoval(of number: Int, respelled change: (String) -> String) throws {
    let client = try served.connect()
    let lookup = try client.ask(served.shop.archived(number))
    #expect(lookup.status == 200)
    #expect(lookup.headers[.contentType] == "text/plain;charset=UTF-8")
    let removed = try client.ask(served.shop.remove(lookup.text, respelled: change))
    try #require(removed.status == 200, "\(removed.text)")
    #expect(try removed.product.id == number)
    #expect(try client.ask(.get("/api/products/\(number)")).status == 404)
    #expect(try client.ask(served.shop.remove(lookup.text, respelled: change)).status == 404)
  }

  private static func edit(
    _ shop: NewAccount, _ id: Int, _ change: (inout HTTPRequest) -> Void
  ) -> HTTPRequest {
    var request = shop.edit(id, ListingFields(stock: 9))
    change(&request)
    return request
  }

  private static func edit(_ shop: NewAccount, _ id: Int, header: String) -> HTTPRequest {
    edit(shop, id) {
      $0.headers[.identifier] = nil
      $0.headers.add(HTTPHeaderName(header), shop.credentials.identifier.revealed)
    }
  }

  private static func edit(_ shop: NewAccount, _ id: Int, members: String) -> HTTPRequest {
    edit(shop, id) {
      $0.body = Array("{\(members),\"secret\":\"\(shop.credentials.secret.revealed)\"}".utf8)
    }
  }
}

extension NewAccount {
  /// A removal with a variation of the path that the market returned.
  fileprivate func remove(_ path: String, respelled: (String) -> String) -> HTTPRequest {
    var request = remove(path)
    request.target = respelled(path)
    return request
  }
}
