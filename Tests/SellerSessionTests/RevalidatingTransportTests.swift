import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct RevalidatingTransportTests {
  private static let list = HTTPRequest(.get, "http://market.test/api/products?page_no=1")

  private static func page(_ headers: HTTPHeaders) -> ScriptedTransport.Step {
    .respond(HTTPResponse(status: 200, headers: headers, body: [1]))
  }

  @Test func `a known list is requested with its tag, and 304 returns it with new headers`()
    async throws
  {
    let base = ScriptedTransport([
      Self.page([.eTag: "\"a\"", .contentLength: "1"]),
      .respond(
        HTTPResponse(
          status: 304, headers: [.extensions: "sort", .eTag: "\"a\"", .contentLength: "0"])),
    ])
    let transport = RevalidatingTransport(base: base, cache: RevalidationCache())
    _ = try await transport.send(Self.list, SendOptions())
    let response = try await transport.send(Self.list, SendOptions())
    #expect(base.requests.map { $0.headers[.ifNoneMatch] } == [nil, "\"a\""])
    #expect(response.status == 200 && response.body == [1])
    #expect(response.headers[.extensions] == "sort")
    #expect(response.headers[.contentLength] == "1")
  }

  @Test(
    arguments: [
      ([:], nil), ([.eTag: "\"a\""], "\"a\""),
      ([.eTag: "\"a\"", .cacheControl: "private"], "\"a\""),
      ([.eTag: "\"a\"", .cacheControl: "max-age=0, No-Store"], nil),
    ] as [(HTTPHeaders, String?)])
  func `a list is stored if it has a tag and may be stored`(
    headers: HTTPHeaders, tag: String?
  ) async throws {
    let base = ScriptedTransport([Self.page(headers), Self.page(headers)])
    let transport = RevalidatingTransport(base: base, cache: RevalidationCache())
    for _ in 1...2 { _ = try await transport.send(Self.list, SendOptions()) }
    #expect(base.requests[1].headers[.ifNoneMatch] == tag)
  }

  @Test func `the cache evicts the oldest pages and stores no page beyond its limit`() {
    let cache = RevalidationCache()
    let page = HTTPResponse(
      status: 200, headers: [.eTag: "\"1\""],
      body: [UInt8](repeating: 32, count: RevalidationCache.pageLimit))
    for number in 1...17 { cache.store(page, to: "\(number)") }
    #expect(cache.response(to: "1") == nil)
    for number in 2...17 { #expect(cache.response(to: "\(number)") != nil) }
    var longPage = page
    longPage.body.append(32)
    cache.store(longPage, to: "5")
    #expect(cache.response(to: "5") == nil)
    cache.removeAll()
    #expect(cache.response(to: "6") == nil)
  }
}
