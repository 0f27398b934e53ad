import CurlTransport
import Foundation
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization
import Testing

private let detail = """
  {"id":7,"vendor_id":1,"name":"Oak mug","description":"Turned from one piece.","thumbnail":"",\
  "currency":"KRW","price":12000.0,"bargain_price":12000.0,"discounted_price":0.0,"stock":5,\
  "created_at":"2026-11-03T00:00:00","issued_at":"2026-11-03T00:00:00","images":[],\
  "vendors":{"id":1,"name":"red"}}
  """

@Suite(.timeLimit(.minutes(60))) struct LostResponseTests {
  private let fields = ListingFields(
    name: "Oak mug", description: "Turned from one piece.", price: 12000, currency: .krw)
  private let picture = ImageUpload(
    filename: "a.jpg", mediaType: "image/jpeg",
    bytes: (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }[...])

  private func client(_ server: ScriptedServer) throws -> OpenMarketClient {
    .test(CurlTransport(), clock: TestClock(jumps: true), market: try MarketAddress(server.url))
  }

  @Test func `a create without an honored key is sent once, and its outcome is unknown`()
    async throws
  {
    try await withServer {
      $0.method == "GET" ? .respond("\"OK\"") : .close
    } _: { server in
      let client = try client(server)
      // This opens a connection, which the server closes when the POST arrives.
      #expect(try await client.isHealthy())
      let error = await #expect(throws: ClientError.self) {
        try await client.create(fields, images: [picture])
      }
      #expect(error?.code == .outcomeUnknown)
      #expect(error?.cause == .connectionLost)
      #expect(error?.key != nil)
      #expect(server.received.count { $0.method == "POST" } == 1)
      #expect(server.received.map(\.connection) == [0, 1])
    }
  }

  @Test func `libcurl repeats a POST when a reused connection is closed`() async throws {
    // libcurl does this only if it has not noticed that the connection is closed. On a busy machine
    // it may have noticed, so this test needs several attempts.
    for _ in 1...5 {
      let posts = try await withServer {
        $0.method == "GET" ? .respond("\"OK\"") : .close
      } _: { server in
        let curl = CurlTransport()
        _ = try await curl.send(HTTPRequest(.get, server.url + "/healthChecker"), SendOptions())
        await #expect(throws: TransportError.self) {
          try await curl.send(
            HTTPRequest(.post, server.url + "/api/products", body: [1, 2, 3]), SendOptions())
        }
        return server.received.filter { $0.method == "POST" }.map(\.connection)
      }
      if posts == [0, 1] { return }
    }
    Issue.record("no POST was sent twice")
  }

  @Test func `a create with an honored key is repeated with the same bytes`() async throws {
    let posts = Mutex(0)
    try await withServer { request in
      let extensions = "OpenMarket-Extensions: idempotency"
      guard request.method == "POST" else {
        return .respond("\"OK\"", headers: [extensions])
      }
      let number = posts.withLock { posts in
        posts += 1
        return posts
      }
      guard number > 2 else { return .close }
      return .respond(
        detail, status: 201, headers: [extensions, "Idempotency-Status: replayed"])
    } _: { server in
      let client = try client(server)
      #expect(try await client.isHealthy())
      let product = try await client.create(fields, images: [picture]).value
      #expect(product.id == 7)
      let sent = server.received.filter { $0.method == "POST" }
      #expect(sent.count == 3)
      #expect(Set(sent.map { $0.header("Idempotency-Key") }).count == 1)
      #expect(sent[0].header("Idempotency-Key") != nil)
      #expect(Set(sent.map(\.body)).count == 1)
      #expect(sent[0].body.count > 200_000)
    }
  }

  @Test func `the first write checks once whether keys are honored`() async throws {
    try await withServer { request in
      request.method == "GET"
        ? .respond("\"OK\"", headers: ["OpenMarket-Extensions: sort, idempotency"])
        : .respond(detail, headers: ["OpenMarket-Extensions: sort, idempotency"])
    } _: { server in
      let client = try client(server)
      _ = try await client.edit(7, ListingFields(stock: 1))
      _ = try await client.edit(7, ListingFields(stock: 2))
      #expect(
        server.received.map(\.target) == [
          "/healthChecker", "/api/products/7", "/api/products/7",
        ])
      // With an honored key, the connection is reused.
      #expect(Set(server.received.map(\.connection)) == [0])
    }
  }

  @Test(arguments: [
    ScriptedServer.Reaction.respond("", status: 201),
    .respond("<html>Please log in</html>"),
    .sendAndClose(Array("HTTP/1.1 201 Created\r\nContent-Length: 999\r\n\r\n{\"id\":7".utf8)),
    .sendAndClose(Array("garbage\r\n\r\n".utf8)),
    .respond(#"{"code":500,"message":"x"}"#, status: 500),
    .respond("<html>Bad Gateway</html>", status: 502),
    .respond("", status: 504),
  ])
  func `a write with an inconclusive response is sent once, and its outcome is unknown`(
    _ reaction: ScriptedServer.Reaction
  ) async throws {
    try await withServer {
      $0.method == "GET" ? .respond("\"OK\"") : reaction
    } _: { server in
      let client = try client(server)
      let error = await #expect(throws: ClientError.self) {
        try await client.edit(7, ListingFields(stock: 1))
      }
      #expect(error?.code == .outcomeUnknown)
      #expect(error?.listing == 7)
      #expect(server.received.count { $0.method == "PATCH" } == 1)
    }
  }
}
