import CurlTransport
import MarketServer
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import StoreTestSupport
import Testing

/// The contract tests, against the embedded and the served market.
@Suite(.timeLimit(.minutes(60))) struct ServedContractTests {
  @Test(arguments: MarketContract.checks, StoreKind.all)
  func `the embedded market fulfills the contract`(
    _ fact: ContractCheck<MarketHarness>, _ kind: StoreKind
  ) async throws {
    let market = try TestMarket(kind)
    // The market deletes its folder, and the transport's threads outlive the test.
    defer { withExtendedLifetime(market) {} }
    let transport = ClosureTransport(clock: ContinuousClock()) { [service = market.service] in
      service.respond($0)
    }
    try await fact.check(harness(market.service, transport, .embedded))
  }

  @Test(arguments: MarketContract.checks)
  func `the served market fulfills the contract`(_ fact: ContractCheck<MarketHarness>) async throws
  {
    let served = try ServedMarket()
    let address = try MarketAddress(served.address.origin)
    try await fact.check(harness(served.market.service, CurlTransport(), address))
    try served.expectWork()
  }

  private func harness(
    _ service: MarketService, _ transport: any Transport, _ address: MarketAddress
  ) throws -> MarketHarness {
    let visitor = OpenMarketClient.test(transport, credentials: nil, market: address)
    return MarketHarness(
      sellerA: visitor.signedIn(as: try service.addAccount(name: "red").credentials),
      sellerB: visitor.signedIn(as: try service.addAccount(name: "blue").credentials),
      visitor: visitor, word: "quince")
  }
}
