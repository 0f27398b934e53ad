import Foundation
import MarketService
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct SampleMarketTests {
  @Test func `samples are loaded once and removed completely`() throws {
    let (market, shop) = try TestMarket.withShop(name: "slowsound")
    #expect(try !market.service.hasSamples)
    #expect(try market.service.loadSamples() == 122)
    #expect(try market.service.hasSamples)
    #expect(try market.service.loadSamples() == 0)

    let page = try market.respond(.get("/api/products?items_per_page=200")).page
    #expect(page.totalCount == 122)
    #expect(page.products.map(\.id) == (1...122).reversed())
    let dates = page.products.compactMap(\.createdAtExact)
    #expect(dates == dates.sorted(by: >))
    #expect(Set(page.products.compactMap(\.vendor.name)).contains("slowsound 2"))
    for url in page.products.compactMap(\.thumbnail) {
      let path = String(url.dropFirst("http://market.local".count))
      #expect(market.respond(.get(path)).status == 200)
    }

    #expect(market.respond(shop.create()).status == 201)
    #expect(try market.service.clearSamples() == 122)
    #expect(try !market.service.hasSamples)
    #expect(try market.respond(.get("/api/products")).page.products.map(\.id) == [123])
    #expect(market.files("pictures").count == 2)
    #expect(market.files("waiting").isEmpty)
    #expect(try market.service.accounts().map(\.name) == ["slowsound"])
    #expect(try market.service.clearSamples() == 0)
    #expect(try market.service.addGeneratedListings(count: 3) == 125)
    #expect(try market.service.addGeneratedListings(count: 2) == 2)
    #expect(try market.service.clearSamples() == 127)
  }

  @Test func `amounts of samples are whole, because some apps decode no others`() throws {
    let market = try TestMarket()
    try market.service.addGeneratedListings(count: 500)
    let body = market.respond(.get("/api/products?items_per_page=1000")).body
    let text = String(decoding: body, as: UTF8.self)
    let amounts = text.matches(
      of: /"(?:price|bargain_price|discounted_price)":([^,}]+)/
    ).map { String($0.1) }
    #expect(amounts.count == 3 * 622)
    #expect(amounts.filter { Double($0).flatMap { Int(exactly: $0) } == nil } == [])
  }

  @Test func `generated listings share the pictures of the samples`() throws {
    let market = try TestMarket()
    try market.service.loadSamples()
    let before = market.files("pictures").count
    try market.service.addGeneratedListings(count: 500)
    #expect(market.files("pictures").count == before)
    #expect(try market.respond(.get("/api/products")).page.totalCount == 622)
    try market.service.clearSamples()
    #expect(market.files("pictures").isEmpty)
  }

  @Test func `generated listings are newer than the samples and dated in order`() throws {
    let market = try TestMarket()
    try market.service.addGeneratedListings(count: 1500)
    let pages = try (1...2).flatMap {
      try market.respond(.get("/api/products?page_no=\($0)&items_per_page=1000")).page.products
    }
    #expect(pages.map(\.id) == (1...1622).reversed())
    let dates = pages.compactMap(\.createdAtExact)
    #expect(dates == dates.sorted(by: >))
    #expect(dates.allSatisfy { $0 <= market.clock.now })
    #expect(pages.allSatisfy { ($0.salePrice?.amount ?? -1) >= 0 })
  }
}
