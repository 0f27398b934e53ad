import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct PercentEncodingTests {
  @Test(arguments: [
    ("", ""), ("az-AZ_09.~", "az-AZ_09.~"), (" ", "%20"), ("+", "%2B"), ("%", "%25"),
    ("a/b?c&d=e#f", "a%2Fb%3Fc%26d%3De%23f"), ("머그", "%EB%A8%B8%EA%B7%B8"),
    ("☕️", "%E2%98%95%EF%B8%8F"), ("\r\n\0", "%0D%0A%00"), ("'\"<>", "%27%22%3C%3E"),
  ])
  func `text is encoded and decoded`(plain: String, encoded: String) {
    #expect(PercentEncoding.encode(plain) == encoded)
    #expect(PercentEncoding.decode(encoded) == plain)
    #expect(PercentEncoding.decode(encoded, plusIsBlank: true) == plain)
  }

  @Test func `a plus means a space only in a query`() {
    #expect(PercentEncoding.decode("a+b") == "a+b")
    #expect(PercentEncoding.decode("a+b", plusIsBlank: true) == "a b")
  }

  @Test(arguments: [
    "%", "%1", "a%", "%g0", "%0g", "% 1", "%+1", "%%25", "%FF", "%EB%A8", "%ED%A0%80",
  ])
  func `malformed escapes are rejected`(text: String) {
    #expect(PercentEncoding.decode(text) == nil)
    #expect(PercentEncoding.decode(text, plusIsBlank: true) == nil)
  }

  @Test func `lowercase digits are decoded`() {
    #expect(PercentEncoding.decode("%eb%a8%b8") == "머")
  }

  @Test func `random text survives a round trip`() {
    var generator = SeededGenerator(seed: 21)
    for _ in 0..<2000 {
      let scalars = (0..<8).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x10_FFFF, using: &generator))
      }
      let text = String(String.UnicodeScalarView(scalars))
      let decoded = PercentEncoding.decode(PercentEncoding.encode(text), plusIsBlank: true)
      #expect(decoded.map { Array($0.utf8) } == Array(text.utf8))
    }
  }
}
