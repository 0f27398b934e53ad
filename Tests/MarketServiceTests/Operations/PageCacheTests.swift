import MarketWire
import Testing

@testable import MarketService

@Suite(.timeLimit(.minutes(60))) struct PageCacheTests {
  private func key(_ number: Int, host: String = "a") throws -> PageCache.Key {
    PageCache.Key(
      PageRequest(ListProducts(pageNumber: number)),
      base: try #require(BaseURL(publicURL: "http://\(host)")))
  }

  @Test func `a page is returned only at its revision and for its address`() throws {
    let cache = PageCache()
    cache.insert(.text("one"), for: try key(1), at: 7)
    #expect(cache.page(try key(1), at: 7)?.body == Array("one".utf8))
    #expect(cache.page(try key(1), at: 8) == nil)
    #expect(cache.page(try key(1), at: 6) == nil)
    #expect(cache.page(try key(2), at: 7) == nil)
    #expect(cache.page(try key(1, host: "b"), at: 7) == nil)
    cache.insert(.text("old"), for: try key(1), at: 6)
    #expect(cache.page(try key(1), at: 7)?.body == Array("one".utf8))
    cache.insert(.text("new"), for: try key(2), at: 8)
    #expect(cache.page(try key(1), at: 7) == nil)
    #expect(cache.page(try key(1), at: 8) == nil)
    #expect(cache.page(try key(2), at: 8)?.body == Array("new".utf8))
  }

  @Test func `the size is limited`() throws {
    let cache = PageCache(capacity: 4000)
    let page = HTTPResponse(status: 200, body: [UInt8](repeating: 0, count: 1000))
    for number in 1...3 { cache.insert(page, for: try key(number), at: 1) }
    let cached = try (1...3).filter { cache.page(try key($0), at: 1) != nil }
    #expect(cached == [3])
    cache.insert(
      HTTPResponse(status: 200, body: [UInt8](repeating: 0, count: 4000)), for: try key(4), at: 1)
    #expect(cache.page(try key(4), at: 1) == nil)
    #expect(cache.page(try key(3), at: 1) != nil)
  }

  @Test func `a change is visible on a cached page`() throws {
    let (market, shop) = try TestMarket.withShop()
    _ = market.respond(shop.create())
    let request = HTTPRequest.get("/api/products")
    let first = market.respond(request)
    #expect(market.respond(request).body == first.body)
    #expect(market.respond(request).headers == first.headers)
    _ = market.respond(shop.create())
    #expect(try market.respond(request).page.totalCount == 2)
  }
}
