import Foundation
import MarketTestSupport
import MarketWire
import Synchronization
import Testing

@testable import MarketServer

@Suite(.timeLimit(.minutes(60))) struct ServingTests {
  @Test(arguments: ["127.0.0.1", "localhost", "::1", "::"])
  func `the server listens on every kind of address`(host: String) throws {
    try withServer(.with { $0.host = host }) { address in
      let client = try RawClient(
        to: address, sending: "GET /api/products?page_no=1 HTTP/1.1\r\nHost: market\r\n\r\n")
      let answer = try #require(client.response())
      #expect(answer.status == 200)
      #expect(answer.text == "GET /api/products?page_no=1 0")
      #expect(answer["X-Content-Type-Options"] == "nosniff")
      #expect(answer["Content-Type"] == "text/plain;charset=UTF-8")
      #expect(try #require(answer["Date"]).hasSuffix(" GMT"))
    }
  }

  @Test func `an IPv4 client of an IPv6 socket has an IPv4 address`() throws {
    try withServer(.with { $0.host = "::" }.answering { _, info in .text(info.clientAddress) }) {
      address in
      let client = try RawClient(to: ipv4(address))
      #expect(client.get("/")?.text == "127.0.0.1")
    }
  }

  @Test func `one connection carries many requests`() throws {
    try withServer { address in
      let client = try RawClient(to: address)
      for number in 1...20 {
        #expect(client.get("/\(number)")?.text == "GET /\(number) 0")
      }
    }
  }

  @Test func `pipelined requests are answered in order`() throws {
    try withServer { address in
      let client = try RawClient(to: address)
      client.send(
        "GET /1 HTTP/1.1\r\nHost: a\r\n\r\n"
          + "POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
          + "GET /3 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(client.response()?.text == "GET /1 0")
      #expect(client.response()?.text == "POST /2 3")
      #expect(client.response()?.text == "GET /3 0")
      #expect(client.isClosed())
    }
  }

  @Test(arguments: [
    "//api//products", "/a%2fb%2Fc", "/%", "/a?b=%20+&c", "/?", "/api/products/3/",
    "/..%2f../etc", "/a;b=c", "/한글",
  ])
  func `the handler gets the target as it was sent`(target: String) throws {
    try withServer { address in
      let client = try RawClient(to: address)
      #expect(client.get(target)?.text == "GET \(target) 0")
    }
  }

  @Test(arguments: [
    ("http://shop.example:80/a?b", "/a?b shop.example:80"),
    ("HTTPS://shop.example", "/ shop.example"), ("http://x?q=1", "/?q=1 x"),
  ])
  func `an absolute target becomes a path and a host`(target: String, expected: String) throws {
    try withServer(
      .answering { request, _ in
        .text("\(request.target) \(request.headers[.host] ?? "-")")
      }
    ) { address in
      let client = try RawClient(
        to: address, sending: "GET \(target) HTTP/1.1\r\nHost: other\r\n\r\n")
      #expect(client.response()?.text == expected)
    }
  }

  @Test func `header fields keep their order and names ignore case`() throws {
    try withServer(
      .answering { request, _ in
        let names = request.headers.fields.map(\.name.text).joined(separator: ",")
        return .text("\(names) \(request.headers[.identifier] ?? "-")")
      }
    ) { address in
      let client = try RawClient(
        to: address,
        sending: "GET / HTTP/1.1\r\nX-B: 1\r\nHOST: a\r\nIDENTIFIER:  v 1 \t\r\nx-b:\r\n\r\n")
      #expect(client.response()?.text == "X-B,HOST,IDENTIFIER,x-b v 1")
    }
  }

  @Test func `a chunked body is assembled`() throws {
    try withServer(
      .answering { request, _ in
        HTTPResponse(status: 201, body: request.body)
      }
    ) { address in
      let client = try RawClient(to: address)
      client.send(
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n"
          + "3;note=1\r\nabc\r\n1\r\nd\r\n0\r\nTrailer: x\r\n\r\n")
      let answer = try #require(client.response())
      #expect(answer.status == 201)
      #expect(answer.text == "abcd")
      #expect(client.get("/")?.status == 201)
    }
  }

  @Test func `a body of exactly the limit is accepted`() throws {
    let body = (0..<(2 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try withServer(
      .answering(bodyLimit: 2 << 20) { request, _ in
        HTTPResponse(status: 200, body: request.body)
      }
    ) { address in
      let client = try RawClient(
        to: address, sending: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n")
      client.send(body)
      #expect(client.response()?.body == body)
    }
  }

  @Test func `the handler is called once per request, before its body has arrived`() throws {
    let calls = Mutex<[Int]>([])
    let handler: HTTPServer.Handler = { head, _ in
      calls.withLock { $0.append(head.body.count) }
      return .accept(bodyLimit: 10) { body in .text("\(head.method.rawValue) \(body.count)") }
    }
    try withServer(.standard.admitting(handler)) { address in
      let client = try RawClient(to: address)
      for (request, text) in [
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", "POST 3"),
        ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET 0"),
      ] {
        client.send(request)
        #expect(client.response()?.text == text)
      }
    }
    #expect(calls.withLock { $0 } == [0, 0])
  }

  @Test func `a client that expects 100-continue gets it`() throws {
    try withServer { address in
      let client = try RawClient(to: address)
      client.send(
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
      #expect(client.response()?.status == 100)
      client.send("ok")
      #expect(client.response()?.text == "POST / 2")
    }
  }

  @Test func `HEAD gets the length without the body`() throws {
    try withServer { address in
      let client = try RawClient(
        to: address,
        sending: "HEAD /abc HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(client.response(toHead: true)?["Content-Length"] == "\("HEAD /abc 0".count)")
      #expect(client.response()?.text == "GET / 0")
    }
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Type: application/json\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\n\r\n", "DELETE / HTTP/1.1\r\nHost: a\r\n\r\n",
    "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n",
    "BREW / HTTP/1.1\r\nHost: a.b-c_d:\r\n\r\n",
  ])
  func `an unusual but valid request is accepted`(request: String) throws {
    try withServer { address in
      let client = try RawClient(to: address, sending: request)
      #expect(client.response()?.status == 200)
    }
  }

  @Test func `the handler can close the connection but not set framing fields`() throws {
    try withServer(
      .answering { _, _ in
        HTTPResponse(
          status: 200,
          headers: [.connection: "close", .contentLength: "99", "Transfer-Encoding": "chunked"],
          body: Array("abc".utf8))
      }
    ) { address in
      let client = try RawClient(to: address, sending: "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      let answer = try #require(client.response())
      #expect(answer["Content-Length"] == "3")
      #expect(answer["Transfer-Encoding"] == nil)
      #expect(answer["Connection"]?.lowercased() == "close")
      #expect(client.isClosed())
    }
  }

  @Test(arguments: [0, 100, 199, 600, -1])
  func `an invalid status becomes 500`(status: Int) throws {
    try withServer(.answering { _, _ in HTTPResponse(status: status) }) { address in
      let client = try RawClient(to: address)
      #expect(client.get("/")?.status == 500)
    }
  }

  @Test func `304 has no body`() throws {
    try withServer(.answering { _, _ in HTTPResponse(status: 304, body: [1, 2]) }) { address in
      let client = try RawClient(
        to: address, sending: "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      let text = String(decoding: client.rest(), as: UTF8.self)
      #expect(text.hasPrefix("HTTP/1.1 304 "))
      #expect(text.hasSuffix("\r\n\r\n"))
    }
  }

  @Test(arguments: [("127.0.0.1", "http://127.0.0.1:80"), ("::1", "http://[::1]:80")])
  func `an origin is a URL`(host: String, origin: String) {
    #expect(BoundAddress(host: host, port: 80).origin == origin)
    let secure = BoundAddress(host: host, port: 80, isSecure: true).origin
    #expect(secure == origin.replacing("http:", with: "https:"))
  }

  /// The same port at the IPv4 loopback address.
  private func ipv4(_ address: BoundAddress) -> BoundAddress {
    BoundAddress(host: "127.0.0.1", port: address.port)
  }
}
