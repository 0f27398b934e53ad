import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import MarketShell
@testable import SellerSession

/// Several changes that are sent at the same time.
@Suite(.timeLimit(.minutes(60))) struct ParallelBatchTests {
  /// Holds the first adds until four are there, then lets them through, the last of the file first.
  private actor Gate {
    private var waiting: Set<String> = []
    private var isOpen = false
    private var count = 0
    private(set) var most = 0

    func enter(_ name: String) async {
      count += 1
      most = max(most, count)
      guard !isOpen else { return }
      waiting.insert(name)
      if waiting.count == 4 {
        isOpen = true
        letLastThrough()
      }
      await waitUntil("four adds are sent, and those after \(name) answered") {
        !waiting.contains(name)
      }
    }

    func leave() {
      count -= 1
      letLastThrough()
    }

    private func letLastThrough() {
      if let name = waiting.max() { waiting.remove(name) }
    }
  }

  private struct GatedTransport: Transport {
    let market: any Transport
    let gate: Gate

    func send(
      _ request: HTTPRequest, _ options: SendOptions
    ) async throws(TransportError) -> HTTPResponse {
      guard request.method == .post else { return try await market.send(request, options) }
      let body = String(decoding: request.body, as: UTF8.self)
      await gate.enter(body.firstMatch(of: /Mug \d/).map { "\($0.0)" } ?? "")
      let response = try await market.send(request, options)
      await gate.leave()
      return response
    }
  }

  @Test func `at a remote market four are sent at a time, with results in order`() async throws {
    let world = try TestWorld()
    let login = "login \(TestWorld.url) --shop x --identifier \(world.identifier)"
    let done = await world.run("-c", login, variables: ["OPENMARKET_SECRET": world.secret])
    try #require(done.exitCode == 0, "\(done.error)")
    let names = (1...8).map { "Mug \($0)" }
    let adds = names.map {
      "add --name '\($0)' --price 1000 --description 'Turned from one piece.' --image a.jpg --format ids\n"
    }
    try world.write("many.market", adds.joined())
    let terminal = FakeTerminal(isTTY: false)
    var environment = world.environment(terminal)
    let gate = Gate()
    environment.connect = { [connect = environment.connect] in
      GatedTransport(market: connect(), gate: gate)
    }
    let code = await Program(environment: environment).run(["run", "many.market"])
    #expect(code == .done, "\(terminal.error)")
    #expect(await gate.most == 4)
    let ids = terminal.output.split(separator: "\n").compactMap { Int($0) }
    // The fourth was the first to arrive.
    #expect(ids.count == 8 && ids[3] == 1, "\(ids)")
    var shown: [String] = []
    for id in ids { shown.append(try await world.listing(id).name) }
    #expect(shown == names)
  }
}
