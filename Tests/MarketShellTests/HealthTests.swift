import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import SellerSession

/// The command for health checks of containers.
@Suite(.timeLimit(.minutes(60))) struct HealthTests {
  @Test func `a market that works is healthy`() async throws {
    let world = try TestWorld()
    #expect(await world.run("health", TestWorld.url).ends(with: 0, saying: "market.test works."))
  }

  @Test func `a market that says it does not work gives 5`() async throws {
    let world = try TestWorld()
    world.spy.answer(HTTPResponse(status: 503)) { $0.target.hasSuffix("/healthChecker") }
    let result = await world.run("health", TestWorld.url)
    #expect(result.ends(with: 5, saying: "market.test reports that it is not healthy"))
  }

  @Test(arguments: [TransportError.Code.refused, .timedOut])
  func `a market without an answer gives 5 after one attempt`(
    _ code: TransportError.Code
  ) async throws {
    let world = try TestWorld()
    world.spy.fail(TransportError(code, wasSent: false)) { $0.target.hasPrefix(TestWorld.url) }
    let result = await world.run("health", TestWorld.url)
    #expect(result.exitCode == 5, "\(result)")
    #expect(world.spy.requests.count == 1)
    #expect(await world.run("health", "not-a-market").exitCode == 2)
  }
}
