import MarketTestSupport
import Testing

/// A proxy that the environment names.
@Suite(.timeLimit(.minutes(60))) struct ProxyTests {
  @Test(arguments: [
    ("http_proxy", "http://127.0.0.1:9", "http://market.example", "127.0.0.1:9"),
    ("all_proxy", "http://127.0.0.1:9", "http://market.example", "127.0.0.1:9"),
    ("all_proxy", "socks5h://127.0.0.1:9", "https://market.example", "127.0.0.1:9"),
    ("https_proxy", "http://proxy.invalid:3128", "https://market.example", "proxy.invalid"),
    ("http_proxy", "foo://127.0.0.1:9", "http://market.example", "foo://127.0.0.1:9"),
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

  @Test(arguments: [407, 403, 503], ["http", "https"])
  func `a proxy that refuses is named, not the market`(_ status: Int, _ scheme: String) async throws
  {
    try await withServer { _ in
      .respond("<p>blocked</p>", status: status)
    } _: { proxy in
      try await Sandbox.run { sandbox in
        let variable = "\(scheme)_proxy"
        let result = try await sandbox.market(
          ["--market", "\(scheme)://market.example", "list"],
          [variable: "http://127.0.0.1:\(proxy.port)"])
        #expect(result.exitCode != 0)
        // Over http, only 407 tells whether it was the proxy that answered.
        let isKnown = status == 407 || scheme == "https"
        let sign = isKnown ? "the proxy that the variable \(variable) names" : "market.example"
        #expect(result.error.contains(sign), "\(result.error)")
        #expect(result.error.contains("(\(status))"), "\(result.error)")
        #expect(!result.error.contains("another shop"))
      }
    }
  }

  @Test func `a market on this machine is reached without a proxy`() async throws {
    try await Sandbox.run { sandbox in
      let result = try await sandbox.market(
        ["--market", "http://127.0.0.1:9", "list"], ["http_proxy": "http://proxy.invalid"])
      #expect(result.error.contains("http://127.0.0.1:9 refused the connection"))
    }
  }

  @Test func `a firewall that refuses a list does not speak of a listing`() async throws {
    try await withServer { _ in
      .respond("<p>blocked</p>", status: 403)
    } _: { server in
      try await Sandbox.run { sandbox in
        let result = try await sandbox.market(["--market", server.url, "list"])
        #expect(result.error.contains("refused the request (403)"), "\(result.error)")
      }
    }
  }

  @Test func `the address of a page leads to that of its market`() async throws {
    try await withServer { _ in
      .respond("<p>a page</p>")
    } _: { server in
      try await Sandbox.run { sandbox in
        let page = try await sandbox.market(["--market", "\(server.url)/shops/oak", "list"])
        #expect(page.error.contains("try: market use \(server.url) --default"), "\(page.error)")
        let query = try await sandbox.market(["--market", "\(server.url)/?page=2", "list"])
        #expect(
          query.error.contains("address of a market, such as \(server.url)"), "\(query.error)")
      }
    }
  }
}
