import MarketTestSupport
import MarketWire
import Testing

@testable import MarketServer

@Suite(.timeLimit(.minutes(60))) struct RequestIDTests {
  @Test func `each response has the id that the log has`() throws {
    let log = Log()
    var ids: [String] = []
    try withServer(
      .with {
        $0.log = log.add
        $0.requestIDPrefix = "node"
      }
    ) { address in
      let client = try RawClient(to: address)
      for head in ["GET /a HTTP/1.1\r\nHost: a\r\nX-Request-Id: mine\r\n", "GET /b HTTP/1.1\r\n"] {
        client.send("\(head)\r\n")
        ids.append(try #require(client.response()?["X-Request-Id"]))
      }
      let refused = try RawClient(
        to: address, sending: "GET /c HTTP/1.1\r\nHost: a\r\nContent-Length: +2\r\n\r\n")
      ids.append(try #require(refused.response()?["X-Request-Id"]))
      refused.endSending()
    }
    #expect(ids == log.entries.map(\.id).sorted())
    #expect(Set(ids).count == 3 && ids.allSatisfy { $0.hasPrefix("node-") })
  }

  @Test(arguments: [
    ("edge-7.a_B", true), ("a b", false), ("", false), (String(repeating: "x", count: 65), false),
    ("\"", false), ("é", false),
  ])
  func `a trusted proxy may give the id`(sent: String, isUsed: Bool) throws {
    let setup = Setup.with { $0.trustedProxies = [AddressRange("127.0.0.1")].compactMap(\.self) }
    try withServer(setup) { address in
      let client = try RawClient(
        to: address, sending: "GET /a HTTP/1.1\r\nHost: a\r\nX-Request-Id: \(sent)\r\n\r\n")
      #expect((client.response()?["X-Request-Id"] == sent) == isUsed)
    }
  }

  @Test func `an entry has the agent and the referer without secrets`() throws {
    let log = Log()
    try withServer(
      .with {
        $0.log = log.add
        $0.redact = { _, target in target.replacing("secret", with: "***") }
      }
    ) { address in
      let client = try RawClient(
        to: address,
        sending: "GET /a HTTP/1.1\r\nHost: a\r\nUser-Agent: x\u{9b}y\r\nReferer: /secret\r\n\r\n")
      #expect(client.response()?.status == 200)
    }
    #expect(log.entries.map(\.userAgent) == ["xy"])
    #expect(log.entries.map(\.referer) == ["/***"])
  }
}
