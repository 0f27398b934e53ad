import Foundation
import MarketTestSupport
import MarketWire
import Synchronization
import Testing

@testable import MarketServer

@Suite(.timeLimit(.minutes(60))) struct AcceptingTests {
  @Test func `a head that arrives in pieces is answered`() throws {
    try withServer { address in
      for pieceSize in [1, 3, 20] {
        let client = try RawClient(to: address)
        let bytes = Array("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab".utf8)
        for start in stride(from: 0, to: bytes.count, by: pieceSize) {
          client.send(Array(bytes[start..<min(bytes.count, start + pieceSize)]))
        }
        #expect(client.response()?.text == "POST /a 2")
        #expect(client.get("/b")?.text == "GET /b 0")
      }
    }
  }

  @Test func `a client that closes within its head is disconnected`() throws {
    try withServer { address in
      let client = try RawClient(to: address, sending: "GET / HTTP/1.1\r\nHos")
      client.endSending()
      _ = client.rest()
      #expect(client.isAtEnd)
    }
  }

  @Test func `without free connections, the longest idle one of the largest group is closed`()
    throws
  {
    let clock = ManualClock()
    try withServer(
      .with {
        $0.elapsed = clock.elapsed
        $0.limits.connections = 3
      }
    ) { address in
      let served = try RawClient(to: address)
      #expect(served.get("/")?.status == 200)
      let silent = try RawClient(to: address)
      let busy = try RawClient(
        to: address,
        sending: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n")
      #expect(busy.response()?.status == 100)
      // Nobody has been idle for 2 s.
      let early = try RawClient(to: address)
      #expect(early.get("/early")?.status == 503)
      _ = early.rest()
      clock.advance(by: .seconds(2))
      let next = try RawClient(to: address)
      #expect(next.get("/next")?.text == "GET /next 0")
      #expect(silent.isClosed())
      #expect(served.get("/again")?.text == "GET /again 0")
    }
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\nHost: a\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n",
  ])
  func `an unfinished request keeps no connection from others`(request: String) throws {
    try withServer(
      .with {
        $0.limits.connections = 1
        $0.limits.headerTimeout = .seconds(600)
        $0.limits.bodyGrace = .seconds(600)
        $0.limits.protectedIdleTime = .milliseconds(50)
      }
    ) { address in
      let slow = try RawClient(to: address)
      #expect(slow.get("/")?.status == 200)
      slow.send(request)
      var status: Int? = 503
      for _ in 0..<1000 where status == 503 {
        let next = try RawClient(to: address, sending: "GET /next HTTP/1.1\r\nHost: a\r\n\r\n")
        status = next.response()?.status
      }
      #expect(status == 200)
      let rest = slow.rest()
      #expect(rest.isEmpty || String(decoding: rest, as: UTF8.self).hasPrefix("HTTP/1.1 100 "))
      #expect(slow.isAtEnd)
    }
  }

  @Test func `a connection that never sent a request is closed first, then the longest idle`() {
    func connection(
      _ descriptor: Int32, _ address: String, idleSince: Int?, served: Bool = true,
      isProxy: Bool = false
    ) -> ClientConnection {
      let connection = ClientConnection(
        descriptor: descriptor, address: IPAddress(text: address), isProxy: isProxy,
        limits: ServerLimits(), at: idleSince ?? 0)
      if served { connection.advance(to: .idle, at: idleSince ?? 0) }
      if idleSince == nil { connection.advance(to: .handling, at: 0) }
      return connection
    }
    let connections =
      [
        connection(1, "192.0.2.1", idleSince: 1), connection(2, "192.0.2.2", idleSince: 5),
        connection(3, "192.0.2.2", idleSince: 7, served: false),
        connection(4, "192.0.2.2", idleSince: 6, served: false),
        connection(5, "192.0.2.2", idleSince: nil),
        connection(6, "10.0.0.1", idleSince: 0, isProxy: true),
      ] + (7..<17).map { connection($0, "10.0.0.1", idleSince: nil, isProxy: true) }
    let order = ClientConnection.longestIdle(of: connections, at: 9).map(\.descriptor)
    #expect(order == [4, 3, 2, 1, 6])
    #expect(connections[0].abort(idleFor: .nanoseconds(9), at: 9) == nil)
    #expect(connections[0].abort(idleFor: .nanoseconds(8), at: 9) == .idle)
    #expect(connections[4].abort(idleFor: .zero, at: 9) == nil)
  }

  @Test func `without descriptors, a connection is accepted when another one has been closed`()
    throws
  {
    try withServer(
      .with {
        $0.slots = 1
        $0.limits.protectedIdleTime = .milliseconds(50)
      }
    ) { address in
      let held = try RawClient(to: address)
      #expect(held.get("/")?.status == 200)
      let next = try RawClient(to: address)
      #expect(next.get("/next")?.text == "GET /next 0")
      #expect(held.isClosed())
    }
  }

  @Test func `of addresses with equally many connections, the longest idle one is closed`() {
    let connections = (0..<40).map { index in
      let connection = ClientConnection(
        descriptor: Int32(index), address: IPAddress(text: "192.0.2.\(index)"),
        limits: ServerLimits(), at: 0)
      connection.advance(to: .idle, at: (index * 7) % 40)
      return connection
    }
    let order = ClientConnection.longestIdle(of: connections, at: 99).map { Int($0.descriptor) }
    #expect(order.map { ($0 * 7) % 40 } == Array(0..<40))
  }

  @Test(arguments: [
    (64, 12, 31), (1024, 20, 940), (1_048_576, 20, 1_048_492), (256, 20, 172), (16, 12, 4),
  ])
  func `descriptors are reserved for files`(limit: Int, open: Int, connections: Int) {
    #expect(DescriptorBudget.connections(limit: limit, open: open) == connections)
  }

  @Test func `a trusted proxy forwards its client and has no limit per address`() throws {
    let log = Log()
    try withServer(
      .with {
        $0.log = log.add
        $0.limits.connectionsPerAddress = 1
        $0.trustedProxies = [AddressRange("127.0.0.0/8")].compactMap(\.self)
        $0.forwardedHeader = "X-Real"
      }.answering { _, info in .text(info.clientAddress) }
    ) { address in
      let clients = try (0..<5).map { _ in try RawClient(to: address) }
      for (number, client) in clients.enumerated() {
        client.send("GET / HTTP/1.1\r\nHost: a\r\nX-Real: 9.9.9.9, 192.0.2.\(number)\r\n\r\n")
        #expect(client.response()?.text == "192.0.2.\(number)")
      }
    }
    #expect(log.entries.map(\.clientAddress).sorted() == (0..<5).map { "192.0.2.\($0)" })
  }

  @Test(arguments: [
    ("X-Forwarded-Proto: https", "https -"), ("x-forwarded-proto: HTTP", "http -"),
    ("X-Forwarded-Proto: https, http", "http -"), ("X-Forwarded-Proto: ftp", "- -"),
    ("Forwarded: for=192.0.2.1;host=a.example;proto=\"https\"", "https a.example"),
    ("Forwarded: proto=https, for=192.0.2.1", "- -"), ("X-Other: https", "- -"),
    ("X-Forwarded-Host: shop.example", "- shop.example"), ("X-Forwarded-Host: a, b:81", "- b:81"),
    ("Forwarded: host=\"shop.example:81\"", "- shop.example:81"),
  ])
  func `scheme and host of a client count if a trusted proxy forwards them`(
    field: String, forwarded: String
  ) throws {
    for isTrusted in [true, false] {
      try withServer(
        .with {
          if isTrusted { $0.trustedProxies = [AddressRange("127.0.0.0/8")].compactMap(\.self) }
        }.answering { _, info in
          .text("\(info.forwardedScheme ?? "-") \(info.host ?? "-")")
        }
      ) { address in
        let client = try RawClient(
          to: address, sending: "GET / HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n")
        #expect(client.response()?.text == (isTrusted ? forwarded : "- -"))
      }
    }
  }

  @Test func `an unknown host gives way to the address that the request arrived at`() throws {
    let setup = Setup.with { $0.knownHosts = KnownHosts(names: ["box.example"]) }
    try withServer(setup.answering { _, info in .text(info.host ?? "-") }) { address in
      for (host, other) in [
        ("box.example", "-"), ("localhost:1", "-"), ("evil.example", "127.0.0.1:\(address.port)"),
      ] {
        let client = try RawClient(to: address, sending: "GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        #expect(client.response()?.text == other)
      }
    }
  }

  @Test func `a client that speaks TLS to a server without it is turned away at once`() throws {
    try withServer(.with { $0.limits.headerTimeout = .seconds(600) }) { address in
      let client = try RawClient(to: address)
      client.send([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xFC, 0x03, 0x03] as [UInt8])
      #expect(client.isClosed())
    }
  }

  @Test func `a stranger cannot forward an address`() throws {
    try withServer(.answering { _, info in .text(info.clientAddress) }) { address in
      let client = try RawClient(
        to: address, sending: "GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n")
      #expect(client.response()?.text == "127.0.0.1")
    }
  }
}

/// A clock that only a test moves.
private final class ManualClock: Sendable {
  private let time = Mutex(Duration.zero)

  var elapsed: @Sendable () -> Duration { { self.time.withLock { $0 } } }

  func advance(by duration: Duration) { time.withLock { $0 += duration } }
}
