import MarketWire
import Testing

@testable import MarketServer

@Suite(.timeLimit(.minutes(60))) struct RequestHeadTests {
  @Test func `a valid header section is parsed`() throws {
    let raw = RawHead(
      method: "PATCH", target: "/a%2f?b", version: "HTTP/1.1",
      fields: [("host", "a:1"), ("Content-Length", "007"), ("identifier", "x")])
    let head = try RequestHead(checking: raw, limits: ServerLimits())
    #expect(head.method == .patch)
    #expect(head.target == "/a%2f?b")
    #expect(head.framing == .length(7))
    #expect(head.headers[.identifier] == "x")
  }

  @Test(arguments: [
    ("HTTP/1.1", nil), ("HTTP/1.0", nil), ("HTTP/1.2", nil), ("HTTP/1.", 505), ("HTTP/2.0", 505),
    ("HTTP/1.10", 505), ("HTTP/1.x", 505), ("", 505),
  ])
  func `every version 1.x is accepted`(version: String, status: Int?) {
    #expect(refusal(version: version)?.status == status)
  }

  @Test func `sizes are checked to the byte`() {
    var limits = ServerLimits()
    limits.requestLineBytes = "GET / HTTP/1.1\r\n".utf8.count
    limits.headerBytes = "Host: a\r\nX: 한\r\n".utf8.count
    limits.headerFields = 2
    #expect(refusal(fields: [("X", "한")], limits: limits) == nil)
    #expect(refusal(target: "/a", limits: limits) == .requestLineTooLong(limit: 16))
    #expect(refusal(fields: [("X", "한b")], limits: limits) == .headersTooLarge(limit: 17))
    #expect(refusal(fields: [("X", ""), ("Y", "")], limits: limits) == .tooManyFields(limit: 2))
  }

  @Test(arguments: ["", "1,1", "1 ", "+1", "-0", "0x1", "１", "9223372036854775808"])
  func `a length must be decimal digits`(length: String) {
    #expect(refusal(fields: [("Content-Length", length)]) == .lengthMalformed)
  }

  @Test(arguments: [("chunked", true), ("CHUNKED", true), ("chun\u{212A}ed", false), ("", false)])
  func `a transfer coding is compared by its bytes`(coding: String, isKnown: Bool) {
    #expect(refusal(fields: [("Transfer-Encoding", coding)]) == (isKnown ? nil : .codingUnknown))
  }

  @Test(arguments: ["a", "a.b:80", "127.0.0.1:", "[::1]:8080", "[fe80::1%25eth0]", "A-b_c~d"])
  func `a valid host is accepted`(host: String) {
    #expect(refusal(host: host) == nil)
  }

  @Test(arguments: [
    "", ":80", "a b", "a,b", "a:-1", "[]", "[::1", "::1", "[::1]80", "한", "a/", "a?",
  ])
  func `an invalid host is refused`(host: String) {
    #expect(refusal(host: host) == .hostMalformed)
  }

  @Test func `every refusal has an error status and a message`() {
    let all: [RequestRefusal] = [
      .methodMalformed, .targetMalformed, .versionUnknown, .requestLineTooLong(limit: 1),
      .tooManyFields(limit: 1), .headersTooLarge(limit: 1), .fieldNameMalformed,
      .fieldValueMalformed(name: "X"), .hostMissing, .hostMalformed, .lengthMalformed,
      .lengthRepeated, .lengthWithCoding, .codingUnknown, .bodyTooLarge(limit: 1),
      .tooManyConnections, .timeout,
    ]
    for refusal in all {
      #expect((400..<600).contains(refusal.status))
      let problem = ErrorResponse(response: refusal.response)
      #expect(problem == ErrorResponse(status: refusal.status, message: refusal.message))
      #expect((refusal.response.headers[.retryAfter] == "1") == (refusal.status == 503))
    }
  }

  private func refusal(
    target: String = "/", version: String = "HTTP/1.1", host: String = "a",
    fields: [(name: String, value: String)] = [], limits: ServerLimits = ServerLimits()
  ) -> RequestRefusal? {
    let raw = RawHead(
      method: "GET", target: target, version: version, fields: [("Host", host)] + fields)
    do throws(RequestRefusal) {
      _ = try RequestHead(checking: raw, limits: limits)
      return nil
    } catch {
      return error
    }
  }
}
