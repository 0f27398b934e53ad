/// The answers that the server writes by itself, and small values around them.
import MarketWire
import Testing

@testable import MarketServer

@Suite struct ClosingResponseTests {
  private let date = WireDate(milliseconds: 784_111_777_999)

  @Test(arguments: [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (1_709_210_096, "Thu, 29 Feb 2024 12:34:56 GMT"),
  ])
  func `dates are written as HTTP wants them`(seconds: Int, text: String) {
    #expect(ClosingResponse.httpDate(secondsSince1970: seconds) == text)
  }

  @Test func `an answer closes the connection and keeps its own fields`() {
    var response = HTTPResponse.text("no", status: 404)
    response.headers.add(.connection, "keep-alive")
    response.headers.add(.contentLength, "99")
    response.headers.add(.allow, "GET")
    let bytes = ClosingResponse.bytes(response, isHead: false, at: date)
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(lines.first == "HTTP/1.1 404 Not Found")
    #expect(lines[1] == "Date: Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(
      lines.dropFirst(2) == [
        "Connection: close", "Content-Length: 2", "Content-Type: text/plain;charset=UTF-8",
        "Allow: GET", "X-Content-Type-Options: nosniff", "", "no",
      ])
  }

  @Test func `an answer to HEAD has no body`() {
    let bytes = ClosingResponse.bytes(.text("no", status: 404), isHead: true, at: date)
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("\r\n\r\n"))
  }

  @Test(arguments: [
    ("/plain?q=1", "/plain?q=1"), ("/a\u{0}\u{1b}[31m\r\nb", "/a[31mb"),
    ("/\u{202e}x\u{2028}", "/x"),
    ("/\u{9b}31m", "/31m"), ("/한글", "/한글"), ("", ""),
  ])
  func `what is logged cannot steer a terminal`(text: String, cleaned: String) {
    #expect(RequestLogEntry.cleaned(text, limit: 200) == cleaned)
  }

  @Test(arguments: [("127.0.0.1", "http://127.0.0.1:80"), ("::1", "http://[::1]:80")])
  func `an origin is a URL`(host: String, origin: String) {
    #expect(BoundAddress(host: host, port: 80).origin == origin)
    let secure = BoundAddress(host: host, port: 80, isSecure: true).origin
    #expect(secure == origin.replacing("http:", with: "https:"))
  }

  @Test func `the reaper looks often enough for the shortest limit`() {
    var limits = ServerLimits()
    #expect(TimeoutThread.interval(for: limits) == .seconds(1))
    limits.bodyTimeout = .milliseconds(200)
    #expect(TimeoutThread.interval(for: limits) == .milliseconds(50))
    limits.idleTimeout = .zero
    #expect(TimeoutThread.interval(for: limits) == .milliseconds(5))
  }
}
