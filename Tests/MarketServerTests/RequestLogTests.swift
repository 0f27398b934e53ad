import Foundation
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketServer

@Suite(.timeLimit(.minutes(60))) struct RequestLogTests {
  @Test func `an entry has the sizes of request and response`() throws {
    let log = Log()
    try withServer(.with { $0.log = log.add }) { address in
      let client = try RawClient(
        to: address, sending: "POST /a?b HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
      #expect(client.response()?.status == 200)
      client.send("HEAD /a HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(client.response(toHead: true)?.status == 200)
    }
    let entries = log.entries
    #expect(entries.map(\.method) == ["POST", "HEAD"])
    #expect(entries.map(\.target) == ["/a?b", "/a"])
    #expect(entries.map(\.status) == [200, 200])
    #expect(entries.map(\.bytesIn) == [3, 0])
    #expect(entries.map(\.bytesOut) == ["POST /a?b 3".utf8.count, 0])
    #expect(entries.allSatisfy { $0.clientAddress == "127.0.0.1" && $0.microseconds >= 0 })
  }

  @Test func `targets are redacted, sanitized and truncated`() throws {
    let log = Log()
    try withServer(
      .with {
        $0.log = log.add
        $0.redact = { method, target in
          method == .delete ? target.replacingOccurrences(of: "c2VjcmV0", with: "***") : target
        }
      }
    ) { address in
      for request in [
        "DELETE /api/products/c2VjcmV0 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /a\u{1b}[2Jb\u{202e}c HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /\(String(repeating: "x", count: 500)) HTTP/1.1\r\nHost: a\r\n\r\n",
        "\(String(repeating: "M", count: 50)) / HTTP/1.1\r\nHost: a\r\n\r\n",
      ] {
        let client = try RawClient(to: address, sending: request)
        #expect(client.response() != nil)
        client.endSending()
      }
    }
    let entries = log.entries
    #expect(entries.map(\.target.count).max() == 200)
    #expect(entries.map(\.method.count).max() == 20)
    #expect(Set(entries.map(\.status)) == [200, 400])
    #expect(entries.contains { $0.target == "/api/products/***" })
    #expect(entries.contains { $0.target == "/a[2Jbc" })
  }

  @Test func `a client that leaves early is logged without a status`() throws {
    let log = Log()
    try withServer(.with { $0.log = log.add }) { address in
      let client = try RawClient(
        to: address, sending: "POST /gone HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc")
      client.endSending()
      _ = client.rest()
    }
    let entry = try #require(log.entries.first)
    #expect(entry.status == nil)
    #expect(entry.bytesIn == 3)
  }

  @Test func `a refused request is logged`() throws {
    let log = Log()
    try withServer(.with { $0.log = log.add }) { address in
      let client = try RawClient(to: address, sending: "GET / HTTP/1.1\r\n\r\n")
      #expect(client.response()?.status == 400)
      client.endSending()
      _ = client.rest()
    }
    #expect(log.entries.map(\.status) == [400])
    #expect(log.entries.map(\.facts.reason) == [RequestRefusal.hostMissing.message])
  }

  @Test func `what the handler says of a request is sanitized and truncated`() throws {
    let log = Log()
    let setup = Setup.with { $0.log = log.add }.answering { _, _ in
      var response = HTTPResponse(status: 404)
      response.facts.account = "o\u{202e}a\nk"
      response.facts.listing = 7
      response.facts.reason = String(repeating: "x", count: 300)
      return response
    }
    try withServer(setup) { address in
      let client = try RawClient(to: address)
      #expect(client.get("/")?.status == 404)
    }
    let facts = try #require(log.entries.first?.facts)
    #expect(facts.account == "oak" && facts.listing == 7)
    #expect(facts.reason == String(repeating: "x", count: 200))
  }

  @Test(arguments: [
    ("/plain?q=1", "/plain?q=1"), ("/a\u{0}\u{1b}[31m\r\nb", "/a[31mb"),
    ("/\u{202e}x\u{2028}", "/x"),
    ("/\u{9b}31m", "/31m"), ("/한글", "/한글"), ("", ""),
  ])
  func `log entries have no control or format characters`(text: String, sanitized: String) {
    #expect(RequestLogEntry.sanitized(text, limit: 200) == sanitized)
  }
}
