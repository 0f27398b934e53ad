import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

extension OfflineFallbackTests {
  @Test func `after a timeout, commands with a cached answer wait less`() async throws {
    let world = try await world()
    let service = world.service
    let answer = ScriptedTransport.Step.reply { request in
      var request = request
      request.target = String(request.target.dropFirst(TestWorld.url.count))
      return service.respond(request)
    }
    let transport = ScriptedTransport(
      [answer] + Array(repeating: .fail(.timedOut, wasSent: true), count: 6) + [answer, answer])
    // The cache has the list when the first program has ended.
    var first = world.environment(FakeTerminal(input: ["list"]))
    first.connect = { transport }
    _ = await Program(environment: first).run(["--market", TestWorld.url])
    let terminal = FakeTerminal(input: [
      "list", "list", "show 1", "refresh", "list --json", "list", "list", "quit",
    ])
    var environment = world.environment(terminal)
    environment.connect = { transport }
    _ = await Program(environment: environment).run(["--market", TestWorld.url])
    #expect(transport.unused == 0)
    // After a timeout, a list waits for a few seconds only. A listing that is not cached, `refresh`
    // and JSON wait as usual.
    let isShort = transport.options.map { $0.timeLimit == CurrentMarket.patience }
    #expect(isShort == [false, false, true, true, false, false, false, true, false])
    #expect(terminal.output.ranges(of: Self.notice).count == 3, "\(terminal.screen)")
  }
}
