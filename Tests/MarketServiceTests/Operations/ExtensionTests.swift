import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct ExtensionTests {
  /// A market with generated listings, and all of its listings from the plain list.
  private static func market(count: Int = 300) throws -> (TestMarket, [Product]) {
    let market = try TestMarket()
    try market.service.addGeneratedListings(count: count)
    let page = try market.respond(.get("/api/products?items_per_page=1000")).page
    return (market, page.products)
  }

  @Test func `a filtered and sorted page matches filtering and sorting in the client`() throws {
    let (market, products) = try Self.market()
    var generator = SeededGenerator(seed: 4)
    var found = 0
    for _ in 0..<400 {
      let filter = Self.filter(of: products, &generator)
      let key = ListingSort.Key.allCases.randomElement(using: &generator) ?? .newest
      let sort = ListingSort(key, isDescending: Bool.random(using: &generator))
      let page = Int.random(in: 1...3, using: &generator)
      let expected = sort.sorted(products.filter(filter.matches))
      let query = ListProducts(pageNumber: page, itemsPerPage: 30, filter: filter, sort: sort)
      let answer = try market.respond(query.request).page
      #expect(answer.products == Array(expected.dropFirst((page - 1) * 30).prefix(30)), "\(query)")
      #expect(answer.totalCount == expected.count)
      found += answer.products.count
      var summary = try SummarizeProducts.decode(
        market.respond(SummarizeProducts(filter: filter).request)
      ).value
      summary.revision = nil
      #expect(summary == MarketSummary(of: expected), "\(query)")
    }
    // Guards against filters that match nothing.
    #expect(found > 1000)
  }

  /// A filter with up to three members, whose values occur in the listings.
  private static func filter(
    of products: [Product], _ generator: inout SeededGenerator
  ) -> ListingFilter {
    var filter = ListingFilter.all
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      guard let some = products.randomElement(using: &generator) else { break }
      switch Int.random(in: 0..<11, using: &generator) {
      case 0: filter.search = String(some.name.prefix(3).suffix(2))
      case 1: filter.search = some.vendor.name
      case 2: filter.vendor = some.vendor.id.map { .id($0) }
      case 3: filter.vendor = some.vendor.name.map { .name($0) }
      case 4: filter.currency = some.currency
      case 5: filter.minPrice = some.salePrice?.amount
      case 6: filter.maxPrice = some.salePrice?.amount
      case 7: filter.below = some.stock
      case 8: filter.since = some.createdAtExact
      case 9: filter.until = some.createdAtExact
      default:
        filter.isInStock = Bool.random(using: &generator)
        filter.isSoldOut = !filter.isInStock && Bool.random(using: &generator)
        filter.isDiscounted = Bool.random(using: &generator)
      }
    }
    return filter
  }

  @Test(arguments: [
    ("sort=prize", "sort: expected newest, oldest, name, price, stock, discount, or one of them"),
    ("sort=-", "sort: expected"), ("sort=price;DROP%20TABLE%20product", "sort: expected"),
    ("min_price=cheap", "min_price: expected an amount such as 12000 or 9.99, found \"cheap\""),
    ("max_price=1e99999", "max_price: expected an amount"),
    ("currency=%27%20OR%201", "currency: expected three letters such as KRW"),
    ("vendor=", "vendor: expected the id or the name of a shop"),
    ("below=many", "below: expected a whole number"),
    ("since=now", "since: expected a date such as 2026-11-03T00:00:00Z, found \"now\""),
    ("until=2026-11-31", "until: expected a date"),
    ("in_stock=perhaps", "in_stock: expected 1 or 0"), ("sold_out=", "sold_out: expected 1 or 0"),
    ("summary=2", "summary: expected 1 or 0"),
    ("summary=1&sort=price&currency=x", "currency: expected three letters"),
    ("changed_since=-1", "changed_since: expected a whole number from 0"),
    ("changed_since=0&sort=price", "sort: expected nothing next to changed_since"),
    ("changed_since=0&page_no=2", "page_no: expected nothing next to changed_since"),
    ("changed_since=0&items_per_page=1001", "items_per_page: expected a whole number from 1 to"),
    ("vendor=%1B%5B2J&below=%1B%5D0;x%07", "below: expected a whole number, found \"]0;x\""),
  ])
  func `an invalid parameter is 400 and named in the message`(query: String, message: String) throws
  {
    let response = try TestMarket().respond(.get("/api/products?\(query)"))
    #expect(response.status == 400)
    #expect(response.message.hasPrefix(message), "\(response.message)")
  }

  @Test(arguments: [
    "vendor=99999999999999999999", "vendor=' OR ''='", "min_price=-1e30", "max_price=1e30",
    "below=-9223372036854775808", "since=0000-01-01", "until=9999-12-31T23:59:59.999Z",
    "search_value=%25%27%22", "vendor=%EF%BF%BF", "vendor=%22", "sort=price&sort=name",
  ])
  func `unusual but valid values are accepted`(query: String) throws {
    let (market, shop) = try TestMarket.withShop()
    #expect(market.respond(shop.create()).status == 201)
    let encoded = query.replacing(" ", with: "%20").replacing("'", with: "%27")
    let response = market.respond(.get("/api/products?\(encoded)"))
    #expect(response.status == 200, "\(response.text)")
    #expect(market.respond(.get("/api/products?summary=1&\(encoded)")).status == 200)
  }

  @Test func `damaged queries get a response and never fail`() throws {
    let market = try TestMarket { configuration in
      configuration.onFailure = { Issue.record($0, "the market failed") }
    }
    let shop = try market.service.addAccount(name: "shop")
    #expect(market.respond(shop.create()).status == 201)
    let queries = [
      "sort=-price&min_price=12.5&max_price=1e6&currency=KRW&vendor=shop&below=10",
      "since=2026-11-03T00:00:00.000Z&until=2027-01-01&in_stock=1&sold_out=0&discounted=true",
      "summary=1&search_value=%EB%A8%B8%EA%B7%B8&vendor=%2212%22", "changed_since=0",
      "page_no=2&items_per_page=5&sort=name&search_value=mug",
    ].map { Array($0.utf8) }
    let mutation = Mutation(examples: queries, significant: Array("&=%+-.,\"'0e9TZ:\0".utf8))
    var generator = SeededGenerator(seed: 33)
    var statuses: [Int: Int] = [:]
    for _ in 0..<3000 {
      let query = String(decoding: mutation.input(using: &generator), as: UTF8.self)
      let response = market.respond(.get("/api/products?\(query)"))
      statuses[response.status, default: 0] += 1
      #expect([200, 400, 404, 410].contains(response.status), "\(query): \(response.text)")
      #expect((try? JSON(parsing: response.body)) != nil)
    }
    #expect((statuses[200] ?? 0) > 300 && (statuses[400] ?? 0) > 300)
  }

  @Test func `an unchanged list is 304 without a body`() throws {
    let (market, shop) = try TestMarket.withShop()
    let id = try market.respond(shop.create()).product.id
    for target in [
      "/api/products", "/api/products?sort=name&in_stock=1", "/api/products?summary=1",
    ] {
      let first = market.respond(.get(target))
      let tag = try #require(first.headers[.eTag])
      let revision = try #require(first.headers[.revision].map { "\"\($0)\"" })
      for (method, known) in [(HTTPMethod.get, tag), (.head, tag), (.get, revision)] {
        let again = market.respond(HTTPRequest(method, target, headers: [.ifNoneMatch: known]))
        #expect(again.status == 304 && again.body.isEmpty)
        #expect(again.headers[.eTag] == tag && again.headers[.extensions] != nil)
        #expect(again.headers[.cacheControl] == "no-cache")
      }
      #expect(market.respond(shop.edit(id, ListingFields(stock: 9))).status == 200)
      let changed = market.respond(.get(target, headers: [.ifNoneMatch: tag]))
      #expect(changed.status == 200 && changed.headers[.eTag] != tag)
    }
    // Reads, refusals and edits without members do not change the revision.
    let tag = try #require(market.respond(.get("/api/products")).headers[.eTag])
    #expect(market.respond(shop.edit(id, ListingFields())).status == 200)
    #expect(market.respond(shop.edit(id, ListingFields(stock: -1))).status == 400)
    #expect(market.respond(.get("/api/products", headers: [.ifNoneMatch: tag])).status == 304)
  }

  @Test func `the entity tag depends on the public URL`() throws {
    let (market, shop) = try TestMarket.withShop { $0.publicURL = "https://old.example" }
    #expect(market.respond(shop.create()).status == 201)
    let tag = try #require(market.respond(.get("/api/products")).headers[.eTag])
    let moved = try market.another { $0.publicURL = "https://new.example" }
    let answer = moved.respond(.get("/api/products", headers: [.ifNoneMatch: tag]))
    #expect(answer.status == 200 && answer.text.contains("https://new.example/"))
    let same = try market.another { $0.publicURL = "https://old.example/" }
    #expect(same.respond(.get("/api/products", headers: [.ifNoneMatch: tag])).status == 304)
  }

  @Test func `changes that are not available are 410`() throws {
    let market = try TestMarket()
    let response = market.respond(.get("/api/products?changed_since=1"))
    #expect(response.status == 410)
    #expect(
      response.message == "the changes since this revision are not available: read the whole list")
  }

  @Test func `a market without extensions responds as the training server did`() throws {
    let (market, shop) = try TestMarket.withShop { $0.hasExtensions = false }
    let key: HTTPHeaders = [.idempotencyKey: "once"]
    for _ in 0..<2 {
      let created = market.respond(shop.create(headers: key))
      #expect(created.status == 201 && created.headers[.idempotencyStatus] == nil)
      #expect(!created.text.contains("exact"))
    }
    for query in [
      "", "?sort=-price&sold_out=1", "?sort=nonsense&min_price=x", "?summary=1", "?changed_since=0",
    ] {
      let answer = market.respond(.get("/api/products\(query)"))
      #expect(try answer.page.products.map(\.id) == [2, 1], "\(query)")
      #expect(!answer.text.contains("exact"))
      for header in [HTTPHeaderName.extensions, .revision, .eTag] {
        #expect(answer.headers[header] == nil)
      }
    }
    #expect(!market.respond(.get("/api/products/1")).text.contains("exact"))
    #expect(market.respond(.get("/api/products?page_no=0")).status == 400)
  }
}
