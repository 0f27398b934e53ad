import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing
import URLSessionTransport

@Suite(.timeLimit(.minutes(60))) struct URLSessionTransportTests {
  @Test(arguments: TransportContract.checks)
  func `the transport fulfills the contract`(_ fact: ContractCheck<TransportHarness>) async throws {
    let echo = EchoServer()
    try await withServer {
      echo.reaction(to: $0)
    } _: { server in
      try await fact.check(
        TransportHarness(transport: URLSessionTransport(), url: server.url, server: echo))
    }
  }

  private static func redirect(_ url: String) -> ScriptedServer.Reaction {
    .send(
      Array(
        "HTTP/1.1 307 Temporary Redirect\r\nLocation: \(url)/next\r\nContent-Length: 0\r\n\r\n".utf8
      ))
  }

  @Test(arguments: [
    (HTTPMethod.patch, HTTPHeaders()), (.post, HTTPHeaders()), (.delete, HTTPHeaders()),
    (.get, ["identifier": "a"] as HTTPHeaders),
  ])
  func `nothing with credentials is sent to the address of a redirect`(
    _ method: HTTPMethod, _ headers: HTTPHeaders
  ) async throws {
    try await withServer { _ in
      .respond("\"OK\"")
    } _: { other in
      try await withServer { _ in
        Self.redirect(other.url)
      } _: { server in
        let request = HTTPRequest(
          method, server.url + "/x", headers: headers, body: method == .get ? [] : [1])
        let response = try await URLSessionTransport().send(request, SendOptions())
        #expect(response.status == 307)
        #expect(server.received.count == 1 && other.received.isEmpty)
      }
    }
  }

  @Test func `a read follows a redirect, to another host only where it is allowed`() async throws {
    try await withServer { _ in
      .respond("\"OK\"")
    } _: { other in
      let named = other.url.replacing("127.0.0.1", with: "localhost")
      try await withServer { _ in
        Self.redirect(named)
      } _: { server in
        let request = HTTPRequest(.get, server.url + "/x")
        let error = await #expect(throws: TransportError.self) {
          try await URLSessionTransport().send(request, SendOptions())
        }
        #expect(error?.code == .badResponse && other.received.isEmpty)
        let allowed = SendOptions(allowsCrossHostRedirects: true)
        let followed = try await URLSessionTransport().send(request, allowed)
        #expect(followed.status == 200)
      }
    }
  }

  @Test func `a request that must not reach this network is refused`() async throws {
    var options = SendOptions()
    options.refusesLocalNetwork = true
    let error = await #expect(throws: TransportError.self) {
      try await URLSessionTransport().send(HTTPRequest(.get, "http://market.example/"), options)
    }
    #expect(error?.code == .badRequest && error?.wasSent == false)
  }

  @Test func `a closed port refuses the connection, and nothing is sent`() async throws {
    let server = try ScriptedServer { _ in .close }
    server.stop()
    let error = await #expect(throws: TransportError.self) {
      try await URLSessionTransport().send(HTTPRequest(.post, server.url + "/x"), SendOptions())
    }
    #expect(error?.code == .refused && error?.wasSent == false)
  }

  @Test func `a hundred reads at once use few connections`() async throws {
    try await withServer { _ in
      .respond("\"OK\"")
    } _: { server in
      let transport = URLSessionTransport()
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<100 {
          group.addTask {
            try await transport.send(HTTPRequest(.get, server.url + "/x"), SendOptions()).status
          }
        }
        return try await group.reduce(into: [Int]()) { $0.append($1) }
      }
      #expect(statuses == Array(repeating: 200, count: 100))
      #expect(server.received.count == 100)
    }
  }
}
