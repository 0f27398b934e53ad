import Testing

@testable import MarketServer

@Suite(.timeLimit(.minutes(60))) struct FirstHeadTests {
  @Test(arguments: [
    ("", false), ("GET / HT", false), ("\r\n\r\nGET", false), ("GET / HTTP/1.1\r\n", true),
    ("GET / HTTP/1.1\r\nHost: a\r\n", true), ("GET / HTTP/1.1\nHost: a\r\n\r", true),
  ])
  func `a head without its empty line is incomplete`(text: String, hasRequestLine: Bool) {
    #expect(FirstHead(text.utf8).finding == .incomplete(hasRequestLine: hasRequestLine))
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\n\r\n", "\r\n\nGET / HTTP/1.1\n\n", "GET / HTTP/1.1\r\nHost: a\r\n\r\n +",
    "POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n\0",
    "POST / HTTP/1.1\r\ncontent-length:\t02 \r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: 9223372036854775807\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length : +2\r\n\r\n",
    "GET / HTTP/1.1\r\nX-Content-Length: +2\r\n\r\n",
  ])
  func `other heads are passed on`(text: String) {
    #expect(FirstHead(text.utf8).finding == .complete)
  }

  @Test(arguments: RequestRefusalTests.malformedLengths)
  func `a malformed length is refused`(length: String) {
    let head = FirstHead("POST /a HTTP/1.1\r\nContent-Length: \(length)\r\n\r\n".utf8)
    #expect(head.finding == .refused(.lengthMalformed))
    #expect(head.requestLine == ["POST", "/a", "HTTP/1.1"])
  }

  @Test(arguments: ["", "\r\n"])
  func `a head of many lines is refused, even before its end`(end: String) {
    func finding(_ fields: Int) -> FirstHead.Finding {
      let text = "GET / HTTP/1.1\r\n" + String(repeating: "X: a\r\n", count: fields) + end
      return FirstHead(text.utf8).finding
    }
    #expect(finding(100) == (end.isEmpty ? .incomplete(hasRequestLine: true) : .complete))
    #expect(finding(101) == .refused(.tooManyFields(limit: 100)))
    #expect(finding(20_000) == .refused(.tooManyFields(limit: 100)))
  }

  @Test func `folded lines and NUL bytes are refused`() {
    for fold in [" b", "\tb"] {
      let head = FirstHead("GET / HTTP/1.1\r\nX: a\r\n\(fold)\r\n\r\n".utf8)
      #expect(head.finding == .refused(.lineFolded))
    }
    #expect(FirstHead("GET / HTTP/1.1\r\nX: a\0b\r\n\r\n".utf8).finding == .refused(.nullByte))
  }
}
