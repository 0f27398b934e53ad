import Foundation
import MarketServer
import MarketService
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct ServedPathTests {
  private let served: ServedMarket

  init() throws {
    served = try ServedMarket()
    _ = try served.listing()
  }

  @Test(arguments: [
    ("/..", 404), ("/api/../healthChecker", 404), ("/api/products/../../healthChecker", 404),
    ("/%2e%2e/healthChecker", 404), ("/%2E./healthChecker", 404), ("/./healthChecker", 404),
    ("/api%2Fproducts", 404), ("/api/products%2f1", 404), ("/api/products/%2e", 404),
    ("/pictures", 404), ("/pictures/", 404), ("/pictures/1", 404), ("/pictures/1/20261121", 404),
    ("/pictures/../market.sqlite", 404), ("/pictures/1/20261121/../../../market.sqlite", 404),
    ("/pictures/1/20261121/..%2f..%2f..%2fmarket.sqlite", 404),
    ("/pictures/1/20261121/%252e%252e", 404), ("/pictures/%2Fetc/20261121/passwd", 404),
    ("/pictures/1/20261121/00000000000000000000000000000000_origin.jpg", 404),
    ("/pictures/1/20261121/00000000000000000000000000000000_origin.jpg%00.png", 400),
    ("/market.sqlite", 404), ("/market.lock", 404), ("/waiting", 404), ("/c:\\x", 404),
    ("/api/products/1%00", 400), ("/%", 400), ("/%zz", 400), ("/%c0%ae%c0%ae/", 400),
    ("/api/products?search_value=%00", 400), ("/api/products?search_value=%ff", 400),
    ("/api/products/\u{661}", 404), ("/api/products/-1", 404), ("/api/products/1.0", 404),
    ("/api/products/99999999999999999999", 404), ("/api/products?page_no=0", 400),
    ("/api/products?page_no=x", 400), ("/api/products?items_per_page=1001", 400),
    ("/api/products?page_no=9223372036854775807&items_per_page=1000", 200),
  ])
  func `an invalid path is refused`(target: String, status: Int) throws {
    try ExpectedResponse(status: status).check(HTTPRequest.get(target).onTheWire, to: served)
  }

  @Test(arguments: ["", " ", "a b", "a/b", "a@b", "a:x", "[::1", "a\"b", "a\\b", "한글"])
  func `an invalid host is refused`(host: String) throws {
    try ExpectedResponse(status: 400, isClosed: true, word: "Host").check(
      HTTPRequest.get("/api/products", headers: [.host: host]).onTheWire, to: served)
  }

  @Test func `picture URLs have the host of the request`() throws {
    let answer = try served.ask(.get("/api/products/1", headers: [.host: "shop.test:8080"]))
    #expect(try answer.product.thumbnail?.hasPrefix("http://shop.test:8080/pictures/") == true)
  }

  @Test func `responses and log have no control characters`() throws {
    let hostile = "\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}\u{2028}\r\nHTTP/1.1 200 OK\r\n\r\n"
    let fields = ListingFields(
      name: "x" + hostile, description: "short", price: 1, currency: Currency(rawValue: hostile))
    let requests = [
      served.shop.create(fields), served.shop.edit(1, fields),
      HTTPRequest.get("/\u{9b}31m\u{202e}x"), .get("/api/products?page_no=%1b%5b31m"),
      .get("/api/products?items_per_page=%e2%80%ae"),
      HTTPRequest(HTTPMethod(rawValue: "x\u{7f}"), "/"),
    ]
    for request in requests {
      let client = try served.connect()
      client.send(request.onTheWire)
      let answer = try #require(client.response())
      #expect((400..<500).contains(answer.status))
      #expect(
        isPlain(answer.httpResponse.message), "\(answer.httpResponse.message.debugDescription)")
      for field in answer.fields { #expect(isPlain(field.name + field.value)) }
      try served.expectWork()
    }
    let entries = served.stop()
    #expect(entries.count >= requests.count)
    for entry in entries { #expect(isPlain(entry.method + entry.target + entry.clientAddress)) }
  }

  @Test func `a hostile name is stored as sent and escaped in JSON`() throws {
    let fields = ListingFields.mug { $0.name = "a\u{1b}[31m\u{202e}\r\n\"</script>" }
    let answer = try served.ask(served.shop.create(fields))
    #expect(try answer.product.name == fields.name)
    #expect(answer.body.allSatisfy { $0 >= 0x20 })
    #expect(answer.headers[.contentType] == "application/json")
  }

  @Test func `the server listens on its own address only`() throws {
    #expect(served.address.host == "127.0.0.1")
    // Other addresses of the same machine.
    #expect(throws: RawClient.Failure.self) {
      try RawClient(host: "127.0.0.2", port: served.address.port)
    }
    #expect(throws: RawClient.Failure.self) {
      try RawClient(host: "::1", port: served.address.port)
    }
  }

  private func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
  }
}
