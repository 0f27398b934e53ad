import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct RequestTargetTests {
  @Test(arguments: [
    ("/", "/"), ("?", "/"), ("/?", "/"), ("/api/products", "/api/products"),
    ("/api/products/", "/api/products"), ("//api//products/16/", "/api/products/16"),
    ("/api/products?", "/api/products"), ("/api/products/12/?", "/api/products/12"),
    ("/api/products/?page_no=1", "/api/products?page_no=1"),
    ("/a?b", "/a?b="), ("/a?b=", "/a?b="), ("/a?=b", "/a?=b"), ("/a?&&b=1&", "/a?b=1"),
    ("/a?b=c=d", "/a?b=c%3Dd"), ("/a?b=1+2", "/a?b=1%202"), ("/a?b=1%2B2", "/a?b=1%2B2"),
    ("/a+b", "/a%2Bb"), ("/%EB%A8%B8%EA%B7%B8", "/%EB%A8%B8%EA%B7%B8"),
    ("/머그", "/%EB%A8%B8%EA%B7%B8"),
    ("/api/products/NDA5fDVk==", "/api/products/NDA5fDVk%3D%3D"), ("/a%25b", "/a%25b"),
    ("/%252e%252e", "/%252e%252e"), ("/...", "/..."), ("/a?b=..%2F", "/a?b=..%2F"),
    ("http://host:80/a?b=c", "/a?b=c"), ("HTTPS://host/a", "/a"), ("http://host", "/"),
    ("http://host?b=c", "/?b=c"), ("/a#b?c=d", "/a"), ("/a?b#c", "/a?b="),
    ("/a?b=?", "/a?b=%3F"), ("/a?\u{301}=x", "/a?%CC%81=x"), ("/\u{301}", "/%CC%81"),
    ("/a?b=x&\u{301}c=d", "/a?b=x&%CC%81c=d"),
  ])
  func `a target is decoded and encoded again`(raw: String, expected: String) throws {
    let target = try RequestTarget(parsing: raw)
    #expect(target.text == expected)
    #expect(try RequestTarget(parsing: target.text) == target)
  }

  @Test(arguments: [
    ("", RequestTargetError.noSuchPath), ("*", .noSuchPath), ("api", .noSuchPath),
    ("ftp://host/a", .noSuchPath), ("/..", .noSuchPath), ("/a/../b", .noSuchPath),
    ("/a/./b", .noSuchPath), ("/%2e%2E/etc", .noSuchPath), ("/.%2e", .noSuchPath),
    ("/a%2fb", .noSuchPath), ("/a%2Fb", .noSuchPath), ("http://host/../a", .noSuchPath),
    ("/a%00", .malformed), ("/%", .malformed), ("/%4", .malformed), ("/%zz", .malformed),
    ("/%ff", .malformed), ("/%C0%AE", .malformed), ("/a?b=%", .malformed), ("/a?%4=b", .malformed),
    ("/a?b=%00", .malformed), ("/a?%00=b", .malformed), ("/a?b=%ED%A0%80", .malformed),
  ])
  func `an invalid target throws the reason`(
    raw: String, problem: RequestTargetError
  ) {
    #expect(throws: problem) { try RequestTarget(parsing: raw) }
  }

  @Test func `the last of several equal parameters counts`() throws {
    let target = try RequestTarget(parsing: "/a?x=1&y=2&x=3")
    #expect(target["x"] == "3")
    #expect(target["y"] == "2")
    #expect(target["z"] == nil)
  }
}
