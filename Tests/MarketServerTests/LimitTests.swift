import Foundation
import MarketServer
import MarketTestSupport
import MarketWire
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(60))) struct LimitTests {
  @Test func `a connection without a request is closed`() throws {
    try withServer(.with { $0.limits.headerTimeout = .milliseconds(150) }) { address in
      let client = try RawClient(to: address)
      #expect(client.isClosed())
    }
  }

  @Test(arguments: ["G", "GET / HTTP/1.1", "\r\n"])
  func `an incomplete request line closes the connection`(start: String) throws {
    try withServer(.with { $0.limits.headerTimeout = .milliseconds(150) }) { address in
      let client = try RawClient(to: address, sending: start)
      #expect(client.isClosed())
    }
  }

  @Test(arguments: [199, 200, 1000, 8000])
  func `a query with more than 200 parameters gets 400`(separators: Int) throws {
    let log = Log()
    try withServer(.with { $0.log = log.add }) { address in
      let client = try RawClient(to: address)
      let query = String(repeating: "&", count: separators)
      client.send("GET /?\(query) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      let response = client.response()
      #expect(response?.status == (separators < 200 ? 200 : 400))
      if separators >= 200 {
        #expect(response?.text.contains("the query has more than 200 parameters") == true)
      }
    }
    #expect(log.entries.count == 1)
  }

  @Test func `slow headers get 408`() throws {
    try withServer(.with { $0.limits.headerTimeout = .seconds(2) }) { address in
      let client = try RawClient(to: address, sending: "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ")
      let sender = SlowSender(client)
      let answer = client.response()
      sender.stop()
      #expect(answer?.status == 408)
      #expect(answer?.text == #"{"code":408,"message":"the request took too long"}"#)
    }
  }

  @Test func `a slow body gets 408, even if bytes keep arriving`() throws {
    let log = Log()
    try withServer(
      .with {
        $0.limits.bodyTimeout = .milliseconds(150)
        $0.log = log.add
      }
    ) { address in
      let client = try RawClient(
        to: address, sending: "POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 50000\r\n\r\n")
      let sender = SlowSender(client)
      let answer = client.response()
      sender.stop()
      #expect(answer?.status == 408)
    }
    let entry = try #require(log.entries.first)
    #expect(entry.status == 408)
    #expect(entry.target == "/slow")
  }

  @Test func `an idle connection is closed without a response`() throws {
    try withServer(.with { $0.limits.idleTimeout = .seconds(2) }) { address in
      let client = try RawClient(to: address)
      #expect(client.get("/")?.status == 200)
      #expect(client.isClosed())
    }
  }

  @Test func `a client that does not read its response is disconnected`() throws {
    let log = Log()
    let size = 32 << 20
    try withServer(
      .with {
        $0.limits.writeTimeout = .milliseconds(150)
        $0.log = log.add
      }.answering { _, _ in HTTPResponse(status: 200, body: [UInt8](repeating: 0, count: size)) }
    ) { address in
      let client = try RawClient(to: address, sending: "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      log.wait(for: 1)
      #expect(client.rest().count < size)
    }
  }

  @Test func `responses that nobody reads have limited memory`() throws {
    let size = 8 << 20
    let setup = Setup.with { $0.limits.responseBytes = 3 * size }
    try withServer(
      setup.answering { request, _ in
        HTTPResponse(
          status: 200, body: [UInt8](repeating: 0, count: request.target == "/" ? size : 9))
      }
    ) { address in
      let clients = try (0..<4).map { _ in try RawClient(to: address) }
      for client in clients.dropLast() {
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.hasBytes())
      }
      clients[3].send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      let refusal = try #require(clients[3].response())
      #expect(refusal.status == 503)
      #expect(refusal["Retry-After"] == "1")
      #expect(clients[3].get("/small")?.body.count == 9)
      // Memory is free again when a response was read or its client has left.
      #expect(clients[0].response()?.body.count == size)
      #expect(clients[0].get("/small")?.body.count == 9)
      #expect(clients[3].get("/")?.body.count == size)
    }
  }

  @Test func `a connection beyond the limit per address gets 503`() throws {
    try withServer(.with { $0.limits.connectionsPerAddress = 3 }) { address in
      let others = try (0..<3).map { _ in try connected(address) }
      let late = try RawClient(to: address, sending: "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      let answer = try #require(late.response())
      #expect(answer.status == 503)
      #expect(answer["Retry-After"] == "1")
      #expect(answer["Content-Type"] == "application/json")
      #expect(late.isClosed())
      #expect(others[0].get("/still")?.text == "GET /still 0")
    }
  }

  @Test func `a connection beyond the total limit gets 503`() throws {
    try withServer(.with { $0.limits.connections = 2 }) { address in
      let others = try (0..<2).map { _ in try connected(address) }
      let late = try RawClient(
        to: address, sending: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabcde")
      #expect(late.response()?.status == 503)
      #expect(others.count == 2)
    }
  }

  @Test func `many connections at once get a response or are closed`() throws {
    try withServer(.with { $0.limits.connectionsPerAddress = 3 }) { address in
      let clients = try (0..<80).map { _ in
        let client = try RawClient(to: address, sending: "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        return client
      }
      // Far beyond the limit, the library closes connections without a response.
      let answers = clients.map { $0.response()?.status }
      #expect(answers.count { $0 == 200 } == 3)
      #expect(answers.contains(503))
      #expect(answers.allSatisfy { [200, 503, nil].contains($0) })
      #expect(zip(clients, answers).allSatisfy { $1 != nil || $0.isAtEnd })
    }
  }

  @Test func `a closed connection no longer counts`() throws {
    try withServer(.with { $0.limits.connections = 1 }) { address in
      for _ in 0..<20 {
        // The server may see the end of the previous connection a moment later.
        var status: Int?
        try waitUntil("the previous connection no longer counts") {
          let client = try RawClient(
            to: address, sending: "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
          status = client.response()?.status
          _ = client.rest()
          return status != 503
        }
        #expect(status == 200)
      }
    }
  }

  private func connected(_ address: BoundAddress) throws -> RawClient {
    let client = try RawClient(to: address)
    #expect(client.get("/")?.status == 200)
    return client
  }
}

/// A thread that sends a letter every 10 ms until it is stopped.
private final class SlowSender {
  private let stopping = DispatchSemaphore(value: 0)
  private let end: DispatchSemaphore

  init(_ client: RawClient) {
    // `stop` waits for the thread, so the descriptor outlives it.
    nonisolated(unsafe) let client = client
    end = onThread { [stopping] in
      while stopping.wait(timeout: .now() + .milliseconds(10)) == .timedOut { client.send("a") }
    }
  }

  func stop() {
    stopping.signal()
    end.wait(until: "the thread has ended")
  }
}
