import CurlTransport
import Foundation
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(60))) struct CurlTransportTests {
  @Test(arguments: TransportContract.checks)
  func `the transport fulfills the contract`(_ fact: ContractCheck<TransportHarness>) async throws {
    let echo = EchoServer()
    try await withServer {
      echo.reaction(to: $0)
    } _: { server in
      try await fact.check(
        TransportHarness(transport: CurlTransport(), url: server.url, server: echo))
    }
  }

  @Test(arguments: [
    ("gzip", "H4sIAAAAAAACA1Py91YCAH6lVJYEAAAA"), ("deflate", "eJxT8vdWAgACMQDf"),
  ])
  func `an answer that is compressed without being asked for is read`(
    _ coding: String, _ body: String
  ) async throws {
    let bytes = Array(try #require(Data(base64Encoded: body)))
    try await withServer { _ in
      .respond(bytes, headers: ["Content-Encoding: \(coding)"])
    } _: { server in
      let response = try await CurlTransport().send(HTTPRequest(.get, server.url), SendOptions())
      #expect(String(decoding: response.body, as: UTF8.self) == "\"OK\"")
      #expect(server.received.first?.header("Accept-Encoding") == "identity")
      var small = SendOptions()
      small.maxBodyBytes = 3
      let error = await #expect(throws: TransportError.self) {
        try await CurlTransport().send(HTTPRequest(.get, server.url), small)
      }
      #expect(error?.code == .tooLarge)
    }
  }

  @Test func `a host may have letters of any language`() async throws {
    let error = await #expect(throws: TransportError.self) {
      try await CurlTransport().send(
        HTTPRequest(.get, "http://\u{D55C}\u{AE00}\u{B9C8}\u{CF13}.invalid/"), SendOptions())
    }
    #expect(error?.code == .nameNotFound && error?.wasSent == false, "\(error?.detail ?? "")")
  }

  private func error(
    _ server: ScriptedServer, _ method: HTTPMethod = .get, _ options: SendOptions = SendOptions()
  ) async -> TransportError? {
    await #expect(throws: TransportError.self) {
      try await CurlTransport().send(HTTPRequest(method, server.url + "/x"), options)
    }
  }

  @Test func `a closed port refuses the connection, and nothing is sent`() async throws {
    let server = try ScriptedServer { _ in .close }
    let transport = CurlTransport()
    _ = try? await transport.send(HTTPRequest(.get, server.url), SendOptions())
    server.stop()
    let error = await self.error(server, .post)
    #expect(error?.code == .refused)
    #expect(error?.wasSent == false)
  }

  @Test func `an unknown host name is not found`() async throws {
    let error = await #expect(throws: TransportError.self) {
      try await CurlTransport().send(
        HTTPRequest(.get, "http://no-such-host.invalid/"),
        SendOptions(timeLimit: .seconds(5)))
    }
    #expect([.nameNotFound, .timedOut].contains(error?.code))
    #expect(error?.wasSent == false)
  }

  @Test func `a failed TLS handshake sends nothing of the request`()
    async throws
  {
    try await withServer { _ in
      .close
    } _: { server in
      let error = await #expect(throws: TransportError.self) {
        try await CurlTransport().send(
          HTTPRequest(.post, "https://127.0.0.1:\(server.port)/"),
          SendOptions(timeLimit: .milliseconds(500)))
      }
      #expect(error?.wasSent == false)
    }
  }

  @Test func `a TLS handshake that stays unanswered is a failure of TLS`() async throws {
    try await withServer { _ in
      .silence
    } _: { server in
      let transport = CurlTransport(CurlConfiguration(connectLimit: .milliseconds(300)))
      let error = await #expect(throws: TransportError.self) {
        try await transport.send(
          HTTPRequest(.post, "https://127.0.0.1:\(server.port)/"),
          SendOptions(timeLimit: .seconds(60)))
      }
      #expect(error?.code == .tls)
      #expect(error?.wasSent == false)
    }
  }

  @Test(arguments: [
    ("", TransportError.Code.connectionLost),
    ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", .connectionLost),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", .connectionLost),
    ("SSH-2.0-OpenSSH_9.2\r\n", .badResponse),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", .connectionLost),
  ])
  func `an incomplete response and a response that is not HTTP have different codes`(
    _ answer: String, _ code: TransportError.Code
  ) async throws {
    try await withServer { _ in
      .sendAndClose(Array(answer.utf8))
    } _: { server in
      let error = await error(server, .post)
      #expect(error?.code == code)
      #expect(error?.wasSent == true)
    }
  }

  @Test func `headers above the limit throw an error`() async throws {
    let lines = (0..<5000).map { "X-\($0): \(String(repeating: "y", count: 80))\r\n" }.joined()
    try await withServer { _ in
      .sendAndClose(Array("HTTP/1.1 200 OK\r\n\(lines)\r\n".utf8))
    } _: { server in
      #expect(await error(server)?.code == .tooLarge)
    }
  }

  @Test func `a response without a length ends with its connection`() async throws {
    try await withServer { _ in
      .sendAndClose(Array("HTTP/1.1 200 OK\r\n\r\nabc".utf8))
    } _: { server in
      let response = try await CurlTransport().send(
        HTTPRequest(.get, server.url), SendOptions())
      #expect(response.body == Array("abc".utf8))
    }
  }

  @Test func `interim responses are ignored`() async throws {
    let head = "HTTP/1.1 103 Early\r\nX-A: 1\r\n\r\nHTTP/1.1 201 C\r\nContent-Length: 0\r\n\r\n"
    try await withServer { _ in
      .send(Array(head.utf8))
    } _: { server in
      let response = try await CurlTransport().send(HTTPRequest(.get, server.url), SendOptions())
      #expect(response.status == 201)
      #expect(response.headers["X-A"] == nil)
    }
  }

  @Test func `connections are reused unless a new one is requested`() async throws {
    try await withServer { _ in
      .respond("x")
    } _: { server in
      let transport = CurlTransport()
      for fresh in [false, false, true, false] {
        _ = try await transport.send(
          HTTPRequest(.post, server.url), SendOptions(freshConnection: fresh))
      }
      #expect(server.received.map(\.connection) == [0, 0, 1, 0])
    }
  }

  @Test func `only reads without an identifier follow redirects`()
    async throws
  {
    try await withServer { request in
      request.target == "/end"
        ? .respond("end") : .respond("", status: 302, headers: ["Location: /end"])
    } _: { server in
      let transport = CurlTransport()
      let cases: [(HTTPMethod, HTTPHeaders, Int)] = [
        (.get, [:], 200), (.post, [:], 302), (.delete, [:], 302),
        (.get, [.identifier: "abc"], 302),
      ]
      for (method, headers, expected) in cases {
        let response = try await transport.send(
          HTTPRequest(method, server.url + "/start", headers: headers), SendOptions())
        #expect(response.status == expected)
      }
    }
  }

  @Test func `a redirect to another host is followed only if that is allowed`() async throws {
    try await withServer { request in
      .respond("\(request.header("Host") ?? "")")
    } _: { other in
      // Both servers are on this machine, under two host names.
      let location = "http://localhost:\(other.port)/end"
      try await withServer { _ in
        .respond("", status: 302, headers: ["Location: \(location)"])
      } _: { server in
        let error = await error(server)
        #expect(error?.code == .badResponse)
        #expect(error?.detail == "a redirect to another host")
        #expect(error?.connectionProblem == .moved(to: "http://localhost:\(other.port)"))
        #expect(other.received.isEmpty)
        let response = try await CurlTransport().send(
          HTTPRequest(.get, server.url), SendOptions(allowsCrossHostRedirects: true))
        #expect(response.body == Array("localhost:\(other.port)".utf8))
      }
    }
  }

  @Test(arguments: ["http://nowhere.invalid", "http://127.0.0.1:1", "https://127.0.0.1"])
  func `a failure at the address of a redirect names that address`(_ place: String) async throws {
    try await withServer { request in
      // Nothing else speaks TLS at this port.
      let port = request.header("Host")?.split(separator: ":").last ?? ""
      let target = place.hasPrefix("https") ? "\(place):\(port)" : place
      return .respond("", status: 301, headers: ["Location: \(target)/api/products"])
    } _: { server in
      let target = place.hasPrefix("https") ? "\(place):\(server.port)" : place
      #expect(await error(server)?.connectionProblem == .moved(to: target))
    }
  }

  @Test(arguments: ["/again", "file:///etc/passwd", "gopher://127.0.0.1/", "http://u:p@127.0.0.1/"])
  func `a redirect loop and a redirect to another protocol throw errors`(
    _ location: String
  ) async throws {
    try await withServer { _ in
      .respond("", status: 302, headers: ["Location: \(location)"])
    } _: { server in
      #expect(await error(server) != nil)
      #expect(server.received.count <= 6)
    }
  }

  @Test func `many transports can be created and released`() async throws {
    try await withServer { _ in
      .respond("x")
    } _: { server in
      for _ in 0..<50 {
        let response = try await CurlTransport().send(
          HTTPRequest(.get, server.url), SendOptions())
        #expect(response.status == 200)
      }
    }
  }
}
