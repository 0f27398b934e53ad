import Base
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct ReadingProgressTests {
  @Test(arguments: [
    (["edit", "1..3", "--stock", "1", "--dry-run"], "listings: 1 of 3"),
    (["edit", "1", "2", "3", "--stock", "1", "--dry-run"], "listings: 1 of 3"),
    (["remove", "1..2", "3", "--dry-run"], "listings: 2 of 3"),
    (["show", "1..3"], "listings: 1 of 3"),
    (["edit", "--mine", "--stock", "1", "--dry-run"], "listings: 6"),
  ])
  func `reading the targets of a command shows progress`(
    _ words: [String], _ progress: String
  ) async throws {
    let world = try TestWorld()
    for _ in 0..<3 { try await world.add() }
    var markets = try Markets(readingFrom: world.paths.markets)
    markets["far"] = MarketProfile(
      name: "far", url: TestWorld.url, shop: TestWorld.shop, vendorID: world.account.vendorID,
      credentials: world.account.credentials)
    try markets.write(to: world.paths.markets)
    let terminal = FakeTerminal(isTTY: false)
    let clock = SlowMarketClock()
    var environment = world.environment(terminal)
    environment.client = ClientConfiguration(clock: clock, random: { 5 }, retryPolicy: .never)
    let connect = environment.connect
    environment.connect = {
      SlowTransport(base: connect(), clock: clock, terminal: terminal, progress: progress)
    }
    let code = await Program(environment: environment).run(["--market", "far"] + words)
    #expect(code == .done, "\(terminal.error)")
    #expect(terminal.error.contains(progress), "\(terminal.error)")
  }
}

/// A transport whose responses take six seconds of the clock each, so that progress is shown.
private struct SlowTransport: Transport {
  let base: any Transport
  let clock: SlowMarketClock
  let terminal: FakeTerminal
  /// What the test waits for.
  let progress: String

  func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    let before = terminal.error
    clock.advance(by: .seconds(6))
    // Before some requests, nothing is shown that could change.
    let end = ContinuousClock.now + .seconds(5)
    while terminal.error == before, !terminal.error.contains(progress), ContinuousClock.now < end {
      await pause()
    }
    return try await base.send(request, options)
  }
}

/// A clock that the transport advances. Waits of less than 100 ms end at once, such as those
/// between two frames of the progress.
private final class SlowMarketClock: Clock {
  private let clock = TestClock()

  var now: TestClock.Instant { clock.now }
  var minimumResolution: Duration { clock.minimumResolution }

  func advance(by duration: Duration) { clock.advance(by: duration) }

  func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
    guard now.duration(to: deadline) < .milliseconds(100) else {
      return try await clock.sleep(until: deadline, tolerance: tolerance)
    }
    try Task.checkCancellation()
    await pause()
  }
}
