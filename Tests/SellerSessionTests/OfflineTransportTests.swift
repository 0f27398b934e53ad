import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct OfflineTransportTests {
  private func send(_ target: String, by transport: OfflineTransport) async throws -> String {
    let response = try await transport.send(
      HTTPRequest(.get, OfflineCacheSample.url + target), SendOptions())
    return String(decoding: response.body, as: UTF8.self)
  }

  @Test func `cached responses are returned with the age of the oldest`() async throws {
    let sample = try OfflineCacheSample()
    await sample.store("/api/products/1", "one")
    let first = sample.clock.now()
    sample.clock.move(.seconds(3600))
    await sample.store("/api/products/2", "two")
    let transport = OfflineTransport(sample.responses)
    #expect(transport.cachedAt == nil)
    #expect(try await send("/api/products/2", by: transport) == "two")
    #expect(transport.cachedAt == sample.clock.now())
    #expect(try await send("/api/products/1", by: transport) == "one")
    #expect(transport.cachedAt == first)
  }

  @Test(arguments: [(600, true), (601, false)])
  func `pages read more than ten minutes apart are not one list`(
    seconds: Int, isOneList: Bool
  ) async throws {
    let sample = try OfflineCacheSample()
    await sample.store("/api/products?page_no=1", "first")
    sample.clock.move(.seconds(seconds))
    await sample.store("/api/products?page_no=2", "second")
    let transport = OfflineTransport(sample.responses)
    _ = try await send("/api/products?page_no=1", by: transport)
    _ = try await send("/api/products?page_no=2", by: transport)
    #expect((transport.cachedAt != nil) == isOneList)
  }

  @Test(arguments: [
    HTTPRequest(.get, "http://market.test/api/products/9"),
    HTTPRequest(.post, "http://market.test/api/products/1"),
    HTTPRequest(.get, "http://other.test/api/products/1"),
  ])
  func `a request without a cached response is refused`(request: HTTPRequest) async throws {
    let sample = try OfflineCacheSample()
    await sample.store("/api/products/1", "one")
    let transport = OfflineTransport(sample.responses)
    let error = await #expect(throws: TransportError.self) {
      try await transport.send(request, SendOptions())
    }
    #expect(error?.code == .refused && error?.wasSent == false)
    #expect(transport.cachedAt == nil)
  }
}
