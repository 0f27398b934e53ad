import CurlTransport
import Foundation
import MarketServer
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

/// A market over TLS with a self-signed certificate.
@Suite(.timeLimit(.minutes(60))) struct ServedTLSTests {
  private static func identity() throws -> TLSIdentity {
    try TLSIdentity(
      certificate: Fixture.text("tls/cert.pem"), key: Fixture.text("tls/key.pem"))
  }

  private static func client(
    of served: ServedMarket, trusting certificate: String? = "tls/cert.pem"
  ) throws -> OpenMarketClient {
    let file = certificate.map { Fixture.root.appending(path: $0).path }
    return OpenMarketClient.test(
      CurlTransport(CurlConfiguration(certificateFile: file)),
      credentials: served.shop.credentials, retryPolicy: .never,
      market: try MarketAddress(served.address.origin))
  }

  @Test func `a listing with https URLs is created, shown, edited and removed`() async throws {
    let served = try ServedMarket(identity: Self.identity())
    #expect(served.address.origin.hasPrefix("https://127.0.0.1:"))
    let client = try Self.client(of: served)
    let bytes = TestPicture.jpeg
    let created = try await client.create(
      .mug, images: [ImageUpload(filename: "a.jpg", mediaType: "image/jpeg", bytes: bytes[...])]
    ).value
    let picture = try #require(created.pictures?.first)
    #expect(picture.url.hasPrefix(served.address.origin + "/pictures/"))
    #expect(try await client.image(at: picture.url) == bytes)
    let revision = try #require(try await client.products().value.revision)
    #expect(try await client.products(ListProducts(), ifChangedSince: revision) == nil)
    #expect(try await client.edit(created.id, ListingFields(stock: 1)).value.stock == 1)
    _ = try await client.remove(created.id)
    #expect(try served.count == 0)
  }

  @Test func `a client that does not trust the certificate sends nothing`() async throws {
    let served = try ServedMarket(identity: Self.identity())
    let client = try Self.client(of: served, trusting: nil)
    let error = await #expect(throws: ClientError.self) { try await client.products() }
    #expect(error?.code == .tlsFailed && error?.connectionProblem == .certificateUntrusted)
    #expect(served.stop().isEmpty)
  }

  @Test(arguments: [
    ("tls/expired-cert.pem", ConnectionProblem.certificateExpired),
    ("tls/foreign-cert.pem", .certificateName),
  ])
  func `an error says what is wrong with a certificate`(
    _ file: String, _ problem: ConnectionProblem
  ) async throws {
    let identity = try TLSIdentity(
      certificate: Fixture.text(file), key: Fixture.text("tls/key.pem"))
    let served = try ServedMarket(identity: identity)
    let client = try Self.client(of: served, trusting: file)
    let error = await #expect(throws: ClientError.self) { try await client.products() }
    #expect(error?.code == .tlsFailed && error?.connectionProblem == problem)
    #expect(served.stop().isEmpty)
  }

  @Test func `a refusal is sent over TLS even if the body is incomplete`() async throws {
    let served = try ServedMarket(identity: Self.identity())
    let transport = CurlTransport(
      CurlConfiguration(certificateFile: Fixture.root.appending(path: "tls/cert.pem").path))
    let tooMuch = [UInt8](repeating: 65, count: (2 << 20) + 1)
    for (request, status) in [
      (HTTPRequest(.post, "/api/products", headers: [.identifier: "x"], body: tooMuch), 413),
      (HTTPRequest(.post, "/api/products", body: Array(tooMuch.prefix(100_000))), 401),
      (HTTPRequest(.patch, "/api/products/1", headers: [.identifier: "x"], body: tooMuch), 413),
      (HTTPRequest(.post, "/nowhere", body: Array("x".utf8)), 404),
      (HTTPRequest(.get, "/healthChecker"), 200),
    ] {
      var request = request
      request.target = served.address.origin + request.target
      let answer = try await transport.send(request, SendOptions())
      #expect(answer.status == status, "\(answer.text)")
      if status >= 400 { #expect(answer.json["code"]?.intValue == status) }
    }
  }

  @Test func `responses of every kind follow each other on one connection`() async throws {
    let served = try ServedMarket(identity: Self.identity())
    for _ in 0..<50 { _ = try served.listing() }
    let transport = CurlTransport(
      CurlConfiguration(certificateFile: Fixture.root.appending(path: "tls/cert.pem").path))
    func ask(_ method: HTTPMethod, _ target: String, _ headers: HTTPHeaders = [:]) async throws
      -> HTTPResponse
    {
      let url = served.address.origin + target
      return try await transport.send(HTTPRequest(method, url, headers: headers), SendOptions())
    }
    let list = "/api/products?items_per_page=50"
    let first = try await ask(.get, list)
    let tag = try #require(first.headers[.eTag])
    let picture = try #require(first.page.products.first?.thumbnail)
    let path = String(picture.dropFirst(served.address.origin.count))
    let bytes = try await ask(.get, path).body
    for _ in 0..<20 {
      #expect(try await ask(.get, list).body == first.body)
      #expect(try await ask(.get, list, [.ifNoneMatch: tag]).status == 304)
      #expect(try await ask(.get, path).body == bytes)
      #expect(try await ask(.head, list).body.isEmpty)
      #expect(try await ask(.get, "/nowhere").status == 404)
      #expect(try await ask(.get, "/healthChecker").text == "\"OK\"")
    }
  }

  @Test func `plain text, half a handshake and silence delay no other client`() async throws {
    let served = try ServedMarket(
      limits: { $0.headerTimeout = .seconds(10) }, identity: Self.identity())
    let start = ["GET / HTTP/1.1\r\nHost: a\r\n\r\n", "\u{16}\u{3}\u{1}\u{0}", ""]
    let others = try start.map { text in
      let raw = try served.connect()
      raw.send(text)
      return raw
    }
    #expect(try await Self.client(of: served).isHealthy())
    // The server closes the connections without a response.
    for raw in others { #expect(raw.response() == nil) }
  }

  @Test(arguments: [
    ("tls/cert.pem", "tls/other-key.pem", ServerError.identityRefused),
    ("tls/cert.pem", "tls/protected-key.pem", .keyProtected),
    ("tls/key.pem", "tls/key.pem", .noCertificate), ("tls/cert.pem", "tls/cert.pem", .noKey),
  ])
  func `an unusable certificate is no identity`(
    certificate: String, key: String, problem: ServerError
  ) throws {
    #expect(throws: problem) {
      try TLSIdentity(certificate: Fixture.text(certificate), key: Fixture.text(key))
    }
  }

  @Test func `a new certificate closes no connection`() async throws {
    let served = try ServedMarket(
      limits: { $0.idleTimeout = .seconds(600) }, identity: Self.identity())
    let other = try TLSIdentity(
      certificate: Fixture.text("tls/other-cert.pem"), key: Fixture.text("tls/other-key.pem"))
    let kept = try Self.client(of: served)
    #expect(try await kept.isHealthy())
    for _ in 0..<3 { try served.replaceIdentity(other) }
    // The connection that is open uses the certificate that it began with.
    #expect(try await kept.isHealthy())
    #expect(try await Self.client(of: served, trusting: "tls/other-cert.pem").isHealthy())
    let stranger = try Self.client(of: served)
    await #expect(throws: ClientError.self) { try await stranger.isHealthy() }
    try served.replaceIdentity(Self.identity())
    #expect(try await Self.client(of: served).isHealthy())
    #expect(Set(served.stop().map(\.status)) == [200])
    let plain = try ServedMarket()
    #expect(throws: ServerError.notSecure) { try plain.replaceIdentity(other) }
  }

  @Test func `a damaged certificate is refused and the key is never printed`() throws {
    let key = try Fixture.text("tls/key.pem")
    #expect(throws: ServerError.identityRefused) {
      try TLSIdentity(
        certificate: Fixture.text("tls/cert.pem").replacing("\n", with: "\nA"), key: key)
    }
    let secret = try #require(key.split(separator: "\n").dropFirst().first)
    var configuration = ServerConfiguration(clock: SuspendingClock()) { WireDate(milliseconds: 0) }
    configuration.identity = try Self.identity()
    for text in ["\(configuration)", String(reflecting: configuration)] {
      #expect(!text.contains(secret))
    }
  }
}
