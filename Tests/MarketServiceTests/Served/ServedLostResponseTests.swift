import CurlTransport
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@Suite(.timeLimit(.minutes(60))) struct ServedLostResponseTests {
  private let served: ServedMarket
  private let upload = ImageUpload(
    filename: "a.jpg", mediaType: "image/jpeg", bytes: TestPicture.jpeg[...])

  init() throws {
    served = try ServedMarket()
  }

  @Test(arguments: [1, 2, 3])
  func `a create with an honored key is replayed and creates one listing`(losses: Int) async throws
  {
    let proxy = LossyProxy(to: served.address, losing: losses, of: .post)
    try await withServer(proxy.script) { server in
      let client = try client(server)
      // Opens the connection that is later lost together with the response.
      #expect(try await client.isHealthy())
      let product = try await client.create(.mug, images: [upload]).value
      #expect(product.name == "Blue mug")
      #expect(try served.count == 1)
      #expect(try served.ask(.get("/api/products/\(product.id)")).product.id == product.id)
    }
    let writes = proxy.writes
    #expect(writes.map(\.isLost) == Array(repeating: true, count: losses) + [false])
    #expect(writes.allSatisfy { $0.response.status == 201 && $0.key != nil })
    #expect(Set(writes.map(\.key)).count == 1)
    #expect(
      writes.map { $0.response.headers[.idempotencyStatus] }
        == [nil] + Array(repeating: "replayed", count: losses))
    // The original and its thumbnail; those of the replays are deleted.
    #expect(served.market.files("pictures").count == 2)
    #expect(served.market.files("waiting").isEmpty)
  }

  @Test func `an edit with an honored key is done once`() async throws {
    let id = try served.listing()
    let proxy = LossyProxy(to: served.address, losing: 1, of: .patch)
    try await withServer(proxy.script) { server in
      let product = try await client(server).edit(id, ListingFields(stock: 9)).value
      #expect(product.stock == 9)
    }
    #expect(proxy.writes.map { $0.response.headers[.idempotencyStatus] } == [nil, "replayed"])
  }

  @Test func `a removal with an honored key succeeds instead of finding no listing`() async throws {
    let id = try served.listing()
    let proxy = LossyProxy(to: served.address, losing: 1, of: .delete)
    try await withServer(proxy.script) { server in
      let product = try await client(server).remove(id).value
      #expect(product.id == id)
    }
    #expect(proxy.writes.map(\.method) == ["POST", "DELETE", "DELETE"])
    #expect(proxy.writes.last?.response.headers[.idempotencyStatus] == "replayed")
    #expect(try served.count == 0)
  }

  @Test func `without an honored key, a create is sent once and its outcome is unknown`()
    async throws
  {
    let proxy = LossyProxy(to: served.address, losing: 1, of: .post, hidesExtensions: true)
    try await withServer(proxy.script) { server in
      let client = try client(server)
      #expect(try await client.isHealthy())
      let error = await #expect(throws: ClientError.self) {
        try await client.create(.mug, images: [upload])
      }
      #expect(error?.code == .outcomeUnknown)
      #expect(error?.cause == .connectionLost)
    }
    #expect(proxy.writes.count == 1)
    #expect(try served.count == 1)
  }

  @Test func `without an honored key, edits and removals are sent once`() async throws {
    let id = try served.listing()
    for method in [HTTPMethod.patch, .delete] {
      let proxy = LossyProxy(to: served.address, losing: 1, of: method, hidesExtensions: true)
      try await withServer(proxy.script) { server in
        let client = try client(server)
        let error = await #expect(throws: ClientError.self) {
          _ =
            method == .patch
            ? try await client.edit(id, ListingFields(stock: 9)) : try await client.remove(id)
        }
        #expect(error?.code == .outcomeUnknown)
      }
      #expect(proxy.writes.count { $0.method == method.rawValue } == 1)
    }
    #expect(try served.count == 0)
  }

  private func client(_ server: ScriptedServer) throws -> OpenMarketClient {
    .test(
      CurlTransport(), credentials: served.shop.credentials, market: try MarketAddress(server.url))
  }
}
