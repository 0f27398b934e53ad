import Foundation
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@Suite(.timeLimit(.minutes(60))) struct ExtensionCallTests {
  private let all: HTTPHeaders = [.extensions: "sort, filter, revision, summary"]

  @Test func `extensions are requested once and updated by any response`() async throws {
    let asked = ScriptedTransport([.json("\"OK\"", headers: all)])
    let client = OpenMarketClient.test(asked)
    #expect(try await client.supports(.sort))
    #expect(try await !client.supports(.idempotency))
    #expect(asked.requests.map(\.target) == ["http://market.local/healthChecker"])

    let learned = ScriptedTransport([
      .json(SampleResponses.page([], total: 0), headers: all)
    ])
    let other = OpenMarketClient.test(learned)
    _ = try await other.products()
    for offer in [MarketExtension.sort, .filter, .revision, .summary] {
      #expect(try await other.supports(offer))
    }
    #expect(learned.unused == 0 && learned.requests.count == 1)
  }

  @Test func `a conditional list request accepts 304`() async throws {
    let transport = ScriptedTransport([
      .respond(HTTPResponse(status: 304, headers: all)),
      .json(SampleResponses.page([3], total: 1), headers: [.revision: "8"]),
      .respond(HTTPResponse(status: 304)),
    ])
    let client = OpenMarketClient.test(transport, retryPolicy: .never)
    #expect(try await client.products(ListProducts(), ifChangedSince: 7) == nil)
    let page = try await client.products(ListProducts(), ifChangedSince: 7)
    #expect(page?.value.revision == 8 && page?.value.products.map(\.id) == [3])
    #expect(transport.requests.map { $0.headers[.ifNoneMatch] } == ["\"7\"", "\"7\""])
    // This request is not conditional.
    let error = await #expect(throws: ClientError.self) { try await client.products() }
    #expect(error?.status == 304)
    #expect(transport.requests[2].headers[.ifNoneMatch] == nil)
  }

  @Test func `changes that the market no longer has are nil, and other errors are thrown`()
    async throws
  {
    let transport = ScriptedTransport([
      .status(410), .status(404), .json(SampleResponses.page([3], total: 1)),
      .json(
        #"{"pageNo":1,"itemsPerPage":1,"totalCount":0,"lastPage":1,"hasNext":false,"#
          + #""hasPrev":false,"pages":[],"removed":[4,"x",5]}"#,
        headers: [.revision: "12"]),
    ])
    let client = OpenMarketClient.test(transport, retryPolicy: .never)
    #expect(try await client.changes(since: 3) == nil)
    for code in [ClientError.Code.notFound, .unreadableResponse] {
      let error = await #expect(throws: ClientError.self) { try await client.changes(since: 3) }
      #expect(error?.code == code)
    }
    let changes = try #require(try await client.changes(since: 3))
    #expect(changes.value.removed == [4, 5] && changes.value.revision == 12)
    #expect(changes.issues.map(\.path) == ["$.removed[1]"])
  }

  @Test func `a summary of a market without the extension throws an error`() async throws {
    let transport = ScriptedTransport([.json(SampleResponses.page([3], total: 1))])
    let client = OpenMarketClient.test(transport)
    let error = await #expect(throws: ClientError.self) { try await client.summary() }
    #expect(error?.code == .unreadableResponse)
  }
}
