import SellerSession
import Testing

@testable import market

/// The home market, opened by several parts of the program at once.
@Suite(.timeLimit(.minutes(60)))
struct HomeMarketTests {
  @Test func `samples that are removed while the market is opened stay removed`() async throws {
    for _ in 1...20 {
      try await Sandbox.run { sandbox in
        let host = LiveMarketHost(home: "\(sandbox.root)/market")
        async let first = host.homeTransport()
        async let second = host.homeTransport()
        #expect(try await host.clearSamples(in: nil) == 122)
        _ = try await (first, second)
        #expect(try await host.sampleCount(in: nil) == 0)
        await host.close()
      }
    }
  }
}
