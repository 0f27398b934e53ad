import Testing

@testable import MarketService

@Suite(.timeLimit(.minutes(60))) struct ClientAddressTests {
  @Test(arguments: [
    ("192.0.2.7", "192.0.2.7", "192.0.2"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2", "2001:db8:1"),
    ("2001:db8::1", "2001:db8:0:0", "2001:db8:0"), ("::1", "0:0:0:0", "0:0:0"),
    ("fe80::1%eth0", "fe80:0:0:0", "fe80:0:0"), ("", "", ""), ("?", "?", "?"),
  ])
  func `addresses are counted by network and by group`(
    _ address: String, network: String, group: String
  ) {
    let client = ClientAddress(numeric: address)
    #expect(client.network == network)
    #expect(client.group == group)
  }
}
