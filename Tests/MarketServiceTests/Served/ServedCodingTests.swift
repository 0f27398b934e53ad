import MarketServer
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketService

/// Responses that are compressed for clients that accept it.
@Suite(.timeLimit(.minutes(60))) struct ServedCodingTests {
  private let served: ServedMarket
  private let id: Int

  init() throws {
    served = try ServedMarket()
    let text = String(repeating: "A long description. ", count: 45)
    let request = served.shop.create(.mug { $0.description = text })
    id = try served.market.respond(request).product.id
    for _ in 0..<5 { _ = try served.listing() }
  }

  private func ask(
    _ target: String, accepting coding: String?, _ method: HTTPMethod = .get,
    _ more: HTTPHeaders = [:]
  ) throws -> HTTPResponse {
    var request = HTTPRequest(method, target, headers: more)
    if let coding { request.headers["Accept-Encoding"] = coding }
    return try served.ask(request)
  }

  @Test(arguments: [
    "/", "/?view=grid", "/?q=mug", "/listings/ID", "/shop.css", "/api/products",
    "/api/products?search_value=mug", "/api/products/ID",
  ])
  func `a client that accepts it gets the same response in fewer bytes`(path: String) throws {
    let target = path.replacing("ID", with: "\(id)")
    let plain = try ask(target, accepting: nil)
    #expect(plain.headers["Content-Encoding"] == nil)
    #expect(plain.headers["Vary"]?.hasSuffix("Accept-Encoding") == true)
    let url = served.address.origin + target
    // The second one may come from the cache.
    for _ in 1...2 {
      let zipped = try ask(target, accepting: "br, gzip")
      #expect(zipped.headers["Content-Encoding"] == "gzip")
      #expect(zipped.headers["Content-Length"] == String(zipped.body.count))
      #expect(zipped.body.count < plain.body.count * 2 / 3)
      for name in [.contentType, "Vary", .cacheControl] as [HTTPHeaderName] {
        #expect(zipped.headers[name] == plain.headers[name])
      }
      let host = ["--silent", "--header", "Host: market.test"]
      #expect(
        try ExternalProgram.run("curl", host + ["--compressed", url]).utf8.elementsEqual(plain.body)
      )
    }
    #expect(try ask(target, accepting: nil).body == plain.body)
    let head = try ask(target, accepting: "gzip", .head)
    #expect(head.headers["Content-Encoding"] == "gzip" && head.body.isEmpty)
  }

  @Test(arguments: [
    ("gzip", true), ("GZIP", true), ("deflate, gzip;q=1.0, *;q=0.5", true), ("*", true),
    ("identity;q=0.5, gzip", true), ("gzip;q=0.001", true), ("", false), ("gzip;q=0", false),
    ("gzip; q=0.0, *", false), ("identity", false), ("deflate, br", false), ("*;q=0", false),
    ("gzip;q=0.5, identity", false), ("gzip;q=x", false), ("identity, *;q=0.1", false),
    ("xgzip", false),
  ])
  func `the header says what a client accepts`(header: String, isZipped: Bool) throws {
    let response = try ask("/", accepting: header)
    #expect((response.headers["Content-Encoding"] == "gzip") == isZipped)
  }

  @Test(arguments: ["/", "/api/products", "/shop.css"])
  func `a compressed response is not sent again until the market changes`(target: String) throws {
    let tag = try #require(try ask(target, accepting: "gzip").headers[.eTag])
    #expect(tag.hasPrefix("W/\""))
    let plainTag = try #require(try ask(target, accepting: nil).headers[.eTag])
    #expect(tag == "W/" + plainTag)
    for coding in [nil, "gzip"] {
      let again = try ask(target, accepting: coding, .get, [.ifNoneMatch: tag])
      #expect(again.status == 304 && again.body.isEmpty)
      #expect(again.headers["Content-Encoding"] == nil)
      #expect(again.headers[.eTag] == (coding == nil ? plainTag : tag))
      #expect(again.headers["Vary"]?.hasSuffix("Accept-Encoding") == true)
    }
  }

  @Test func `a short response, a picture, a file and a write are sent as they are`() throws {
    let product = try served.market.respond(.get("/api/products/\(id)")).product
    let url = try #require(product.pictures?.first?.url)
    let path = String(url.dropFirst("http://market.local".count))
    let short = try served.listing()
    for target in ["/api/products/\(short)", "/healthChecker", "/robots.txt", "/favicon.ico", path]
    {
      let response = try ask(target, accepting: "gzip")
      #expect(response.status == 200 && response.headers["Content-Encoding"] == nil, "\(target)")
    }
    let created = try served.ask(served.shop.create(headers: ["Accept-Encoding": "gzip"]))
    #expect(created.status == 201 && created.headers["Content-Encoding"] == nil)
  }

  @Test func `nothing is compressed beside an identifier, or without extensions`() throws {
    let identifier = served.shop.credentials.identifier.revealed
    for target in ["/", "/api/products"] {
      let response = try ask(target, accepting: "gzip", .get, [.identifier: identifier])
      #expect(response.headers["Content-Encoding"] == nil)
    }
    let plain = try ServedMarket { $0.hasExtensions = false }
    for _ in 0..<6 { _ = try plain.listing() }
    let response = try plain.ask(.get("/api/products", headers: ["Accept-Encoding": "gzip"]))
    #expect(response.headers["Content-Encoding"] == nil && response.headers["Vary"] == nil)
  }
}
