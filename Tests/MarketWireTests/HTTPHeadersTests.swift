import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct HTTPHeadersTests {
  @Test func `names are compared without case`() {
    var headers: HTTPHeaders = ["Identifier": "a"]
    #expect(headers[.identifier] == "a")
    headers.add("IDENTIFIER", "b")
    #expect(headers.all(.identifier) == ["a", "b"])
    headers[.identifier] = "c"
    #expect(headers.all("identifier") == ["c"])
    headers[.identifier] = nil
    #expect(headers.fields.isEmpty)
  }

  @Test(arguments: [
    ("a\r\nX: b", "aX: b"), ("a\nb", "ab"), ("\0a\u{7F}", "a"), ("a\tb", "a\tb"), ("머그", "머그"),
    ("\u{301}\r", "\u{301}"),
  ])
  func `a value cannot start another header line`(value: String, clean: String) {
    #expect(HTTPHeaders(dictionaryLiteral: (.contentType, value))[.contentType] == clean)
  }

  @Test func `only GET and HEAD are safe`() {
    #expect(HTTPMethod.get.isSafe && HTTPMethod.head.isSafe)
    #expect(!HTTPMethod.post.isSafe && !HTTPMethod.patch.isSafe && !HTTPMethod.delete.isSafe)
    #expect(!HTTPMethod(rawValue: "get").isSafe)
  }

  @Test(arguments: [
    (199, false), (200, true), (201, true), (299, true), (304, false), (404, false),
  ])
  func `a status from 200 to 299 is a success`(status: Int, isSuccess: Bool) {
    #expect(HTTPResponse(status: status).isSuccess == isSuccess)
  }
}
