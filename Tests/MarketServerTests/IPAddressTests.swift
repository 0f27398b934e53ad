import MarketWire
import Testing

@testable import MarketServer

@Suite(.timeLimit(.minutes(60))) struct IPAddressTests {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("::ffff:192.0.2.7", "192.0.2.7"),
    ("2001:db8:1:2::9", "2001:db8:1:2::9"),
  ])
  func `an IPv4 address in an IPv6 socket is written as IPv4`(host: String, text: String) throws {
    #expect(try #require(IPAddress(text: host)).text == text)
  }

  @Test(arguments: ["", "1.2.3", "1.2.3.4.5", "localhost", "127.0.0.1:80", "[::1]", "1.2.3.4\u{0}"])
  func `other text is no address`(text: String) {
    #expect(IPAddress(text: text) == nil)
  }

  @Test func `the addresses of one IPv6 network count as one`() throws {
    func group(_ text: String) throws -> String { try #require(IPAddress(text: text)).group }
    #expect(try group("2001:db8:1:2::9") == group("2001:db8:1:2:ffff::1"))
    #expect(try group("2001:db8:1:2::9") != group("2001:db8:1:3::9"))
    #expect(try group("192.0.2.7") != group("192.0.2.8"))
    #expect(try group("192.0.2.7") == group("::ffff:192.0.2.7"))
  }

  @Test(arguments: [
    ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
    ("10.0.0.0/8", "::ffff:10.1.1.1", true), ("192.0.2.7", "192.0.2.7", true),
    ("192.0.2.7", "192.0.2.8", false), ("0.0.0.0/0", "8.8.8.8", true),
    ("0.0.0.0/0", "2001:db8::1", false), ("192.0.2.128/25", "192.0.2.127", false),
    ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::1", false),
    ("::/0", "2001:db8::1", true),
  ])
  func `a range contains its addresses`(range: String, address: String, isContained: Bool) throws {
    let range = try #require(AddressRange(range))
    #expect(range.contains(try #require(IPAddress(text: address))) == isContained)
  }

  @Test(arguments: [
    "", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.1/8", "::/129", "a/8", "1.2.3.4/-1",
    "1.2.3.4/8/8",
  ])
  func `other text is no range`(text: String) {
    #expect(AddressRange(text) == nil)
  }

  @Test(arguments: [
    (["198.51.100.4"], "198.51.100.4"), (["1.1.1.1, 198.51.100.4"], "198.51.100.4"),
    (["198.51.100.4, 10.0.0.2"], "198.51.100.4"),
    (["198.51.100.4", "10.0.0.2,10.0.0.3"], "198.51.100.4"),
    (["1.1.1.1, nonsense, 10.0.0.2"], "10.0.0.2"), (["nonsense"], "10.0.0.1"), ([], "10.0.0.1"),
    ([""], "10.0.0.1"), (["10.0.0.7, 10.0.0.8"], "10.0.0.7"),
    (["198.51.100.4:8080"], "198.51.100.4"),
    (["[2001:db8::1]:80"], "2001:db8::1"), (["2001:db8::1"], "2001:db8::1"),
    (["for=1.1.1.1, for=\"[2001:db8::1]:80\";proto=http"], "2001:db8::1"),
    (["proto=http;For=198.51.100.4"], "198.51.100.4"), (["for=unknown"], "10.0.0.1"),
  ])
  func `the client is the rightmost address that is not trusted`(
    values: [String], client: String
  ) throws {
    let forwarding = ForwardedAddress(
      proxies: [try #require(AddressRange("10.0.0.0/8"))], header: "X-Forwarded-For")
    var headers = HTTPHeaders()
    for value in values { headers.add("X-Forwarded-For", value) }
    let proxy = try #require(IPAddress(text: "10.0.0.1"))
    #expect(forwarding.client(in: headers, behind: proxy).text == client)
  }
}
