/// How long a market that did not answer is waited for.
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization
import TerminalKit
import Testing

@testable import MarketCommands

extension KeptTests {
  @Test func `a market known to be away is not waited for as long, unless it has to be`()
    async throws
  {
    let world = try await world()
    let service = world.service
    let answer = ScriptedTransport.Step.reply { request in
      var request = request
      request.target = String(request.target.dropFirst(TestWorld.url.count))
      return service.respond(request)
    }
    let transport = ScriptedTransport(
      [answer] + Array(repeating: .fail(.timedOut, wasSent: true), count: 7)
        + [answer, answer, answer])
    let terminal = FakeTerminal(input: [
      "list", "list", "list", "show 1", "refresh", "list --timeout 20", "list --json", "list",
      "list", "quit",
    ])
    var environment = world.environment(terminal)
    environment.connect = { transport }
    _ = await Program(environment: environment).run(["--market", TestWorld.url])
    #expect(transport.unused == 0)
    // A sign of life comes first, but for who asks anew, names a time, or wants JSON. The detail was
    // not kept, so it is asked for all the same.
    let isSign = transport.requests.map { $0.target.hasSuffix(CheckHealth().request.target) }
    let signs = [2, 3, 8]
    #expect(isSign == (0..<11).map(signs.contains))
    #expect(terminal.output.ranges(of: Self.mark).count == 4, "\(terminal.screen)")
  }

  @Test func `a market that is only slow is found to be there`() async throws {
    let world = try await world()
    let slow = SlowMarket(world)
    let terminal = FakeTerminal()
    var environment = world.environment(terminal)
    environment.connect = { slow }
    // The time that it is waited for is over at once.
    environment.client = ClientConfiguration(
      clock: TestClock(jumps: true), random: { 5 }, retryPolicy: .never)
    let session = Session(environment: environment, mode: .prompt)
    let line = "list --market \(TestWorld.url)"
    _ = await session.type(line)
    world.wire.play { _ throws(TransportError) in throw TransportError(.refused, wasSent: false) }
    _ = await session.type(line)
    world.wire.play(nil)
    world.wire.forget()
    slow.isHeld = true
    // One question is on its way, however many commands wait for it.
    _ = await session.type(line, line)
    #expect(terminal.output.ranges(of: Self.mark).count == 3, "\(terminal.screen)")
    let probe = try #require(session.withState { $0.probes.values.first })
    slow.isHeld = false
    _ = await probe.value
    _ = await session.type(line)
    #expect(terminal.output.ranges(of: Self.mark).count == 3, "\(terminal.screen)")
    #expect(!terminal.error.contains("error"), "\(terminal.error)")
    let signs = world.wire.requests.count { $0.target.hasSuffix(CheckHealth().request.target) }
    #expect(signs == 1)
  }
}

/// A market whose answers are held back for as long as a test wants.
private final class SlowMarket: Transport {
  private struct State {
    var isHeld = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let base: any Transport
  private let state = Mutex(State())

  init(_ world: TestWorld) {
    base = world.environment(FakeTerminal()).connect()
  }

  var isHeld: Bool {
    get { state.withLock { $0.isHeld } }
    set {
      let waiting = state.withLock { state in
        state.isHeld = newValue
        guard !newValue else { return [CheckedContinuation<Void, Never>]() }
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in waiting { continuation.resume() }
    }
  }

  func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    await withCheckedContinuation { continuation in
      let isHeld = state.withLock { state in
        if state.isHeld { state.waiting.append(continuation) }
        return state.isHeld
      }
      if !isHeld { continuation.resume() }
    }
    return try await base.send(request, options)
  }
}
