import CurlTransport
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

/// Requests that wait for the connections to their host.
@Suite(.timeLimit(.minutes(60))) struct SharedConnectionTests {
  @Test func `many calls at once share the connections to their host`() async throws {
    try await withServer { _ in
      .respond("\"OK\"")
    } _: { server in
      let transport = CurlTransport(CurlConfiguration(connectionsPerHost: 4))
      try await withThrowingTaskGroup { group in
        for number in 0..<1000 {
          group.addTask {
            try await transport.send(HTTPRequest(.get, server.url + "/\(number)"), SendOptions())
          }
        }
        for try await response in group { #expect(response.status == 200) }
      }
      #expect(server.received.count == 1000)
      #expect(Set(server.received.map(\.connection)).count <= 4)
    }
  }
}
