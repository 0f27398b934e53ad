import Foundation
import MarketServer
import MarketTestSupport
import MarketWire
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(60))) struct LifecycleTests {
  @Test func `a port in use throws portTaken`() throws {
    try withServer { address in
      var configuration = ServerConfiguration()
      configuration.port = address.port
      let second = HTTPServer(configuration: configuration, handler: describe)
      #expect(throws: ServerError.portTaken(host: "127.0.0.1", port: address.port)) {
        try second.start()
      }
    }
  }

  @Test(arguments: [
    ("203.0.113.7", ServerError.addressUnavailable(host: "203.0.113.7")),
    ("2001:db8::7", .addressUnavailable(host: "2001:db8::7")),
    ("shop.example", .addressMalformed(host: "shop.example")),
    ("", .addressMalformed(host: "")),
    ("127.0.0.1\u{0}x", .addressMalformed(host: "127.0.0.1\u{0}x")),
    ("1.2.3.4.5", .addressMalformed(host: "1.2.3.4.5")),
  ])
  func `an unusable address throws its own error`(host: String, error: ServerError) {
    var configuration = ServerConfiguration()
    configuration.host = host
    let server = HTTPServer(configuration: configuration, handler: describe)
    #expect(throws: error) { try server.start() }
    server.stop()
  }

  @Test func `a server starts only once`() throws {
    let server = HTTPServer(configuration: ServerConfiguration(), handler: describe)
    _ = try server.start()
    #expect(throws: ServerError.alreadyStarted) { try server.start() }
    server.stop()
    #expect(throws: ServerError.alreadyStarted) { try server.start() }
    server.stop()
  }

  @Test func `a server can start after a failed start`() throws {
    var configuration = ServerConfiguration()
    configuration.port = try reservedPort()
    let first = HTTPServer(configuration: configuration, handler: describe)
    let address = try first.start()
    let second = HTTPServer(configuration: configuration, handler: describe)
    #expect(throws: ServerError.self) { try second.start() }
    first.stop()
    let again = try second.start()
    #expect(again == address)
    second.stop()
  }

  @Test func `two servers run at once`() throws {
    try withServer(.answering { _, _ in .text("one") }) { one in
      try withServer(.answering { _, _ in .text("two") }) { two in
        #expect(one.port != two.port)
        for (address, text) in [(one, "one"), (two, "two"), (one, "one")] {
          let client = try RawClient(to: address)
          #expect(client.get("/")?.text == text)
        }
      }
    }
  }

  @Test func `stopping finishes a running request and refuses new ones`() throws {
    let entered = DispatchSemaphore(value: 0)
    let mayFinish = DispatchSemaphore(value: 0)
    var configuration = ServerConfiguration()
    // On a busy machine the test may take longer than the default timeout.
    configuration.limits.drainTimeout = .seconds(600)
    let server = HTTPServer(
      configuration: configuration,
      handler: accepting { request, _ in
        guard request.target == "/slow" else { return .text("quick") }
        entered.signal()
        mayFinish.wait(until: "the server is stopping")
        return .text("finished")
      })
    let address = try server.start()
    let running = try RawClient(to: address, sending: "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
    entered.wait(until: "the request runs")
    // After a response it has been accepted; otherwise it would close with the listener.
    let idle = try RawClient(to: address)
    #expect(idle.get("/")?.text == "quick")
    let stopped = onThread { server.stop() }
    waitUntil("new connections are refused") { (try? RawClient(to: address)) == nil }
    #expect(idle.isClosed())
    mayFinish.signal()
    let response = try #require(running.response())
    #expect(response.text == "finished")
    #expect(response["Connection"]?.lowercased() == "close")
    #expect(running.isClosed())
    stopped.wait(until: "the server has stopped")
  }

  @Test(
    arguments: [
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n", 100),
      ("GET / HTTP/1.1\r\n\r\n", 400),
    ])
  func `stopping waits for no client that is too slow or was refused`(
    request: String, status: Int
  ) throws {
    var configuration = ServerConfiguration()
    configuration.limits.drainTimeout = .milliseconds(100)
    configuration.limits.lingerTimeout = .seconds(600)
    let server = HTTPServer(configuration: configuration, handler: describe)
    let client = try RawClient(to: try server.start(), sending: request)
    #expect(client.response()?.status == status)
    server.stop()
    #expect(client.isClosed())
  }

  @Test func `two hundred clients are served at the same time`() throws {
    let count = 200
    let waiting = Mutex(0)
    let all = DispatchSemaphore(value: 0)
    let gate = DispatchSemaphore(value: 0)
    try withServer(
      .with { $0.limits.connectionsPerAddress = count }.answering { request, _ in
        let arrived = waiting.withLock { number in
          number += 1
          return number
        }
        if arrived == count { all.signal() }
        gate.wait(until: "all clients are connected")
        return .text(request.target)
      }
    ) { address in
      let clients = try (0..<count).map { number in
        let client = try RawClient(
          to: address, sending: "GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
        return client
      }
      all.wait(until: "all clients are connected")
      for _ in 0..<count { gate.signal() }
      for (number, client) in clients.enumerated() {
        #expect(client.response()?.text == "/\(number)")
      }
    }
  }

  @Test func `a stopped server releases its handler`() throws {
    let released = DispatchSemaphore(value: 0)
    do {
      let token = Token(released)
      try withServer(.answering { _, _ in .text("\(token.self)") }) { address in
        for ending in ["\r\n", "", "Content-Length: 9\r\n\r\nabc"] {
          let client = try RawClient(
            to: address, sending: "POST / HTTP/1.1\r\nHost: a\r\n\(ending)")
          if ending == "\r\n" { #expect(client.response()?.status == 200) }
        }
      }
    }
    // A thread of the server may end a moment after it has reported its end.
    released.wait(until: "the handler is released")
  }

  /// Signals when it is released.
  private final class Token: Sendable {
    private let released: DispatchSemaphore

    init(_ released: DispatchSemaphore) { self.released = released }

    deinit { released.signal() }
  }
}
