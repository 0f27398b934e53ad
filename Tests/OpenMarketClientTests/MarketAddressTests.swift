import OpenMarketClient
import Testing

@Suite(.timeLimit(.minutes(60))) struct MarketAddressTests {
  @Test(arguments: [
    ("https://market.example", "https://market.example"),
    ("HTTP://Market.Example:8080/shop/", "http://market.example:8080/shop"),
    ("market.example", "https://market.example"),
    ("market.example:8443/a/b", "https://market.example:8443/a/b"),
    ("  localhost:8080\n", "http://localhost:8080"),
    ("127.0.0.1:8080", "http://127.0.0.1:8080"), ("127.9.9.9", "http://127.9.9.9"),
    ("192.168.0.5:80", "http://192.168.0.5:80"), ("10.1.2.3", "http://10.1.2.3"),
    ("172.16.0.1", "http://172.16.0.1"), ("172.32.0.1", "https://172.32.0.1"),
    ("8.8.8.8", "https://8.8.8.8"), ("pi.local", "http://pi.local"),
    ("[::1]:9", "http://[::1]:9"), ("[2001:db8::1]", "https://[2001:db8::1]"),
    ("http://market.local", "http://market.local"), ("http://h//a//", "http://h/a"),
    ("my_market-1.test", "https://my_market-1.test"),
    ("http://h:8080/api/products", "http://h:8080"), ("http://h:8080/api", "http://h:8080"),
    ("http://h:8080/shop/api/products/12", "http://h:8080/shop"),
    ("http://h/healthChecker", "http://h"), ("http://h/api/shop", "http://h/api/shop"),
  ])
  func `an address is parsed`(_ text: String, _ expected: String) throws {
    #expect(try MarketAddress(text).description == expected)
  }

  @Test(arguments: [
    ("", MarketAddressError.empty), (" \n", .empty), ("ftp://host", .unsupportedScheme("ftp")),
    ("file:///etc/passwd", .unsupportedScheme("file")), ("http://", .missingHost),
    ("http:///x", .missingHost), ("http://:80", .missingHost), (":80", .missingHost),
    ("http://user:secret@host", .containsCredentials), ("user@host", .containsCredentials),
    ("http://host:0", .badPort), ("http://host:65536", .badPort), ("http://host:", .badPort),
    ("http://host:8o", .badPort), ("http://host:-1", .badPort), ("::1", .missingHost),
    ("http://ho st", .badHost), ("http://ｌｏｃａｌｈｏｓｔ", .badHost),
    ("http://127。0。0。1", .badHost), ("http://머그\u{200B}.kr", .badHost), ("http://a..b", .badHost),
    ("http://-a", .badHost), ("http://[::1", .badHost), ("http://[x]", .badHost),
    ("http://[::1]x", .badHost), ("http://host\u{0}", .badHost), ("a\r\nb", .badHost),
    ("http://host/?q=1", .badPath), ("http://host/#x", .badPath), ("http://host/../x", .badPath),
    ("http://host/a b", .badPath), ("http://host/\r\nX:1", .badPath), ("host/\\x", .badPath),
    ("http://host/머그", .badPath), ("javascript:alert(1)", .badPort),
    (String(repeating: "a", count: 3000), .tooLong),
    ("https://" + String(repeating: "a", count: 254), .badHost),
  ])
  func `an invalid address throws the reason`(
    _ text: String, _ problem: MarketAddressError
  ) {
    #expect(throws: problem) { try MarketAddress(text) }
  }

  @Test(arguments: [
    "localhost", "a.local", "0.0.0.0", "10.1.2.3", "127.9.9.9", "100.64.0.1", "169.254.169.254",
    "172.31.0.1", "192.0.0.8", "192.168.1.1", "198.18.0.1", "198.19.255.255", "224.0.0.251",
    "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::FFFF:7F00:1", "::10.0.0.1",
    "64:ff9b::10.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::8.8.8.8", "fc00::1", "fdab::1",
    "fe80::1%eth0",
    "fec0::1", "ff02::1",
  ])
  func `addresses that no photo is fetched from`(_ host: String) {
    #expect(MarketAddress.isLocalNetwork(host))
  }

  @Test(arguments: [
    "shop.example", "local.example", "8.8.8.8", "11.0.0.1", "100.128.0.1", "172.32.0.1",
    "198.20.0.1",
    "192.0.1.1", "223.255.255.255", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808",
    "fcab.example", "fd.example",
  ])
  func `addresses of the internet`(_ host: String) {
    #expect(!MarketAddress.isLocalNetwork(host))
  }

  @Test(arguments: ["http://머그.한국", "https://bücher.example:8443", "http://マーケット.example/shop"])
  func `a host may have letters of any language`(_ text: String) throws {
    #expect(try MarketAddress(text).url(of: "").hasPrefix(text))
  }

  @Test func `addresses of this machine are loopback addresses`() throws {
    for text in ["localhost", "127.0.0.1:1", "[::1]", "x.localhost", "http://market.local"] {
      #expect(try MarketAddress(text).isLoopback)
    }
    for text in ["localhost.example", "10.0.0.1", "127.0.0.1.example"] {
      #expect(try !MarketAddress(text).isLoopback)
    }
  }
}
