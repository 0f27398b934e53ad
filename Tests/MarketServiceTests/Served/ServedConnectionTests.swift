/// Slow clients and crowds in front of a real market (API 8).
import Foundation
import MarketServer
import MarketService
import MarketTestSupport
import MarketWire
import Testing

struct ServedConnectionTests {
  @Test func `headers that do not end get 408 and the end`() throws {
    let served = try ServedMarket(limits: { $0.headerTimeout = .milliseconds(400) })
    let client = try served.connect()
    client.send("GET /api/products HTTP/1.1\r\nHost: market.test\r\nX-Slow: ")
    #expect(client.response()?.status == 408)
    #expect(client.isClosed())
    try served.expectWork()
  }

  @Test func `a create whose pictures do not come gets 408 and leaves nothing`() throws {
    let served = try ServedMarket(limits: { $0.bodyTimeout = .milliseconds(400) })
    let client = try served.connect()
    client.send(served.shop.create().onTheWire.dropLast(100))
    let answer = try #require(client.response()?.httpResponse)
    #expect(answer.status == 408)
    #expect(answer.json["code"]?.intValue == 408)
    #expect(client.isClosed())
    try served.expectWork()
    #expect(try served.count == 0)
    #expect(served.market.files("pictures").isEmpty)
  }

  @Test func `an edit that stops in the middle is not done`() throws {
    let served = try ServedMarket(limits: { $0.bodyTimeout = .milliseconds(400) })
    let id = try served.listing()
    let client = try served.connect()
    client.send(served.shop.edit(id, ListingFields(stock: 77)).onTheWire.dropLast())
    #expect(client.response()?.status == 408)
    #expect(client.isClosed())
    #expect(try served.ask(.get("/api/products/\(id)")).product.stock == 5)
  }

  @Test func `a client that leaves in the middle of a create leaves nothing`() throws {
    let served = try ServedMarket()
    let client = try served.connect()
    client.send(served.shop.create().onTheWire.dropLast(1))
    client.endSending()
    _ = client.rest()
    try served.expectWork()
    #expect(try served.count == 0)
  }

  @Test func `an idle connection is closed without a word`() throws {
    let served = try ServedMarket(limits: { $0.idleTimeout = .milliseconds(200) })
    let client = try served.connect()
    #expect(try client.ask(.get("/healthChecker")).status == 200)
    #expect(client.isClosed())
    try served.expectWork()
  }

  @Test func `a client that asks before it sends its pictures is told to go on`() throws {
    let served = try ServedMarket()
    let request = served.shop.create(headers: ["Expect": "100-continue"])
    let client = try served.connect()
    client.send(request.onTheWire.dropLast(request.body.count))
    #expect(client.response()?.status == 100)
    client.send(request.body)
    #expect(client.response()?.status == 201)
    try served.expectWork(over: client)
  }

  @Test func `a client that asks before it sends is refused before it has sent`() throws {
    let served = try ServedMarket()
    var request = served.shop.create(headers: ["Expect": "100-continue"])
    request.headers[.identifier] = nil
    let head = request.onTheWire.dropLast(request.body.count)
    try ExpectedResponse(status: 401, isClosed: true).check(Array(head), to: served)
  }

  @Test func `requests that come in one piece are answered in their order`() throws {
    let served = try ServedMarket()
    let id = try served.listing()
    let requests = [
      served.shop.edit(id, ListingFields(stock: 1)), .get("/api/products/\(id)"),
      served.shop.edit(id, ListingFields(stock: 2)), .get("/api/products/\(id)"),
    ]
    let client = try served.connect()
    client.send(requests.flatMap(\.onTheWire))
    let stocks = try requests.map { _ in
      try #require(client.response()?.httpResponse).product.stock
    }
    #expect(stocks == [1, 1, 2, 2])
  }

  @Test func `a slow client keeps nobody else waiting`() throws {
    let served = try ServedMarket()
    let slow = try (0..<20).map { _ in
      let client = try served.connect()
      client.send(served.shop.create().onTheWire.dropLast(1))
      return client
    }
    try served.expectWork()
    #expect(try served.ask(served.shop.create()).status == 201)
    for client in slow { client.send("\n") }
    #expect(slow.map { $0.response()?.status ?? 0 } == Array(repeating: 201, count: 20))
    #expect(try served.count == 21)
  }

  @Test func `one connection too many of an address is told to come again`() throws {
    let served = try ServedMarket(limits: { $0.connectionsPerAddress = 3 })
    var kept = try (0..<3).map { _ in
      let client = try served.connect()
      try served.expectWork(over: client)
      return client
    }
    let late = try served.connect()
    late.send(HTTPRequest.get("/api/products").onTheWire)
    let answer = try #require(late.response()?.httpResponse)
    #expect(answer.status == 503)
    #expect(answer.headers[.retryAfter] == "1")
    #expect(late.isClosed())
    for client in kept { try served.expectWork(over: client) }
    kept.removeLast()
    // The server may see the end of the connection a moment later.
    let deadline = Date(timeIntervalSinceNow: 10)
    var status = 503
    while status == 503, Date() < deadline {
      status = (try? served.ask(.get("/api/products")))?.status ?? 503
    }
    #expect(status == 200)
  }
}
