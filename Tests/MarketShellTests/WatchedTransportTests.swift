import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct WatchedTransportTests {
  /// The address of the market, the target of a request, and whether its outcome counts.
  @Test(
    arguments: [
      ("https://market.test", "https://market.test/api/products", true),
      ("https://market.test", "https://MARKET.test:443/pictures/1.png", true),
      ("http://market.test:8080/shop", "http://market.test:8080/pictures/1.png", true),
      ("http://[::1]:8080", "http://[::1]:8080/api/products", true),
      ("https://market.test", "https://cdn.test/pictures/1.png", false),
      ("https://market.test", "https://cdn.market.test/1.png", false),
      ("https://market.test", "http://market.test/1.png", false),
      ("http://market.test:8080", "http://market.test:9000/1.png", false),
      ("http://market.test", "not an address", false),
    ])
  func `only requests to the market's own host decide whether it is reachable`(
    address: String, target: String, counts: Bool
  ) async throws {
    let market = try MarketAddress(address)
    for (step, answered) in [
      (.fail(.refused, wasSent: false), false), (.respond(HTTPResponse(status: 404)), true),
    ] as [(ScriptedTransport.Step, Bool)] {
      let outcomes = Mutex<[Bool]>([])
      let transport = WatchedTransport(base: ScriptedTransport([step]), market: market) { outcome in
        outcomes.withLock { $0.append(outcome) }
      }
      _ = try? await transport.send(HTTPRequest(.get, target), SendOptions())
      #expect(outcomes.withLock { $0 } == (counts ? [answered] : []))
    }
  }

  @Test func `an unreachable picture host does not change the prompt`() async throws {
    let world = try TestWorld()
    let session = TestShell(environment: world.environment(FakeTerminal()), mode: .prompt)
    let profile = MarketProfile(name: "far", url: TestWorld.url)
    let transport = session.session.access.connections.watched(
      ScriptedTransport([.fail(.nameNotFound, wasSent: false), .fail(.refused, wasSent: false)]),
      at: try MarketAddress(TestWorld.url), as: profile.key)
    _ = try? await transport.send(HTTPRequest(.get, "http://cdn.test/1.png"), SendOptions())
    #expect(!session.session.access.connections.isUnreachable(profile.key))
    _ = try? await transport.send(HTTPRequest(.get, TestWorld.url + "/api/products"), SendOptions())
    #expect(session.session.access.connections.isUnreachable(profile.key))
  }
}
