import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization
import Testing

@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct InvalidatingTransportTests {
  /// Sends a request and returns the keys that became invalid.
  private func keys(
    of request: HTTPRequest, answeredBy step: ScriptedTransport.Step
  ) async throws -> [String] {
    let keys = Mutex<[String]>([])
    let transport = InvalidatingTransport(
      base: ScriptedTransport([step]), market: try MarketAddress("http://market.test")
    ) { key in keys.withLock { $0.append(key) } }
    _ = try? await transport.send(request, SendOptions())
    return keys.withLock { $0 }
  }

  @Test(arguments: [
    (HTTPRequest(.get, "http://market.test/api/products/12"), 404),
    (HTTPRequest(.get, "http://market.test/api/products/12"), 410),
    (HTTPRequest(.patch, "http://market.test/api/products/12"), 200),
    (HTTPRequest(.post, "http://market.test/api/products/12/archived"), 500),
  ])
  func `a missing or changed listing is invalid`(request: HTTPRequest, status: Int) async throws {
    #expect(
      try await Set(keys(of: request, answeredBy: .status(status)))
        == ["detail http://market.test 12"])
  }

  private static let requests: [(HTTPRequest, Int, Int, [Int])] = [
    (HTTPRequest(.post, "http://market.test/api/products"), 201, 2, []),
    (HTTPRequest(.post, "http://market.test/api/products"), 500, 2, []),
    (HTTPRequest(.patch, "http://market.test/api/products/12"), 200, 2, []),
    (HTTPRequest(.delete, "http://market.test/api/products/token"), 200, 2, []),
    (HTTPRequest(.post, "http://market.test/api/products/12/archived"), 200, 0, []),
    (HTTPRequest(.get, "http://market.test/api/products/12"), 404, 0, [12]),
    (HTTPRequest(.get, "http://market.test/api/products"), 200, 0, []),
    (HTTPRequest(.post, "http://other.test/api/products"), 201, 0, []),
  ]

  @Test(arguments: requests)
  func `a change makes lists invalid, and a missing listing is reported`(
    request: HTTPRequest, status: Int, changes: Int, missing: [Int]
  ) async throws {
    let seen = Mutex<(changes: Int, missing: [Int])>((0, []))
    let transport = InvalidatingTransport(
      base: ScriptedTransport([.status(status)]), market: try MarketAddress("http://market.test"),
      onInvalidation: { _ in }, onChange: { seen.withLock { $0.changes += 1 } },
      onMissing: { id in seen.withLock { $0.missing.append(id) } })
    _ = try await transport.send(request, SendOptions())
    #expect(seen.withLock { $0.changes } == changes)
    #expect(seen.withLock { $0.missing } == missing)
  }

  @Test func `a listing is invalid if the outcome of a change is unknown`() async throws {
    let request = HTTPRequest(.patch, "http://market.test/api/products/12")
    #expect(
      try await keys(of: request, answeredBy: .fail(.connectionLost, wasSent: true))
        == ["detail http://market.test 12"])
  }

  @Test(arguments: [
    (HTTPRequest(.get, "http://market.test/api/products/12"), 200),
    (HTTPRequest(.get, "http://market.test/api/products/12"), 500),
    (HTTPRequest(.get, "http://other.test/api/products/12"), 404),
    (HTTPRequest(.post, "http://market.test/api/products"), 201),
  ])
  func `other requests invalidate nothing`(request: HTTPRequest, status: Int) async throws {
    #expect(try await keys(of: request, answeredBy: .status(status)) == [])
  }
}
