import Foundation
import MarketServer
import MarketService
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct ServedConnectionTests {
  @Test func `incomplete headers get 408`() throws {
    let served = try ServedMarket(limits: { $0.headerTimeout = .seconds(2) })
    let client = try served.connect()
    client.send("GET /api/products HTTP/1.1\r\nHost: market.test\r\nX-Slow: ")
    #expect(client.response()?.status == 408)
    #expect(client.isClosed())
    try served.expectWork()
  }

  @Test func `an incomplete create gets 408 and stores nothing`() throws {
    let served = try ServedMarket(limits: { $0.bodyTimeout = .seconds(2) })
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

  @Test func `an incomplete edit gets 408 and changes nothing`() throws {
    let served = try ServedMarket(limits: { $0.bodyTimeout = .seconds(2) })
    let id = try served.listing()
    let client = try served.connect()
    client.send(served.shop.edit(id, ListingFields(stock: 77)).onTheWire.dropLast())
    #expect(client.response()?.status == 408)
    #expect(client.isClosed())
    #expect(try served.ask(.get("/api/products/\(id)")).product.stock == 5)
  }

  @Test func `a create that the client interrupts stores nothing`() throws {
    let served = try ServedMarket()
    let client = try served.connect()
    client.send(served.shop.create().onTheWire.dropLast(1))
    client.endSending()
    _ = client.rest()
    try served.expectWork()
    #expect(try served.count == 0)
  }

  @Test func `an idle connection is closed without a response`() throws {
    let served = try ServedMarket(limits: { $0.idleTimeout = .seconds(2) })
    let client = try served.connect()
    #expect(try client.ask(.get("/healthChecker")).status == 200)
    #expect(client.isClosed())
    try served.expectWork()
  }

  @Test func `a client that expects 100-continue gets it`() throws {
    let served = try ServedMarket()
    let request = served.shop.create(headers: ["Expect": "100-continue"])
    let client = try served.connect()
    client.send(request.onTheWire.dropLast(request.body.count))
    #expect(client.response()?.status == 100)
    client.send(request.body)
    #expect(client.response()?.status == 201)
    try served.expectWork(over: client)
  }

  @Test func `a client that expects 100-continue is refused before it sends the body`() throws {
    let served = try ServedMarket()
    var request = served.shop.create(headers: ["Expect": "100-continue"])
    request.headers[.identifier] = nil
    let head = request.onTheWire.dropLast(request.body.count)
    try ExpectedResponse(status: 401, isClosed: true).check(Array(head), to: served)
  }

  @Test func `pipelined requests are answered in order`() throws {
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

  @Test func `slow clients delay no other client`() throws {
    let served = try ServedMarket()
    let slow = try (0..<3).map { _ in
      let client = try served.connect()
      client.send(served.shop.create().onTheWire.dropLast(1))
      return client
    }
    try served.expectWork()
    #expect(try served.ask(served.shop.create()).status == 201)
    for client in slow { client.send("\n") }
    #expect(slow.map { $0.response()?.status ?? 0 } == [201, 201, 201])
    #expect(try served.count == 4)
  }

  @Test func `a connection beyond the limit per address gets 503`() throws {
    let served = try ServedMarket(limits: { $0.connectionsPerAddress = 3 })
    var others = try (0..<3).map { _ in
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
    for client in others { try served.expectWork(over: client) }
    others.removeLast()
    // The server may see the end of the connection a moment later, on a busy machine much later.
    waitUntil("another request is answered") {
      (try? served.ask(.get("/api/products")))?.status == 200
    }
  }
}
