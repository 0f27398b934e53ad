import Foundation
import MarketServer
import MarketService
import MarketTestSupport
import MarketWire
import Synchronization
import Testing

/// A market with one shop, served on a free port of 127.0.0.1 as `market serve` does it.
final class ServedMarket: Sendable {
  let market: TestMarket
  let shop: NewAccount
  let address: BoundAddress
  private let server: HTTPServer
  private let entries: Entries

  init(
    _ configure: (inout ServiceConfiguration) -> Void = { _ in },
    limits: (inout ServerLimits) -> Void = { _ in }, identity: TLSIdentity? = nil
  ) throws {
    market = try TestMarket { configuration in
      configuration.isTLS = identity != nil
      configuration.onFailure = { Issue.record($0, "the market failed") }
      configure(&configuration)
    }
    shop = try market.service.addAccount(name: "shop")
    let entries = Entries()
    var configuration = ServerConfiguration(
      clock: SuspendingClock(), now: { WireDate(Date()) })
    configuration.limits.drainTimeout = .seconds(2)
    limits(&configuration.limits)
    configuration.identity = identity
    let service = market.service
    service.watchHealth()
    configuration.redact = { method, target in method == .delete ? "***" : target }
    configuration.log = { added in entries.all.withLock { $0 += added } }
    server = HTTPServer(configuration: configuration) { head, connection in
      service.admit(
        head, from: connection.clientAddress, scheme: connection.forwardedScheme,
        host: connection.host)
    }
    self.entries = entries
    address = try server.start()
  }

  deinit { server.stop() }

  /// Uses another certificate for new connections.
  func replaceIdentity(_ identity: TLSIdentity) throws { try server.replaceIdentity(identity) }

  /// A new connection.
  func connect() throws -> RawClient {
    try RawClient(host: address.host, port: address.port)
  }

  /// Sends a request on a new connection and returns the response.
  func ask(_ request: HTTPRequest) throws -> HTTPResponse { try connect().ask(request) }

  /// Adds a listing and returns its id.
  func listing() throws -> Int { try market.respond(shop.create()).product.id }

  /// The number of listings, read without the server.
  var count: Int {
    get throws { try market.respond(.get("/api/products")).page.totalCount ?? -1 }
  }

  /// Stops the server and returns the complete log.
  func stop() -> [RequestLogEntry] {
    server.stop()
    return entries.all.withLock { $0 }
  }

  /// Checks that the server responds, over `client` or over a new connection.
  func expectWork(
    over client: RawClient? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let client = try client ?? connect()
    let answer = try client.ask(.get("/healthChecker"))
    #expect(answer.status == 200, sourceLocation: sourceLocation)
    #expect(answer.text == "\"OK\"", sourceLocation: sourceLocation)
  }

  private final class Entries: Sendable {
    let all = Mutex<[RequestLogEntry]>([])
  }
}

/// The expected response to a request, and the expected state of its connection.
struct ExpectedResponse: Sendable {
  var status: Int
  /// Whether the server closes the connection after the response.
  var isClosed = false
  /// A word of the message.
  var word = ""

  /// Sends `bytes`, checks the response, and checks that the server still responds.
  func check(
    _ bytes: [UInt8], to served: ServedMarket, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let client = try served.connect()
    client.send(bytes)
    let answer = try #require(client.response()?.httpResponse, sourceLocation: sourceLocation)
    #expect(answer.status == status, "\(answer.text)", sourceLocation: sourceLocation)
    if status >= 400 {
      #expect(answer.json["code"]?.intValue == status, sourceLocation: sourceLocation)
      #expect(
        word.isEmpty || answer.message.contains(word), "\(answer.message)",
        sourceLocation: sourceLocation)
    }
    #expect(answer.headers[.contentTypeOptions] == "nosniff", sourceLocation: sourceLocation)
    if isClosed {
      #expect(client.isClosed(), sourceLocation: sourceLocation)
    } else {
      try served.expectWork(over: client, sourceLocation: sourceLocation)
    }
    try served.expectWork(sourceLocation: sourceLocation)
  }
}
