import Batches
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

/// What answers of a market mean for a step, and what every attempt sends.
@Suite(.timeLimit(.minutes(60))) struct ClientBatchMarketTests {
  private func market(_ transport: ScriptedTransport) -> ClientBatchMarket {
    ClientBatchMarket(
      OpenMarketClient.test(transport, retryPolicy: .never), salt: "salt", isOwn: { _ in true },
      photo: { _ in [1, 2, 3] })
  }

  private static let health = ScriptedTransport.Step.json("\"OK\"")

  /// The answer to a create.
  private func answer(to step: ScriptedTransport.Step) async -> StepAnswer {
    await market(ScriptedTransport([Self.health, step])).send(.create(), listing: nil)
  }

  @Test(arguments: [
    (ScriptedTransport.Step.status(500), true), (.status(502), true), (.status(503), true),
    (.status(504), true), (.status(408), true), (.fail(.connectionLost, wasSent: true), true),
    (.fail(.badResponse, wasSent: true), true), (.json("<html>", status: 201), true),
    (.json(#"{"id":7"#, status: 201), true), (.fail(.timedOut, wasSent: true), false),
  ])
  func `a timeout, a reset, an unreadable answer and a failure of the market are unclear`(
    _ step: ScriptedTransport.Step, _ sawEnd: Bool
  ) async {
    let answer = await answer(to: step)
    guard case .unclear(let seen, _) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(seen == sawEnd)
  }

  @Test(arguments: [
    TransportError.Code.refused, .nameNotFound, .tls, .unreachable, .timedOut,
  ])
  func `without a connection nothing was sent`(_ code: TransportError.Code) async {
    #expect(await answer(to: .fail(code, wasSent: false)) == .notSent)
  }

  @Test func `429 and 503 with Retry-After ask to wait`() async {
    for status in [429, 503] {
      let answer = await answer(to: .status(status, headers: [.retryAfter: "7"]))
      #expect(answer == .busy(retryAfter: .seconds(7)))
    }
  }

  @Test func `401 is a wrong secret, other errors of the request refuse it`() async {
    #expect(await answer(to: .status(401)) == .notAuthorized)
    for status in [400, 403, 404, 413, 422] {
      #expect(await answer(to: .status(status)) == .refused(status: status, message: "no"))
    }
  }

  @Test func `every attempt has the same key and the same bytes, also in another process`()
    async throws
  {
    var bodies: Set<[UInt8]> = []
    var keys: Set<String?> = []
    for _ in 1...2 {
      let transport = ScriptedTransport([Self.health, .status(500), .status(500)])
      let market = market(transport)
      for _ in 1...2 { _ = await market.send(.create(), listing: nil) }
      for request in transport.requests where request.method == .post {
        bodies.insert(request.body)
        keys.insert(request.headers[.idempotencyKey])
      }
    }
    #expect(bodies.count == 1 && keys.count == 1)
    #expect(keys.first??.isEmpty == false)
  }

  @Test func `another step, other content and another batch have other keys`() async throws {
    var changed = BatchStep.mugFields
    changed.stock = 99
    let steps = [
      BatchStep.create(), .create(2), BatchStep(1, .create(changed, photos: [])), .edit(1),
    ]
    var keys: [String?] = []
    for (salt, step) in steps.map({ ("salt", $0) }) + [("other", steps[0])] {
      let transport = ScriptedTransport([Self.health, .status(500)])
      let market = ClientBatchMarket(
        OpenMarketClient.test(transport, retryPolicy: .never), salt: salt, isOwn: { _ in true },
        photo: { _ in [1, 2, 3] })
      _ = await market.send(step, listing: 7)
      keys.append(transport.requests.last?.headers[.idempotencyKey])
    }
    #expect(Set(keys).count == 5)
  }
}
