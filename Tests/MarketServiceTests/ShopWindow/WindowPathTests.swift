import MarketTestSupport
import MarketWire
import Testing

@testable import MarketService

/// What browsers and search engines ask for beside the list and the listings.
@Suite(.timeLimit(.minutes(60))) struct WindowPathTests {
  private let market: TestMarket

  init() throws { market = try TestMarket() }

  /// A request as a browser sends it for a link.
  private static func browser(_ target: String, _ language: String = "en") -> HTTPRequest {
    .get(
      target,
      headers: [
        "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "Accept-Language": language,
      ])
  }

  @Test(arguments: ["/nope", "/listings", "/listings/1/2", "/a/../b", "/pictures/1/2/x.jpg"])
  func `a browser gets a page for an unknown path, with a way on`(target: String) throws {
    let expected = market.respond(.get("/"))
    for (language, text) in [("en", "This page does not exist."), ("ko", "없는 페이지입니다.")] {
      let page = market.respond(Self.browser(target, language))
      #expect(page.status == 404)
      #expect(page.headers[.contentType] == "text/html;charset=UTF-8")
      for name in ["Content-Security-Policy", .cacheControl] as [HTTPHeaderName] {
        #expect(page.headers[name] == expected.headers[name])
      }
      #expect(page.headers["Content-Language"] == language)
      #expect(page.text.contains(text) && page.text.contains("<a class=\"back\" href=\"/\">"))
    }
    var head = Self.browser(target)
    head.method = .head
    #expect(market.respond(head).status == 404)
    #expect(market.respond(head).body == market.respond(Self.browser(target)).body)
  }

  @Test func `apps get JSON, and so does a browser for a path of the API`() throws {
    for accept in [nil, "*/*", "application/json", "text/html;q=0", "image/avif,image/webp,*/*"] {
      let headers: HTTPHeaders = accept.map { ["Accept": $0] } ?? [:]
      #expect(market.respond(.get("/nope", headers: headers)).json["code"]?.intValue == 404)
    }
    for target in ["/api/products/7", "/api/nope", "//api/nope", "/api"] {
      #expect(market.respond(Self.browser(target)).json["code"]?.intValue == 404)
    }
    var post = Self.browser("/nope")
    post.method = .post
    #expect(market.respond(post).json["code"]?.intValue == 404)
    let plain = try TestMarket { $0.hasShopWindow = false }
    #expect(plain.respond(Self.browser("/nope")).json["code"]?.intValue == 404)
    // Without a usable address there is none for links.
    var stranger = Self.browser("/nope")
    stranger.headers[.host] = "a b"
    #expect(market.respond(stranger).status == 404)
  }

  @Test func `a malformed address is a page, too`() {
    let page = market.respond(Self.browser("/%zz"))
    #expect(page.status == 400 && page.text.contains("Please check the address"))
  }

  @Test(arguments: [(nil, ""), ("https://m.example/shop", "/shop")])
  func `pages have an icon`(url: String?, path: String) throws {
    let market = try TestMarket { $0.publicURL = url }
    let page = market.respond(.get("/")).text
    #expect(page.contains("<link rel=\"icon\" href=\"\(path)/favicon.ico\">"))
    let icon = market.respond(.get("/favicon.ico"))
    #expect(icon.status == 200 && icon.headers[.contentType] == "image/vnd.microsoft.icon")
    #expect(icon.headers[.cacheControl] == "public, max-age=86400")
    // One image, whose bytes end with the file.
    #expect(icon.body.starts(with: [0, 0, 1, 0, 1, 0, 16, 16]))
    #expect(icon.body.count == 22 + Int(icon.body[14]) && icon.body[18] == 22)
    #expect(market.respond(HTTPRequest(.head, "/favicon.ico")).body == icon.body)
    #expect(page.contains("<link rel=\"apple-touch-icon\" href=\"\(path)/apple-touch-icon.png\">"))
    let touch = market.respond(.get("/apple-touch-icon.png"))
    #expect(touch.status == 200 && touch.headers[.contentType] == "image/png")
    #expect(touch.body.starts(with: [0x89, 0x50, 0x4E, 0x47]) && touch.body[19] == 180)
  }

  @Test func `search engines may read the pages, and nothing of a market without them`() throws {
    func rules(_ configure: (inout ServiceConfiguration) -> Void) throws -> String {
      let response = try TestMarket { configure(&$0) }.respond(.get("/robots.txt"))
      #expect(response.status == 200)
      #expect(response.headers[.contentType] == "text/plain;charset=UTF-8")
      return response.text
    }
    let map = "Sitemap: http://market.local/sitemap.xml\n"
    #expect(try rules { _ in } == "User-agent: *\nDisallow: /api/\nDisallow: /?q=\n\(map)")
    #expect(try rules { $0.hasShopWindow = false } == "User-agent: *\nDisallow: /\n")
    #expect(
      try rules { $0.site.isIndexed = false } == "User-agent: *\nDisallow: /api/\nDisallow: /?q=\n")
    let below = try rules { $0.publicURL = "https://m.example/shop" }
    #expect(
      below == "User-agent: *\nDisallow: /shop/api/\nDisallow: /shop/?q=\n"
        + "Sitemap: https://m.example/shop/sitemap.xml\n")
  }

  @Test(arguments: ["/favicon.ico", "/apple-touch-icon.png", "/robots.txt", "/shop.css"])
  func `a file is not sent again`(target: String) throws {
    let tag = try #require(market.respond(.get(target)).headers[.eTag])
    let again = market.respond(.get(target, headers: [.ifNoneMatch: tag]))
    #expect(again.status == 304 && again.body.isEmpty)
    #expect(again.headers[.cacheControl]?.hasPrefix("public") == true)
    #expect(market.respond(HTTPRequest(.post, target)).status == 405)
  }
}
