import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct HostileInputTests {
  @Test func `damaged requests get a response`() throws {
    let (market, shop) = try TestMarket.withShop()
    let id = try market.respond(shop.create()).product.id
    let requests = [
      shop.create(pictures: [TestPicture.jpeg, TestPicture.transparentPNG]),
      shop.edit(id, .mug), shop.archived(id),
    ]
    var generator = SeededGenerator(seed: 11)
    for round in 0..<600 {
      var request = requests[round % requests.count]
      damage(&request, &generator)
      let response = market.respond(request)
      #expect([200, 201, 400, 401, 404, 405, 413, 429].contains(response.status))
      #expect((try? JSON(parsing: response.body)) != nil || response.isSuccess)
      if response.status == 429 { market.clock.advance(seconds: 60) }
    }
    #expect(market.respond(.get("/healthChecker")).status == 200)
    #expect(market.files("waiting").isEmpty)
    let page = try market.respond(.get("/api/products?items_per_page=1000")).page
    #expect(page.products.count == page.totalCount)
  }

  @Test func `any target gets a response`() throws {
    let market = try TestMarket()
    var generator = SeededGenerator(seed: 3)
    let pieces = [
      "/", "//", "api", "products", "pictures", "%", "%2f", "%00", "?", "&", "=", "#", "..", ".",
      "1", "|", "archived", "healthChecker", "page_no=1", "\u{1B}", "머그", "http://", "MXw", "+",
    ]
    for _ in 0..<2000 {
      let count = Int.random(in: 0...8, using: &generator)
      let target = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      #expect([200, 400, 404, 405].contains(market.respond(.get(target)).status), "\(target)")
    }
  }

  @Test(arguments: [
    "0", "1", "-1", "\(Int.max)", "\(Int.max - 1)", "\(Int.min)", "1000000", "1000001",
    "1" + String(repeating: "0", count: 30),
  ])
  func `numbers of any size get a response`(number: String) throws {
    let (market, shop) = try TestMarket.withShop(name: "oak")
    let product = try market.respond(shop.create(pictures: [TestPicture.jpeg])).product
    let pages = ["/", "/shops/oak", "/shops/oak/feed.xml", "/shops/oak/tags", "/atom.xml"].flatMap {
      ["\($0)?page=\(number)", "\($0)?min=\(number)&max=\(number)&page=\(number)&q=mug"]
    }
    let lists = [
      "page_no", "items_per_page", "changed_since", "min_price", "max_price", "below", "vendor",
      "summary=1&below", "items_per_page=1000&page_no", "sort=price&page_no",
      "search_value=mug&page_no",
    ].map { "/api/products?\($0)=\(number)" }
    let files = ["/listings/", "/sitemaps/", "/api/products/"]
      .map { "\($0)\(number)" + ($0 == "/sitemaps/" ? ".xml" : "") }
    for target in pages + lists + files {
      let status = market.respond(.get(target)).status
      #expect([200, 400, 404, 410].contains(status), "\(target)")
    }
    let picture = try #require(product.pictures?.first?.url).dropFirst("http://market.local".count)
    for range in ["\(number)-", "-\(number)", "0-\(number)", "\(number)-\(number)"] {
      let response = market.respond(.get(String(picture), headers: ["Range": "bytes=\(range)"]))
      #expect([200, 206, 416].contains(response.status), "\(range)")
    }
    if let value = Decimal(string: number) {
      let fields = ListingFields(price: value, discount: value, stock: Int(number) ?? 1)
      #expect([200, 400].contains(market.respond(shop.edit(product.id, fields)).status))
    }
  }

  @Test(arguments: [
    "{\"secret\":" + String(repeating: "[", count: 100) + "}",
    String(repeating: "{\"a\":", count: 33), "{\"secret\":\"\u{0}\"}", "\u{FEFF}{}",
    "{\"secret\":\"a\",\"price\":" + String(repeating: "9", count: 500) + "}",
    "{\"secret\":\"a\",\"price\":1e-999999999}", "{\"secret\":\"a\",\"stock\":1E400}",
  ])
  func `invalid JSON is refused`(body: String) throws {
    let (market, shop) = try TestMarket.withShop()
    var request = shop.edit(1, .mug)
    request.body = Array(body.utf8)
    #expect([400, 401].contains(market.respond(request).status))
  }

  @Test func `the last of repeated members wins`() throws {
    let (market, shop) = try TestMarket.withShop()
    let id = try market.respond(shop.create()).product.id
    var request = shop.edit(id, .mug)
    let secret = shop.credentials.secret.revealed
    request.body = Array("{\"stock\":1,\"stock\":2,\"secret\":\"x\",\"secret\":\"\(secret)\"}".utf8)
    #expect(try market.respond(request).product.stock == 2)
  }

  private func damage(_ request: inout HTTPRequest, _ generator: inout SeededGenerator) {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0:
      let count = Int.random(in: 0...request.body.count, using: &generator)
      request.body.removeLast(count)
    case 1:
      for _ in 0..<Int.random(in: 1...20, using: &generator) where !request.body.isEmpty {
        let index = Int.random(in: 0..<request.body.count, using: &generator)
        request.body[index] = UInt8.random(in: 0...255, using: &generator)
      }
    case 2:
      request.body += (0..<Int.random(in: 1...5000, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
    case 3:
      request.headers[.contentType] = [
        "multipart/form-data", "", "multipart/form-data;boundary=\"",
      ]
      .randomElement(using: &generator)
    case 4:
      request.body.shuffle(using: &generator)
    default:
      let half = request.body.count / 2
      request.body = Array(request.body[half...] + request.body[..<half])
    }
  }
}
