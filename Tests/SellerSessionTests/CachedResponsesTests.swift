import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct CachedResponsesTests {
  @Test(arguments: [
    (
      "/api/products?page_no=2&items_per_page=10", "list %/api/products?page_no=2&items_per_page=10"
    ),
    ("/api/products/12", "detail % 12"), ("/healthChecker", "extensions %"),
    ("/api/products/12?x=1", nil), ("/api/products/x", nil), ("/api/products/12/archived", nil),
    ("/pictures/1.png", nil), ("/healthChecker?x", nil), ("*", nil),
    ("/api/products?search_value=\(String(repeating: "a", count: 4100))", nil),
  ])
  func `only lists, listings and the extensions have a key`(target: String, key: String?) throws {
    let market = try MarketAddress("http://market.test")
    let expected = key?.replacing("%/", with: "\(market) /").replacing("%", with: "\(market)")
    #expect(CachedResponses.key(of: target, at: market)?.key == expected)
  }

  @Test func `a response is found for one day`() async throws {
    let sample = try OfflineCacheSample()
    await sample.store("/api/products/12", "{}")
    let stored = sample.clock.now()
    sample.clock.move(.seconds(86_400))
    #expect(sample.responses.response(to: "/api/products/12")?.cachedAt == stored)
    sample.clock.move(.seconds(1))
    #expect(sample.responses.response(to: "/api/products/12") == nil)
    sample.clock.move(.seconds(-86_402))
    #expect(sample.responses.response(to: "/api/products/12") == nil, "it is from the future")
  }

  @Test func `the extensions are found in a header`() async throws {
    let sample = try OfflineCacheSample()
    sample.enqueue(
      HTTPRequest(.get, "/api/products"),
      HTTPResponse(status: 200, headers: [.extensions: "sort, filter"]))
    await sample.flush()
    let health = try #require(sample.responses.response(to: "/healthChecker"))
    #expect(health.kind == .extensions)
    #expect(health.response.headers[.extensions] == "sort, filter")
    #expect(health.response.body.isEmpty)
  }
}
