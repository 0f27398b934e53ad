import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct ListTests {
  /// The shop names and listing names for the search tests.
  private static let listings = [
    ("red123", "Blue mug"), ("red123", "머그컵"), ("달빛공방", "RED chair"), ("달빛공방", "Straße"),
    ("other", "ΣΟΦΟΣ book"), ("other", "100% wool_scarf"),
  ]

  private static func market() throws -> TestMarket {
    let market = try TestMarket()
    var shops: [String: NewAccount] = [:]
    for (shop, name) in listings {
      let account = try shops[shop] ?? market.service.addAccount(name: shop)
      shops[shop] = account
      let response = market.respond(account.create(.mug { $0.name = name }))
      #expect(response.status == 201)
    }
    return market
  }

  @Test(arguments: [
    ("", [6, 5, 4, 3, 2, 1]), ("red", [3, 2, 1]), ("RED123", [2, 1]), ("머그", [2]), ("그컵", [2]),
    ("달빛", [4, 3]), ("strasse", [4]), ("σοφος", [5]), ("%", [6]), ("_", [6]), ("zzz", []),
    ("blue mug", [1]), ("'; DROP TABLE product; --", []),
    ("머그".decomposedStringWithCanonicalMapping, [2]),
  ])
  func `a search matches part of a listing's or a shop's name and ignores case`(
    word: String, ids: [Int]
  ) throws {
    let market = try Self.market()
    let request = ListProducts(searchValue: word).request
    let page = try market.respond(request).page
    #expect(page.products.map(\.id) == ids)
    #expect(page.totalCount == ids.count)
    let second = ListProducts(pageNumber: 2, itemsPerPage: 2, searchValue: word).request
    #expect(
      try market.respond(second).page.products.map(\.id) == Array(ids.dropFirst(2).prefix(2)))
  }

  @Test func `a search finds the new name after an edit, not the old one`() throws {
    let (market, shop) = try TestMarket.withShop()
    let id = try market.respond(shop.create()).product.id
    _ = market.respond(shop.edit(id, ListingFields(name: "GREEN cup")))
    #expect(try market.respond(.get("/api/products?search_value=green")).page.totalCount == 1)
    #expect(try market.respond(.get("/api/products?search_value=mug")).page.totalCount == 0)
  }

  @Test(arguments: [
    ("/api/products?page_no=0", "page_no: expected a whole number from 1, found \"0\""),
    ("/api/products?page_no=x", "page_no: expected a whole number from 1, found \"x\""),
    ("/api/products?page_no=", "page_no: expected a whole number from 1, found \"\""),
    (
      "/api/products?page_no=99999999999999999999",
      "page_no: expected a whole number from 1, found \"99999999999999999999\""
    ),
    (
      "/api/products?items_per_page=0",
      "items_per_page: expected a whole number from 1 to 1000, found \"0\""
    ),
    (
      "/api/products?items_per_page=1001",
      "items_per_page: expected a whole number from 1 to 1000, found \"1001\""
    ),
    ("/api/products?page_no=%1B%5B31m", "page_no: expected a whole number from 1, found \"[31m\""),
    ("/api/products?search_value=%FF", "the request target is malformed"),
    ("/api/products?search_value=%00", "the request target is malformed"),
  ])
  func `an invalid page is 400`(target: String, message: String) throws {
    let response = try TestMarket().respond(.get(target))
    #expect(response.status == 400)
    #expect(response.message == message)
  }

  @Test func `the envelope has the values of the training server`() throws {
    let (market, shop) = try TestMarket.withShop()
    for _ in 1...5 { _ = market.respond(shop.create()) }
    func envelope(_ query: String) -> String {
      market.respond(.get("/api/products\(query)")).text.components(separatedBy: ",\"pages\"")[0]
    }
    #expect(
      envelope("?page_no=2&items_per_page=2") == """
        {"pageNo":2,"itemsPerPage":2,"totalCount":5,"offset":2,"limit":4,"lastPage":3,\
        "hasNext":true,"hasPrev":true
        """)
    #expect(
      envelope("") == """
        {"pageNo":1,"itemsPerPage":20,"totalCount":5,"offset":0,"limit":20,"lastPage":1,\
        "hasNext":false,"hasPrev":false
        """)
    #expect(
      envelope("/?page_no=9&&items_per_page=3") == """
        {"pageNo":9,"itemsPerPage":3,"totalCount":5,"offset":24,"limit":27,"lastPage":2,\
        "hasNext":false,"hasPrev":true
        """)
    let far = market.respond(.get("/api/products?page_no=\(Int.max)&items_per_page=1000"))
    #expect(try far.page.products.isEmpty)
    #expect(try far.page.totalCount == 5)
  }

  @Test func `a row has the members of the training server in their order`() throws {
    let (market, shop) = try TestMarket.withShop(name: "머그가게")
    let created = market.respond(shop.create(.mug { $0.price = 12_345_678 }))
    let row = try #require(
      market.respond(.get("/api/products")).json["pages"]?.arrayValue?.first?.objectValue)
    #expect(
      row.members.map(\.key) == [
        "id", "vendor_id", "vendorName", "name", "description", "thumbnail", "currency", "price",
        "bargain_price", "discounted_price", "stock", "created_at", "issued_at",
        "created_at_exact", "issued_at_exact",
      ])
    #expect(created.text.contains("\"price\":1.2345678E7,\"bargain_price\":1.2344678E7,"))
    #expect(
      created.json.members.map(\.key) == [
        "id", "vendor_id", "name", "description", "thumbnail", "currency", "price",
        "bargain_price", "discounted_price", "stock", "created_at", "issued_at", "images",
        "vendors", "created_at_exact", "issued_at_exact",
      ])
  }

  @Test func `dates are days in UTC, with the exact time in additional members`() throws {
    let (market, shop) = try TestMarket.withShop()
    let created = market.respond(shop.create()).json
    #expect(created["created_at"] == .string("2026-11-21T00:00:00"))
    #expect(created["issued_at_exact"] == .string("2026-11-21T15:04:05.678Z"))
    market.clock.advance(seconds: 9 * 3600)
    let edited = market.respond(shop.edit(1, ListingFields(stock: 1))).json
    #expect(edited["created_at"] == .string("2026-11-21T00:00:00"))
    #expect(edited["created_at_exact"] == .string("2026-11-21T15:04:05.678Z"))
    #expect(edited["issued_at"] == .string("2026-11-22T00:00:00"))
    #expect(edited["issued_at_exact"] == .string("2026-11-22T00:04:05.678Z"))
    let image = try #require(edited["images"]?.arrayValue?.first?.objectValue)
    #expect(image["issued_at"] == .string("2026-11-21T00:00:00"))
  }

  @Test func `every page is correct after random creates and removals`() throws {
    let market = try TestMarket()
    try market.service.addGeneratedListings(count: 900)
    let shop = try market.service.addAccount(name: "shop")
    var live = Array(1...1022)
    var generator = SeededGenerator(seed: 7)
    for _ in 1...120 {
      let id = try market.respond(shop.create()).product.id
      #expect(id > (live.last ?? 0))
      live.append(id)
      guard Bool.random(using: &generator) else { continue }
      let own = live.filter { $0 > 1022 }
      let removed = own[Int.random(in: 0..<own.count, using: &generator)]
      let path = market.respond(shop.archived(removed)).text
      #expect(market.respond(shop.remove(path)).status == 200)
      live.removeAll { $0 == removed }
    }
    for size in [1, 7, 100, 255, 256, 257, 1000] {
      for number in [1, 2, 3, live.count / size, live.count / size + 1, live.count / size + 2]
      where number > 0 {
        let page = try market.respond(
          .get("/api/products?page_no=\(number)&items_per_page=\(size)")
        ).page
        let expected = Array(live.reversed().dropFirst((number - 1) * size).prefix(size))
        #expect(page.products.map(\.id) == expected, "page \(number) of \(size)")
        #expect(page.totalCount == live.count)
      }
    }
  }
}
