import Foundation
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketService

/// Web apps of other origins, and parts of pictures.
@Suite(.timeLimit(.minutes(60))) struct BrowserRequestTests {
  private func response(
    _ market: TestMarket, _ request: HTTPRequest
  ) -> HTTPResponse {
    switch market.service.admit(request) {
    case .refuse(let response, _): response
    case .accept(_, let respond): respond(request.body)
    }
  }

  @Test func `only named origins may read, and only named ones write`() throws {
    let market = try TestMarket {
      $0.crossOrigin.readers = ["https://reader.example"]
      $0.crossOrigin.writers = ["https://writer.example"]
    }
    func asked(_ method: HTTPMethod, _ origin: String) -> HTTPResponse {
      response(
        market,
        HTTPRequest(
          method, "/api/products",
          headers: ["Origin": origin, "Access-Control-Request-Method": "POST"]))
    }
    let allowed: HTTPHeaderName = "Access-Control-Allow-Origin"
    #expect(asked(.get, "https://reader.example").headers[allowed] == "https://reader.example")
    #expect(asked(.get, "https://other.example").headers[allowed] == nil)
    #expect(asked(.get, "https://other.example").headers["Vary"]?.contains("Origin") == true)
    #expect(asked(.post, "https://reader.example").headers[allowed] == nil)
    #expect(asked(.post, "https://writer.example").headers[allowed] == "https://writer.example")
    let options = HTTPMethod(rawValue: "OPTIONS")
    let reader = asked(options, "https://reader.example")
    #expect(reader.status == 204)
    #expect(reader.headers["Access-Control-Allow-Methods"] == "GET, HEAD")
    let writer = asked(options, "https://writer.example")
    #expect(writer.headers["Access-Control-Allow-Methods"]?.contains("PATCH") == true)
    #expect(asked(options, "https://other.example").status == 405)
    let plain = try TestMarket()
    let request = HTTPRequest.get("/api/products", headers: ["Origin": "https://reader.example"])
    #expect(response(plain, request).headers[allowed] == nil)
  }

  @Test(arguments: [
    ("https://app.example", true), ("http://localhost:3000", true), ("https://app.example/", false),
    ("https://App.example", false), ("https://a.example/x", false), ("*", false), ("null", false),
  ])
  func `an origin is a scheme, a host and a port`(text: String, isOrigin: Bool) {
    #expect(CrossOrigin.isOrigin(text) == isOrigin)
  }

  @Test func `a part of a picture can be read`() throws {
    let (market, shop) = try TestMarket.withShop()
    let product = try market.respond(shop.create()).product
    let path = String((product.pictures?.first?.url ?? "").dropFirst("http://market.local".count))
    let whole = market.respond(.get(path))
    let count = whole.body.count
    #expect(whole.headers["Accept-Ranges"] == "bytes")
    #expect(whole.headers["Last-Modified"]?.hasSuffix(" 00:00:00 GMT") == true)
    for (range, part) in [
      ("bytes=0-9", 0..<10), ("bytes=10-", 10..<count), ("bytes=-5", (count - 5)..<count),
      ("bytes=5-99999999", 5..<count),
    ] {
      let response = market.respond(.get(path, headers: ["Range": range]))
      #expect(response.status == 206 && response.body == Array(whole.body[part]), "\(range)")
      let text = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(count)"
      #expect(response.headers["Content-Range"] == text)
    }
    for range in ["bytes=9-1", "bytes=a-b", "items=0-1", "bytes=0-1,3-4", "bytes=-"] {
      #expect(market.respond(.get(path, headers: ["Range": range])).status == 200, "\(range)")
    }
    let beyond = market.respond(.get(path, headers: ["Range": "bytes=\(count)-"]))
    #expect(beyond.status == 416 && beyond.headers["Content-Range"] == "bytes */\(count)")
    let stale = market.respond(.get(path, headers: ["Range": "bytes=0-1", "If-Range": "\"x\""]))
    #expect(stale.status == 200)
  }
}
