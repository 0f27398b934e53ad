import Foundation
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(60))) struct OpenMarketClientTests {
  private let withKeys: HTTPHeaders = [.extensions: "sort, Idempotency"]

  @Test func `a removal requests the path and deletes it`() async throws {
    let transport = ScriptedTransport([
      .json("/api/products/MXxh==", headers: withKeys), .json(SampleResponses.listing(1)),
    ])
    let client = OpenMarketClient.test(
      transport, market: try MarketAddress("https://m.example/shop"))
    #expect(try await client.remove(1).value.id == 1)
    #expect(
      transport.requests.map(\.target) == [
        "https://m.example/shop/api/products/1/archived",
        "https://m.example/shop/api/products/MXxh==",
      ])
    #expect(transport.requests.map { $0.headers[.idempotencyKey] == nil } == [true, false])
  }

  @Test func `an invalid removal path is not deleted`() async throws {
    for text in ["", "<html>", "/api/products/", "http://else/api/products/x", "/api/a/../b"] {
      let transport = ScriptedTransport([.json(text, headers: withKeys)])
      let error = await #expect(throws: ClientError.self) {
        try await OpenMarketClient.test(transport).remove(1)
      }
      #expect(error?.code == .unreadableResponse)
      #expect(transport.requests.count == 1)
    }
  }

  @Test func `a write uses a new connection unless its key is honored`() async throws {
    for (headers, fresh) in [(withKeys, false), ([:], true)] {
      let transport = ScriptedTransport([
        .json("\"OK\"", headers: headers), .json(SampleResponses.listing(1), headers: headers),
      ])
      _ = try await OpenMarketClient.test(transport).edit(1, ListingFields(stock: 1))
      #expect(transport.options.map(\.freshConnection) == [false, fresh])
      #expect(transport.options.map(\.allowsCrossHostRedirects) == [false, false])
      #expect(transport.options[1].retrySafety == (fresh ? .onlyIfUnsent : .withKey))
    }
  }

  @Test func `copies share the known extensions`() async throws {
    let transport = ScriptedTransport([
      .json(SampleResponses.page([], total: 0), headers: withKeys), .status(502),
      .json(SampleResponses.listing(1)),
    ])
    let client = OpenMarketClient.test(transport, credentials: nil, retryPolicy: .never)
    #expect(client.knownExtensions == nil)
    _ = try await client.products()
    #expect(client.knownExtensions?.honorsKeys == true)
    // An error from a proxy says nothing about the market.
    await #expect(throws: ClientError.self) { try await client.products() }
    #expect(client.knownExtensions?.honorsKeys == true)
    _ = try await client.signedIn(as: .test).edit(1, ListingFields(stock: 1))
    #expect(transport.options[2].retrySafety == .withKey)
    #expect(client.knownExtensions?.honorsKeys == false)
  }

  @Test func `a market without a response to the health check gets no write`() async throws {
    let transport = ScriptedTransport(
      Array(repeating: .fail(.timedOut, wasSent: true), count: 4))
    let error = await #expect(throws: ClientError.self) {
      try await OpenMarketClient.test(transport).edit(1, ListingFields(stock: 1))
    }
    #expect(error?.code == .timedOut && error?.operation == .edit)
    #expect(transport.requests.allSatisfy { $0.method == .get })
  }

  @Test func `a create has the given key and boundary`() async throws {
    let transport = ScriptedTransport([
      .json("\"OK\""), .json(SampleResponses.listing(1)), .json(SampleResponses.listing(1)),
    ])
    let client = OpenMarketClient.test(transport)
    let upload = ImageUpload(filename: "a.png", mediaType: "image/png", bytes: [1, 2][...])
    for _ in 0..<2 {
      _ = try await client.create(
        ListingFields(name: "mug"), images: [upload], key: IdempotencyKey("k-1"),
        boundary: "b-1")
    }
    let sent = transport.requests[1...]
    #expect(sent.allSatisfy { $0.headers[.idempotencyKey] == "k-1" })
    #expect(sent[1].body == sent[2].body)
    #expect(sent[1].headers[.contentType] == "multipart/form-data; boundary=b-1")
  }

  @Test func `generated keys and boundaries are unique`() async throws {
    let transport = ScriptedTransport([
      .json("\"OK\""), .json(SampleResponses.listing(1)), .json(SampleResponses.listing(1)),
    ])
    let client = OpenMarketClient.test(transport)
    for _ in 0..<2 { _ = try await client.create(ListingFields(name: "mug"), images: []) }
    let sent = transport.requests[1...]
    #expect(Set(sent.map { $0.headers[.idempotencyKey] }).count == 2)
    #expect(Set(sent.map { $0.headers[.contentType] }).count == 2)
  }

  @Test func `the client waits as long as Retry-After says, without jitter`() async throws {
    let clock = TestClock(jumps: true)
    let notices = Mutex<[RetryNotice]>([])
    let transport = ScriptedTransport([
      .json("\"OK\""), .status(429, headers: [.retryAfter: "7"]),
      .status(
        503,
        headers: [
          .retryAfter: "Sat, 21 Nov 2026 10:00:05 GMT", "Date": "Sat, 21 Nov 2026 10:00:00 GMT",
        ]),
      .json(SampleResponses.listing(1)),
    ])
    let client = OpenMarketClient.test(transport, clock: clock) { notice in
      notices.withLock { $0.append(notice) }
    }
    _ = try await client.edit(1, ListingFields(stock: 1))
    #expect(clock.sleeps == [.seconds(7), .seconds(5)])
    #expect(notices.withLock { $0.map(\.attempt) } == [1, 2])
  }

  @Test func `a wait above the time limit is not begun but reported`() async throws {
    let transport = ScriptedTransport([.status(429, headers: [.retryAfter: "60"])])
    let error = await #expect(throws: ClientError.self) {
      try await OpenMarketClient.test(transport).product(1)
    }
    #expect(error?.code == .tooManyRequests && error?.retryAfter == .seconds(60))
  }

  @Test func `all attempts share one time limit`() async throws {
    let clock = TestClock(jumps: true)
    let transport = SlowTransport(clock: clock, takes: .seconds(14))
    let error = await #expect(throws: ClientError.self) {
      try await OpenMarketClient.test(transport, clock: clock).product(1)
    }
    #expect(error?.code == .timedOut)
    #expect(error?.waited == .seconds(30))
    let limits = transport.limits
    #expect(limits.first == .seconds(15))
    #expect(limits.count <= 4 && (limits.last ?? .zero) < .seconds(3))
  }

  @Test func `a wait ends when the task is cancelled`() async throws {
    let clock = TestClock()
    let transport = ScriptedTransport([.status(503, headers: [.retryAfter: "20"])])
    let task = Task { try await OpenMarketClient.test(transport, clock: clock).product(1) }
    await clock.waitForSleepers()
    task.cancel()
    let error = await #expect(throws: ClientError.self) { try await task.value }
    #expect(error?.code == .cancelled)
  }

  @Test func `an image is requested from its host without the identifier`() async throws {
    let transport = ScriptedTransport([.json("a"), .json("b")])
    let client = OpenMarketClient.test(
      transport, market: try MarketAddress("https://m.example/shop"))
    #expect(try await client.image(at: "https://cdn.example/a_thumb.jpg") == [97])
    #expect(try await client.image(at: "/pictures/b.jpg") == [98])
    #expect(transport.options.map(\.allowsCrossHostRedirects) == [true, true])
    #expect(
      transport.requests.map(\.target) == [
        "https://cdn.example/a_thumb.jpg", "https://m.example/shop/pictures/b.jpg",
      ])
    #expect(transport.requests.allSatisfy { $0.headers.fields.isEmpty })
    // The response of another host says nothing about this market.
    #expect(client.knownExtensions == nil)
    for url in ["", "file:///etc/passwd", "//else/x", "data:,x", "http://a\r\nb/"] {
      let error = await #expect(throws: ClientError.self) { try await client.image(at: url) }
      #expect(error?.code == .badRequest)
    }
  }
}

/// A transport that advances the clock with each request and then times out.
private final class SlowTransport: Transport {
  private let clock: TestClock
  private let duration: Duration
  private let seen = Mutex<[Duration]>([])

  init(clock: TestClock, takes duration: Duration) {
    self.clock = clock
    self.duration = duration
  }

  var limits: [Duration] { seen.withLock { $0 } }

  func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    seen.withLock { $0.append(options.timeLimit) }
    clock.advance(by: min(duration, options.timeLimit))
    throw TransportError(.timedOut, wasSent: true)
  }
}
