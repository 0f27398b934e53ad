import MarketService
import MarketWire
import StoreTestSupport
import Testing

@testable import MarketService

/// What a market refuses an account, and what its operator does to one.
@Suite(.timeLimit(.minutes(60))) struct AccountBoundsTests {
  private func market(
    _ kind: StoreKind, free: Int64 = .max, _ change: (inout AccountLimits) -> Void
  ) throws -> (TestMarket, NewAccount) {
    let market = try TestMarket(kind) {
      var limits = AccountLimits()
      change(&limits)
      $0.accountLimits = limits
      $0.freeBytes = { _ in free }
    }
    return (market, try market.service.addAccount(name: "shop"))
  }

  @Test(arguments: StoreKind.all)
  func `an account adds no more listings than allowed until it removes one`(
    kind: StoreKind
  ) throws {
    let (market, shop) = try market(kind) { $0.listings = 2 }
    for _ in 1...2 { #expect(market.respond(shop.create()).status == 201) }
    let refused = market.respond(shop.create())
    #expect(refused.status == 507)
    #expect(refused.message == "the account has 2 listings, which is the most: remove some first")
    let other = try market.service.addAccount(name: "other")
    #expect(market.respond(other.create()).status == 201)
    #expect(market.respond(shop.edit(1, ListingFields(stock: 9))).status == 200)
    let path = market.respond(shop.archived(1)).text
    #expect(market.respond(shop.remove(path)).status == 200)
    #expect(market.respond(shop.create()).status == 201)
  }

  @Test(arguments: StoreKind.all)
  func `the bytes of pictures are bounded, and nothing stays of what is refused`(
    kind: StoreKind
  ) throws {
    let (market, shop) = try market(kind) { $0.bytes = 2 * TestPicture.jpeg.count + 1_500 }
    #expect(market.respond(shop.create()).status == 201)
    let bytes = try #require(try market.service.accounts().first?.bytes)
    #expect(bytes > TestPicture.jpeg.count)
    var count = 1
    while market.respond(shop.create()).status == 201, count < 9 { count += 1 }
    #expect(count < 9)
    #expect(market.respond(shop.create()).status == 507)
    let usage = try #require(try market.service.accounts().first)
    #expect(usage.listings == count && usage.bytes == count * bytes)
    if kind == .sqlite { #expect(market.files("pictures").count == 2 * count) }
  }

  @Test func `an account that adds too fast waits for the next minute`() throws {
    let (market, shop) = try market(.preferred) { $0.addsPerMinute = 3 }
    for _ in 1...3 { #expect(market.respond(shop.create()).status == 201) }
    let refused = market.respond(shop.create())
    #expect(refused.status == 429)
    let wait = try #require(refused.headers[.retryAfter].flatMap { Int64($0) })
    #expect(refused.message == "the account adds too many listings: try again in \(wait) s")
    let other = try market.service.addAccount(name: "other")
    #expect(market.respond(other.create()).status == 201)
    market.clock.advance(seconds: wait)
    #expect(market.respond(shop.create()).status == 201)
  }

  @Test func `a replay needs no room`() throws {
    let (market, shop) = try market(.preferred) { $0.listings = 1 }
    let request = shop.create(headers: [.idempotencyKey: "k"])
    #expect(market.respond(request).status == 201)
    #expect(market.respond(request).status == 201)
    #expect(market.respond(shop.create()).status == 507)
  }

  @Test func `the rest of a nearly full disk is for small shops`() throws {
    let (market, shop) = try market(.sqlite, free: 900_000_000) { $0.smallBytes = 1 }
    #expect(market.respond(shop.create()).status == 201)
    let refused = market.respond(shop.create())
    #expect(refused.status == 507 && refused.message.contains("small shops"))
    let (roomy, other) = try self.market(.sqlite, free: 900_000_000) { _ in }
    #expect(roomy.respond(other.create()).status == 201)
  }

  @Test func `a market without bounds has none`() throws {
    #expect(ServiceConfiguration().accountLimits == nil)
    #expect(AccountLimits().listings == 20_000 && AccountLimits().bytes == 5_000_000_000)
    #expect(AccountLimits().addsPerMinute == 6_000)
  }

  @Test(arguments: StoreKind.all)
  func `a hidden shop is in no list and on no page, and comes back`(kind: StoreKind) throws {
    let (market, shop) = try TestMarket.withShop(kind)
    let id = try market.respond(shop.create()).product.id
    let list = market.respond(.get("/api/products"))
    let picture = try #require(try list.page.products.first?.thumbnail)
    let tag = try #require(list.headers[.eTag])
    try market.service.setAccount(name: "shop", disabled: true, hides: true, reason: "spam")
    let hidden = market.respond(.get("/api/products", headers: [.ifNoneMatch: tag]))
    #expect(hidden.status == 200)
    #expect(try hidden.page.products.isEmpty && hidden.page.totalCount == 0)
    for path in ["/api/products/\(id)", "/listings/\(id)"] {
      #expect(market.respond(.get(path)).status == 404)
    }
    #expect(!market.respond(.get("/")).text.contains("Blue mug"))
    let path = String(picture.dropFirst("http://market.local".count))
    #expect(market.respond(.get(path)).status == 200)
    let refused = market.respond(shop.edit(id, ListingFields(stock: 1)))
    #expect(refused.status == 403 && refused.message == ErrorResponse.accountDisabled)
    #expect(try market.service.accounts().map(\.isHidden) == [true])
    try market.service.setAccount(name: "shop", disabled: false)
    #expect(market.respond(.get("/api/products/\(id)")).status == 200)
    #expect(try market.respond(.get("/api/products")).page.products.map(\.id) == [id])
    #expect(market.respond(shop.edit(id, ListingFields(stock: 1))).status == 200)
  }

  @Test(arguments: StoreKind.all)
  func `an account is removed with all its listings and files`(kind: StoreKind) throws {
    let (market, shop) = try TestMarket.withShop(kind)
    let other = try market.service.addAccount(name: "other")
    for _ in 1...3 { _ = market.respond(shop.create()) }
    let kept = try market.respond(other.create()).product.id
    #expect(try market.service.removeAccount(name: "shop", reason: "asked for it") == 3)
    #expect(try market.respond(.get("/api/products")).page.products.map(\.id) == [kept])
    #expect(market.respond(shop.create()).status == 401)
    if kind == .sqlite { #expect(market.files("pictures").count == 2) }
    #expect(throws: ServiceError.noSuchAccount("shop")) {
      try market.service.removeAccount(name: "shop")
    }
    #expect(try market.service.addAccount(name: "shop").vendorID == 3)
  }

  @Test(arguments: StoreKind.all)
  func `the log has what was done to accounts, and a move takes it along`(kind: StoreKind) throws {
    let (market, shop) = try TestMarket.withShop(kind)
    let id = try market.respond(shop.create()).product.id
    _ = try market.service.resetAccount(name: "shop")
    try market.service.setAccount(name: "shop", disabled: true, hides: true, reason: "spam")
    try market.service.setAccount(name: "shop", disabled: false)
    _ = try market.service.renameAccount("shop", to: "Oak")
    _ = try market.service.removeListings([id], reason: "counterfeit")
    _ = try market.service.removeAccount(name: "Oak")
    let events = try market.service.accountEvents(limit: 99)
    #expect(
      events.map(\.action) == [.add, .reset, .hide, .enable, .rename, .removeListing, .remove])
    #expect(events.map(\.account) == ["shop", "shop", "shop", "shop", "shop", "Oak", "Oak"])
    #expect(events.map(\.detail) == ["", "", "", "", "Oak", "\(id) Blue mug", "0"])
    #expect(events.map(\.reason) == ["", "", "spam", "", "", "counterfeit", ""])
    #expect(events.allSatisfy { $0.date == market.clock.now })
  }

  @Test func `a seller renames the shop at most ten times a minute`() throws {
    let (market, shop) = try TestMarket.withShop { $0.accountLimits = AccountLimits() }
    func rename(_ account: NewAccount, _ name: String) -> HTTPResponse {
      market.respond(EditShop(name: name, credentials: account.credentials).request)
    }
    #expect(rename(shop.withWrongSecret, "Elm").status == 401)
    for number in 1...10 { #expect(rename(shop, "Oak \(number)").status == 200) }
    let late = rename(shop, "Oak 11")
    #expect(late.status == 429 && late.headers[.retryAfter] != nil)
    #expect(try market.service.accounts().map(\.name) == ["Oak 10"])
    try market.service.setAccount(name: "Oak 10", disabled: true)
    #expect(rename(shop, "Elm").status == 403)
  }

  @Test func `a market without extensions renames no shop`() throws {
    let (market, shop) = try TestMarket.withShop { $0.hasExtensions = false }
    let response = market.respond(EditShop(name: "Oak", credentials: shop.credentials).request)
    #expect(response.status == 404)
  }

  @Test func `the day of the last write is remembered`() throws {
    let (market, shop) = try TestMarket.withShop()
    #expect(try market.service.accounts().map(\.lastUsed) == [nil])
    _ = market.respond(shop.create())
    #expect(try market.service.accounts().map(\.lastUsed) == [market.clock.now.midnight])
    market.clock.advance(seconds: 86_400)
    _ = market.respond(shop.edit(1, ListingFields(stock: 4)))
    #expect(try market.service.accounts().map(\.lastUsed) == [market.clock.now.midnight])
  }

  @Test func `a listing needs a name that can be seen`() throws {
    let (market, shop) = try TestMarket.withShop()
    for name in ["\u{200B}\u{200B}\u{200B}", "   ", "\u{2800}\u{3164}\u{AD}"] {
      let refused = market.respond(shop.create(.mug { $0.name = name }))
      #expect(refused.status == 400)
      #expect(refused.message == "name: expected a visible character, found none")
    }
    let id = try market.respond(shop.create()).product.id
    #expect(market.respond(shop.edit(id, ListingFields(name: "\u{200B}   "))).status == 400)
  }

  @Test func `of several listings all are removed or none`() throws {
    let (market, shop) = try TestMarket.withShop()
    for _ in 1...3 { _ = market.respond(shop.create()) }
    #expect(throws: ServiceError.noSuchListing(9)) {
      try market.service.removeListings([1, 9], reason: "x")
    }
    #expect(market.respond(.get("/api/products/1")).status == 200)
    #expect(try market.service.removeListings([1, 3], reason: "x").count == 2)
    #expect(try market.respond(.get("/api/products")).page.products.map(\.id) == [2])
  }
}
