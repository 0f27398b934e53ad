import MarketTestSupport
import Testing

/// A proxy that the environment names.
@Suite(.timeLimit(.minutes(5))) struct ProxyTests {
  @Test(arguments: [
    ("http_proxy", "http://127.0.0.1:9", "http://market.example", "127.0.0.1:9"),
    ("all_proxy", "http://127.0.0.1:9", "http://market.example", "127.0.0.1:9"),
    ("https_proxy", "http://proxy.invalid:3128", "https://market.example", "proxy.invalid"),
  ])
  func `a proxy that is down is named with its variable`(
    _ variable: String, _ proxy: String, _ market: String, _ address: String
  ) async throws {
    try await Sandbox.run { sandbox in
      let result = try await sandbox.market(["--market", market, "list"], [variable: proxy])
      #expect(result.exitCode != 0)
      #expect(
        result.error.contains(
          "cannot reach the proxy \(address), which the variable \(variable) names"),
        "\(result.error)")
    }
  }

  @Test func `a market on this machine is reached without a proxy`() async throws {
    try await Sandbox.run { sandbox in
      let result = try await sandbox.market(
        ["--market", "http://127.0.0.1:9", "list"], ["http_proxy": "http://proxy.invalid"])
      #expect(result.error.contains("http://127.0.0.1:9 refused the connection"))
    }
  }
}
