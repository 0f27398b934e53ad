import Foundation
import MarketWire
import Testing

@testable import MarketService

/// The pages for buyers.
@Suite(.timeLimit(.minutes(60))) struct ShopWindowTests {
  private let market: TestMarket
  private let shop: NewAccount

  init() throws {
    (market, shop) = try TestMarket.withShop()
  }

  @Test func `the list links to each listing with its picture and price`() throws {
    let id = try market.respond(shop.create()).product.id
    let page = market.respond(.get("/"))
    #expect(page.status == 200)
    #expect(page.headers[.contentType] == "text/html;charset=UTF-8")
    #expect(page.headers["Vary"] == "Accept-Language, Accept-Encoding")
    #expect(page.headers["Content-Security-Policy"] == Self.policy)
    #expect(page.text.contains("<a href=\"/listings/\(id)\">Blue mug</a>"))
    #expect(page.text.contains("<strong>₩11,000</strong>"))
    #expect(page.text.contains("<s>₩12,000</s> <em>8% off</em>"))
    #expect(page.text.contains("<img src=\"/pictures/"))
    #expect(page.text.contains("Only 5 left"))
    #expect(!page.text.contains("<script"))
  }

  private static let policy =
    "default-src 'none'; img-src 'self'; style-src 'self'; manifest-src 'self'; form-action 'self'; "
    + "base-uri 'none'; frame-ancestors 'none'"

  @Test func `the page of a listing has its texts and all pictures`() throws {
    let request = shop.create(
      .mug { $0.description = "First line\nSecond <line>" },
      pictures: [TestPicture.jpeg, TestPicture.png])
    let product = try market.respond(request).product
    let page = market.respond(.get("/listings/\(product.id)/"))
    #expect(page.status == 200)
    #expect(page.headers["Content-Security-Policy"] == Self.policy)
    #expect(page.text.contains("First line\nSecond &lt;line&gt;"))
    #expect(page.text.contains("<title>Blue mug · Open Market</title>"))
    #expect(page.text.contains("<a href=\"/shops/shop\">shop</a></dd>"))
    for picture in product.pictures ?? [] {
      let path = picture.url.dropFirst("http://market.local".count)
      #expect(page.text.contains("<img src=\"\(path)\""))
      #expect(market.respond(.get(String(path))).status == 200)
    }
  }

  @Test(arguments: [
    (nil, "en"), ("", "en"), ("ko", "ko"), ("ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7", "ko"),
    ("en-US,en;q=0.9,ko;q=0.8", "en"), ("en;q=0.5, ko;q=0.9", "ko"), ("fr-FR,fr;q=0.9", "en"),
    ("fr,ko;q=0.1", "ko"), ("ko;q=0", "en"), ("*", "en"), ("KO-kr", "ko"), ("ko;q=x,en", "en"),
    (String(repeating: "ko,", count: 4000), "ko"),
  ])
  func `the language is the one that the browser prefers`(accepted: String?, code: String) {
    let page = market.respond(Self.page("/", accepting: accepted))
    #expect(page.headers["Content-Language"] == code)
    #expect(page.text.contains("<html lang=\"\(code)\">"))
    #expect(page.text.contains(code == "ko" ? "새로 올라온 상품" : "Newest listings"))
  }

  static let hostileTexts = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='x", "&lt;b&gt;",
    "</title><h1>x", "<!--", "]]>", "\u{202E}reversed", "\u{1}\u{8}\u{9F}x", "{{7*7}}",
    String(repeating: "e\u{301}\u{302}\u{303}", count: 9),
  ]

  @Test(arguments: hostileTexts)
  func `a hostile text changes no element of a page`(text: String) throws {
    let hostile = try Self.pages(with: text)
    let plain = try Self.pages(with: "plain")
    for (page, expected) in zip(hostile, plain) {
      #expect(Self.elements(page) == Self.elements(expected))
      #expect(!page.contains(text) || !text.contains { "<>\"'&".contains($0) })
      #expect(
        !page.unicodeScalars.contains {
          $0.properties.generalCategory == .control && $0 != "\n"
        })
    }
  }

  /// The pages of a market with one listing, whose texts contain `text`.
  private static func pages(with text: String) throws -> [String] {
    let market = try TestMarket()
    // A shop has no slash in its name.
    let name = text.unicodeScalars.contains("\u{1}") ? "shop" : text.replacing("/", with: "\\")
    let shop = try market.service.addAccount(name: name)
    let fields = ListingFields.mug {
      $0.name = "mug \(text)"
      $0.description = "A description: \(text)"
    }
    let id = try market.respond(shop.create(fields)).product.id
    return ["/listings/\(id)", "/?q=\(PercentEncoding.encode(text))", "/"].map {
      market.respond(.get($0)).text
    }
  }

  /// The names of the tags of a page, in order.
  private static func elements(_ page: String) -> [String] {
    page.matches(of: #/<(\/?\w+)[^>]*>/#).map { String($0.1) }
  }

  @Test func `pages are linked and keep the search and the layout`() throws {
    for number in 1...41 {
      #expect(market.respond(shop.create(.mug { $0.name = "Mug \(number)" })).status == 201)
    }
    let first = market.respond(.get("/?q=mug&view=grid")).text
    #expect(first.contains("Page 1 of 3") && first.contains("41 listings"))
    #expect(first.contains("href=\"/?q=mug&amp;view=grid&amp;page=2\" rel=\"next\""))
    #expect(!first.contains("rel=\"prev\""))
    #expect(first.contains("<ul class=\"grid\">"))
    let last = market.respond(.get("/?page=3")).text
    #expect(last.contains("href=\"/?page=2\" rel=\"prev\"") && !last.contains("rel=\"next\""))
    #expect(last.contains(">Mug 1</a>") && !last.contains(">Mug 2</a>"))
    #expect(first.utf8.count < 60_000)
    for target in ["/?page=4", "/?page=99999999999999999"] {
      let beyond = market.respond(.get(target))
      #expect(beyond.status == 404)
      #expect(beyond.text.contains("This page does not exist."))
    }
    for target in ["/?page=x", "/?page=0", "/?page=-1", "/?view=x&page="] {
      #expect(market.respond(.get(target)).text.contains("Page 1 of 3"))
    }
  }

  @Test func `a page is not sent again until the market changes`() throws {
    let id = try market.respond(shop.create()).product.id
    for target in ["/", "/?q=mug", "/listings/\(id)"] {
      let page = market.respond(.get(target))
      let tag = try #require(page.headers[.eTag])
      #expect(market.respond(.get(target, headers: [.ifNoneMatch: tag])).status == 304)
      var korean = Self.page(target, accepting: "ko")
      korean.headers[.ifNoneMatch] = tag
      #expect(market.respond(korean).status == 200)
      _ = market.respond(shop.edit(id, ListingFields(stock: 1)))
      #expect(market.respond(.get(target, headers: [.ifNoneMatch: tag])).status == 200)
      _ = market.respond(shop.edit(id, ListingFields(stock: 3)))
    }
    #expect(market.respond(.get("/")).text.contains("Only 3 left"))
    #expect(market.respond(Self.page("/", accepting: "ko")).text.contains("3개 남음"))
  }

  @Test func `what is not there is a page with status 404`() {
    for target in ["/listings/7", "/listings/x", "/listings/%3Cb%3E"] {
      let page = market.respond(Self.page(target, accepting: "ko"))
      #expect(page.status == 404)
      #expect(page.headers[.contentType] == "text/html;charset=UTF-8")
      #expect(page.text.contains("없는 상품이거나"))
    }
    #expect(market.respond(.get("/listings")).json["code"]?.intValue == 404)
    #expect(market.respond(.get("/listings/1/2")).json["code"]?.intValue == 404)
    #expect(market.respond(HTTPRequest(.post, "/listings/1")).status == 405)
  }

  @Test func `an empty market says so`() {
    #expect(market.respond(.get("/")).text.contains("There are no listings yet."))
    #expect(market.respond(.get("/?q=x")).text.contains("Nothing matches “x”."))
  }

  @Test func `the style sheet may be cached forever under its version`() throws {
    let page = market.respond(.get("/")).text
    let target = try #require(page.firstMatch(of: #/href="(\/shop\.css\?v=\w+)"/#)).1
    let style = market.respond(.get(String(target)))
    #expect(style.status == 200 && style.headers[.contentType] == "text/css;charset=UTF-8")
    #expect(style.headers[.cacheControl]?.contains("immutable") == true)
    #expect(style.text.contains("prefers-color-scheme: dark"))
  }

  @Test(arguments: [
    (nil, "http://pots.example:8080", ""), ("https://m.example", "https://m.example", ""),
    ("https://m.example/shop/", "https://m.example/shop", "/shop"),
  ])
  func `link previews get absolute URLs`(url: String?, base: String, path: String) throws {
    let (market, shop) = try TestMarket.withShop { $0.publicURL = url }
    let id = try market.respond(shop.create()).product.id
    let page = market.respond(.get("/listings/\(id)", headers: [.host: "pots.example:8080"])).text
    #expect(page.contains("property=\"og:url\" content=\"\(base)/listings/\(id)\""))
    #expect(page.contains("property=\"og:image\" content=\"\(base)/pictures/"))
    #expect(page.contains("property=\"og:description\" content=\"₩11,000 · A mug of blue glass\""))
    // A browser stays on the address that it has opened.
    #expect(page.contains("<img src=\"\(path)/pictures/"))
    #expect(page.contains("<a class=\"brand\" href=\"\(path)/\">"))
  }

  @Test func `without the window there is the page about the API`() throws {
    let market = try TestMarket { $0.hasShopWindow = false }
    #expect(market.respond(.get("/")).text.contains("healthChecker"))
    for target in ["/shop.css", "/listings/1"] {
      #expect(market.respond(.get(target)).json["code"]?.intValue == 404)
      #expect(market.respond(HTTPRequest(.post, target)).status == 404)
    }
  }

  @Test func `a listing that broke the limits has a page`() throws {
    let (market, shop) = try TestMarket.withShop { $0.enforcesLimits = false }
    let long = String(repeating: "&", count: 20_000)
    let odd = ListingFields(
      name: " ", description: nil, price: 0, currency: Currency(rawValue: "QQQ"))
    for fields in [odd, .mug { ($0.name, $0.description, $0.discount) = (long, long, 20_000) }] {
      let response = market.respond(shop.create(fields))
      guard response.status == 201 else { continue }
      let page = market.respond(.get("/listings/\(try response.product.id)"))
      #expect(page.status == 200 && page.body.count < 60_000)
    }
    #expect(market.respond(.get("/")).body.count < 60_000)
  }

  private static func page(_ target: String, accepting language: String?) -> HTTPRequest {
    language.map { .get(target, headers: ["Accept-Language": $0]) } ?? .get(target)
  }
}
