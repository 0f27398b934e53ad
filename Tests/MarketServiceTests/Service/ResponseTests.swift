import Foundation
import MarketWire
import Testing

@testable import MarketService

@Suite(.timeLimit(.minutes(60))) struct ResponseTests {
  @Test func `every response announces the extensions`() throws {
    let (market, shop) = try TestMarket.withShop()
    for request in [
      .get("/"), .get("/healthChecker"), .get("/nothing"), .get("/api/products"),
      HTTPRequest(.post, "/"), shop.create(), shop.edit(1, .mug), shop.edit(9, .mug),
      shop.withWrongSecret.archived(1), shop.archived(1), .get("/%"),
      HTTPRequest(.post, "/api/products"),
    ] {
      let response = market.respond(request)
      #expect(
        response.headers.all(.extensions) == [
          "idempotency, sort, filter, exact-dates, revision, summary, rename, profile, photos, pages"
        ])
      #expect(!response.body.isEmpty)
      #expect(response.headers.all(.contentType).count == 1)
      if !response.isSuccess {
        #expect(response.json.members.map(\.key) == ["code", "message"])
        #expect(response.json["code"]?.intValue == response.status)
      }
    }
  }

  @Test func `health is OK in quotes while the market is readable`() throws {
    let market = try TestMarket()
    let healthy = market.respond(.get("/healthChecker/"))
    #expect(healthy.status == 200)
    #expect(healthy.text == "\"OK\"")
    #expect(healthy.headers[.contentType] == "text/plain;charset=UTF-8")
    market.service.close()
    let closed = market.respond(.get("/healthChecker"))
    #expect(closed.status == 503)
    #expect(closed.text == "\"FAIL\"")
    #expect(market.respond(.get("/api/products")).status == 503)
  }

  @Test func `HEAD is supported wherever GET is`() throws {
    let (market, shop) = try TestMarket.withShop()
    let url = try #require(try market.respond(shop.create()).product.thumbnail)
    let picture = String(url.dropFirst("http://market.local".count))
    for target in ["/", "/healthChecker", "/api/products", "/api/products/1", picture] {
      let get = market.respond(.get(target))
      let head = market.respond(HTTPRequest(.head, target))
      #expect(head.status == 200)
      #expect(head.headers == get.headers)
      #expect(head.body.count == get.body.count)
    }
  }

  @Test(arguments: [
    (nil, false, "http://market.local"), ("example.com", false, "http://example.com"),
    ("example.com:8080", true, "https://example.com:8080"), ("[::1]:80", false, "http://[::1]:80"),
    ("10.0.2.2:8080", false, "http://10.0.2.2:8080"),
    ("my_mac.local", false, "http://my_mac.local"),
  ])
  func `picture URLs have the host of the request`(host: String?, isTLS: Bool, base: String) throws
  {
    let (market, shop) = try TestMarket.withShop { $0.isTLS = isTLS }
    var request = shop.create()
    request.headers[.host] = host
    let product = try market.respond(request).product
    #expect(product.thumbnail?.hasPrefix("\(base)/pictures/") == true)
    #expect(product.pictures?.first?.url.hasPrefix("\(base)/pictures/") == true)
  }

  @Test(arguments: [
    "", " ", "a b", "a/b", "a@b", "a:b", "a:0", "a:65536", "a:+80", "[::1", "[]", "[x]", "a\"b",
    "a:80:80", "é.example", "a,b", "<script>", String(repeating: "a", count: 300),
  ])
  func `an invalid host is 400`(host: String) throws {
    let market = try TestMarket()
    #expect(market.respond(.get("/api/products", headers: [.host: host])).status == 400)
  }

  @Test func `two hosts are 400`() throws {
    var request = HTTPRequest.get("/")
    request.headers.add(.host, "a")
    request.headers.add(.host, "b")
    #expect(try TestMarket().respond(request).status == 400)
  }

  @Test func `a public URL replaces the host`() throws {
    let (market, shop) = try TestMarket.withShop { $0.publicURL = "https://shop.example/market/" }
    let product = try market.respond(shop.create().adding([.host: "other"])).product
    #expect(product.thumbnail?.hasPrefix("https://shop.example/market/pictures/1/") == true)
  }

  @Test(arguments: ["", "shop.example", "ftp://x", "http://", "http://a b", "http://a\n"])
  func `an invalid public URL throws`(url: String) {
    #expect(throws: ServiceError.invalidPublicURL(url)) {
      try TestMarket { $0.publicURL = url }
    }
  }

  @Test func `a nearly full disk refuses writes`() throws {
    let market = try TestMarket { $0.freeBytes = { _ in (64 << 20) - 1 } }
    let shop = try market.service.addAccount(name: "shop")
    #expect(market.respond(shop.create()).status == 507)
    #expect(market.files("pictures").isEmpty)
    #expect(market.respond(.get("/api/products")).status == 200)
    let other = try market.another { $0.freeBytes = { _ in 64 << 20 } }
    #expect(other.respond(shop.create()).status == 201)
    #expect(market.respond(shop.edit(1, ListingFields(stock: 1))).status == 507)
  }

  @Test func `a nearly full disk still replays responses and removes listings`() throws {
    let full = try TestMarket { $0.freeBytes = { _ in 0 } }
    let other = try full.another()
    let shop = try full.service.addAccount(name: "shop")
    let key: HTTPHeaders = [.idempotencyKey: "key"]
    let requests = [shop.create(headers: key), shop.edit(1, ListingFields(stock: 1), headers: key)]
    for request in requests {
      #expect(full.respond(request).status == 507)
      let done = other.respond(request)
      #expect(done.status < 300)
      let replay = full.respond(request)
      #expect(replay.body == done.body)
      #expect(replay.headers[.idempotencyStatus] == "replayed")
    }
    let path = full.respond(shop.archived(1, headers: key))
    #expect(path.status == 200)
    #expect(full.respond(shop.remove(path.text, headers: key)).status == 200)
    #expect(full.files("pictures").isEmpty)
  }

  @Test func `messages have no control characters`() throws {
    let (market, shop) = try TestMarket.withShop()
    for text in ["\u{1B}[31mred", "a\r\nSet-Cookie: x", "\u{202E}evil", "\u{7F}\u{9B}"] {
      let responses = [
        market.respond(.get("/api/products?page_no=" + PercentEncoding.encode(text))),
        market.respond(shop.edit(1, ListingFields(currency: Currency(rawValue: text)))),
        market.respond(shop.create(.mug { $0.currency = Currency(rawValue: text) })),
      ]
      for response in responses {
        let scalars = response.message.unicodeScalars
        #expect(scalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(scalars.allSatisfy { $0.properties.generalCategory != .format })
      }
    }
  }
}
