import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct CacheWriterTests {
  private static let target = "/api/products/12"

  @Test func `the latest response is written, and a removal deletes it`() async throws {
    let sample = try OfflineCacheSample()
    for body in ["old", "new"] {
      sample.enqueue(
        HTTPRequest(.get, Self.target), HTTPResponse(status: 200, body: Array(body.utf8)))
    }
    #expect(sample.writer.hasPendingChanges)
    #expect(sample.body(of: Self.target) == nil)
    await sample.flush()
    #expect(!sample.writer.hasPendingChanges)
    #expect(sample.body(of: Self.target) == "new")
    let key = try #require(CachedResponses.key(of: Self.target, at: sample.market)?.key)
    sample.writer.enqueueRemoval(of: key)
    await sample.flush()
    #expect(sample.body(of: Self.target) == nil)
  }

  @Test func `discarded changes are never written`() async throws {
    let sample = try OfflineCacheSample()
    sample.enqueue(HTTPRequest(.get, Self.target), HTTPResponse(status: 200))
    sample.writer.discardPendingChanges()
    await sample.flush()
    #expect(sample.body(of: Self.target) == nil)
  }

  @Test(
    arguments: [
      (HTTPRequest(.post, target), HTTPResponse(status: 200)),
      (HTTPRequest(.get, target, headers: [.identifier: "x"]), HTTPResponse(status: 200)),
      (HTTPRequest(.get, target), HTTPResponse(status: 404)),
      (HTTPRequest(.get, "/pictures/1.png"), HTTPResponse(status: 200)),
      (
        HTTPRequest(.get, target),
        HTTPResponse(status: 200, headers: [.cacheControl: "max-age=0, Private"])
      ),
      (
        HTTPRequest(.get, target), HTTPResponse(status: 200, headers: [.cacheControl: "no-store"])
      ),
    ])
  func `only shareable responses to anonymous reads are queued`(
    request: HTTPRequest, response: HTTPResponse
  ) throws {
    let sample = try OfflineCacheSample()
    sample.enqueue(request, response)
    #expect(!sample.writer.hasPendingChanges)
  }

  @Test func `a response beyond the byte limit is dropped`() async throws {
    let sample = try OfflineCacheSample()
    let body = [UInt8](repeating: 32, count: CacheWriter.byteLimit / 2)
    for id in 1...3 {
      sample.enqueue(
        HTTPRequest(.get, "/api/products/\(id)"), HTTPResponse(status: 200, body: body))
    }
    sample.enqueue(HTTPRequest(.get, "/api/products/2"), HTTPResponse(status: 200))
    await sample.flush()
    #expect(sample.body(of: "/api/products/2") == "")
    #expect(sample.body(of: "/api/products/3") == nil)
  }
}
