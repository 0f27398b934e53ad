import Testing

@testable import MarketServer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct ClientSocketTests {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("::ffff:192.0.2.7", "192.0.2.7"),
    ("2001:db8:1:2::9", "2001:db8:1:2::9"),
  ])
  func `an IPv4 address in an IPv6 socket is written as IPv4`(host: String, text: String) throws {
    #expect(try address(host).text == text)
  }

  @Test func `the addresses of one IPv6 network count as one`() throws {
    #expect(try address("2001:db8:1:2::9").group == address("2001:db8:1:2:ffff::1").group)
    #expect(try address("2001:db8:1:2::9").group != address("2001:db8:1:3::9").group)
    #expect(try address("192.0.2.7").group != address("192.0.2.8").group)
    #expect(try address("192.0.2.7").group == address("::ffff:192.0.2.7").group)
  }

  private func address(_ host: String) throws -> (text: String, group: String) {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST
    var list: UnsafeMutablePointer<addrinfo>?
    getaddrinfo(host, nil, &hints, &list)
    let first = try #require(list)
    defer { freeaddrinfo(first) }
    return ClientSocket.address(of: try #require(first.pointee.ai_addr))
  }
}
