import MarketWire
import Testing

@testable import MarketServer

@Suite(.timeLimit(.minutes(60))) struct ClosingResponseTests {
  private let date = WireDate(milliseconds: 784_111_777_999)

  @Test(arguments: [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (1_709_210_096, "Thu, 29 Feb 2024 12:34:56 GMT"),
  ])
  func `a date has the HTTP format`(seconds: Int, text: String) {
    #expect(ClosingResponse.httpDate(secondsSince1970: seconds) == text)
  }

  @Test func `a response closes the connection and keeps the handler's fields`() {
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

  @Test func `a response to HEAD has no body`() {
    let bytes = ClosingResponse.bytes(.text("no", status: 404), isHead: true, at: date)
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("\r\n\r\n"))
  }
}
