/// Slow clients and too many of them.
import Foundation
import MarketServer
import MarketTestSupport
import MarketWire
import Synchronization
import Testing

@Suite struct LimitTests {
  @Test func `a connection without a request is closed`() throws {
    try withServer(.with { $0.limits.headerTimeout = .milliseconds(150) }) { address in
      let client = try RawClient(to: address)
      #expect(client.isClosed())
    }
  }

  @Test(arguments: ["G", "GET / HTTP/1.1", "\r\n"])
  func `a request line that does not end is not waited for`(start: String) throws {
    try withServer(.with { $0.limits.headerTimeout = .milliseconds(150) }) { address in
      let client = try RawClient(to: address)
      client.send(start)
      #expect(client.isClosed())
    }
  }

  @Test func `headers that come drop by drop get 408`() throws {
    try withServer(.with { $0.limits.headerTimeout = .milliseconds(150) }) { address in
      let client = try RawClient(to: address)
      client.send("GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ")
      let feeding = Feeding(client)
      let answer = client.response()
      feeding.stop()
      #expect(answer?.status == 408)
      #expect(answer?.text == #"{"code":408,"message":"the request took too long"}"#)
    }
  }

  @Test func `a body that comes drop by drop gets 408, however busy it looks`() throws {
    let log = Log()
    try withServer(
      .with {
        $0.limits.bodyTimeout = .milliseconds(150)
        $0.log = log.add
      }
    ) { address in
      let client = try RawClient(to: address)
      client.send("POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 50000\r\n\r\n")
      let feeding = Feeding(client)
      let answer = client.response()
      feeding.stop()
      #expect(answer?.status == 408)
    }
    let entry = try #require(log.entries.first)
    #expect(entry.status == 408)
    #expect(entry.target == "/slow")
  }

  @Test func `an idle connection is closed without a word`() throws {
    try withServer(.with { $0.limits.idleTimeout = .milliseconds(150) }) { address in
      let client = try RawClient(to: address)
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(client.response()?.status == 200)
      #expect(client.isClosed())
    }
  }

  @Test func `a client that does not read its answer is not waited for`() throws {
    let log = Log()
    let size = 32 << 20
    try withServer(
      .with {
        $0.limits.writeTimeout = .milliseconds(150)
        $0.log = log.add
      }.answering { _, _ in HTTPResponse(status: 200, body: [UInt8](repeating: 0, count: size)) }
    ) { address in
      let client = try RawClient(to: address)
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      log.wait(for: 1)
      #expect(client.rest().count < size)
    }
  }

  @Test func `one connection too many of an address is told to come again`() throws {
    try withServer(.with { $0.limits.connectionsPerAddress = 3 }) { address in
      let kept = try (0..<3).map { _ in try greeted(address) }
      let late = try RawClient(to: address)
      late.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      let answer = try #require(late.response())
      #expect(answer.status == 503)
      #expect(answer["Retry-After"] == "1")
      #expect(answer["Content-Type"] == "application/json")
      #expect(late.isClosed())
      kept[0].send("GET /still HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(kept[0].response()?.text == "GET /still 0")
    }
  }

  @Test func `one connection too many in all is told to come again`() throws {
    try withServer(.with { $0.limits.connections = 2 }) { address in
      let kept = try (0..<2).map { _ in try greeted(address) }
      let late = try RawClient(to: address)
      late.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabcde")
      #expect(late.response()?.status == 503)
      #expect(kept.count == 2)
    }
  }

  @Test func `a crowd is answered or closed, but nobody waits`() throws {
    try withServer(.with { $0.limits.connectionsPerAddress = 3 }) { address in
      let crowd = try (0..<80).map { _ in
        let client = try RawClient(to: address)
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        return client
      }
      // Beyond a margin the library closes without a word.
      let answers = crowd.map { $0.response()?.status }
      #expect(answers.count { $0 == 200 } == 3)
      #expect(answers.contains(503))
      #expect(answers.allSatisfy { [200, 503, nil].contains($0) })
      #expect(zip(crowd, answers).allSatisfy { $1 != nil || $0.isAtEnd })
    }
  }

  @Test func `a place is free again when a connection ends`() throws {
    try withServer(.with { $0.limits.connections = 1 }) { address in
      for _ in 0..<20 {
        // The end of the one before may be a moment behind.
        var status = 503
        while status == 503 {
          let client = try RawClient(to: address)
          client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
          status = client.response()?.status ?? 0
          _ = client.rest()
        }
        #expect(status == 200)
      }
    }
  }

  private func greeted(_ address: BoundAddress) throws -> RawClient {
    let client = try RawClient(to: address)
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(client.response()?.status == 200)
    return client
  }
}

/// A thread that sends a letter every few milliseconds until it is stopped.
private final class Feeding {
  private let isOver = DispatchSemaphore(value: 0)
  private let end: DispatchSemaphore

  init(_ client: RawClient) {
    // The descriptor outlives the thread, which `stop` waits for.
    nonisolated(unsafe) let client = client
    end = onThread { [isOver] in
      while isOver.wait(timeout: .now() + .milliseconds(10)) == .timedOut { client.send("a") }
    }
  }

  func stop() {
    isOver.signal()
    end.wait()
  }
}
