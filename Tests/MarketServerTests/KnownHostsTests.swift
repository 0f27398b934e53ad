import Testing

@testable import MarketServer

/// The hosts that may be in URLs of responses (API 7.6).
@Suite(.timeLimit(.minutes(60))) struct KnownHostsTests {
  private let hosts = KnownHosts(names: ["box.example", "*.shop.example", "SHOP.example"])

  @Test(arguments: [
    "localhost", "LOCALHOST:8080", "oak", "oak.local:80", "127.0.0.1:8080", "[::1]:8080",
    "192.168.1.2", "10.0.0.1:1", "172.31.0.1", "[fd00::1]", "169.254.1.1", "100.100.1.1",
    "box.example", "Box.Example:443", "shop.example", "www.shop.example", "198.51.100.7:8080",
  ])
  func `names and addresses of this machine or of a private network are known`(host: String) {
    #expect(hosts.contains(host) { "198.51.100.7" })
  }

  @Test(arguments: [
    "evil.example", "box.example.evil.example", "a.b.shop.example", "203.0.113.5", "172.32.0.1",
    "[2001:db8::1]:80", "3405803781", "0xCB007105", "evil.local.", "",
  ])
  func `others are not`(host: String) {
    #expect(!hosts.contains(host) { "198.51.100.7" })
  }
}
