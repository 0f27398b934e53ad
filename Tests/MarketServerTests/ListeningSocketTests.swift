import MarketTestSupport
import MarketWire
import Testing

@testable import MarketServer

@Suite(.timeLimit(.minutes(60))) struct ListeningSocketTests {
  @Test(arguments: ["::1", "[::1]", "localhost", "127.0.0.9"])
  func `a server listens on addresses of both families`(host: String) throws {
    try withServer(.with { $0.host = host }) { address in
      let client = try RawClient(to: address)
      #expect(client.get("/a")?.text == "GET /a 0")
      #expect(address.origin.contains("[::1]:") == host.contains("::1"))
    }
  }

  @Test func `IPv4 clients reach a server of all addresses`() throws {
    let setup = Setup.with { $0.host = "::" }.answering { _, info in
      .text("\(info.clientAddress) \(info.isLoopback)")
    }
    try withServer(setup) { address in
      for host in ["127.0.0.1", "::1"] {
        let client = try RawClient(host: host, port: address.port)
        #expect(client.get("/")?.text == "\(host) true")
      }
    }
  }

  @Test func `a server takes over a socket that listens`() throws {
    let socket = try ListeningSocket(host: "127.0.0.1", port: 0, isSecure: false)
    try withServer(.with { $0.listeningDescriptor = socket.descriptor }) { address in
      #expect(address == socket.bound)
      let client = try RawClient(to: address)
      #expect(client.get("/a")?.status == 200)
    }
    #expect(throws: ServerError.notListening) {
      try withServer(.with { $0.listeningDescriptor = 0 }) { _ in }
    }
  }
}
