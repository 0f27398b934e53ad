/// What shows while commands run, one inside the other.
import MarketTestSupport
import OpenMarketClient
import Testing

@testable import MarketCommands
@testable import MarketShell
@testable import SellerSession

@Suite struct ActivityTests {
  private let clock = TestClock()
  private let terminal = FakeTerminal(isTTY: false)
  private let world: TestWorld
  private let activity: Activity

  init() throws {
    world = try TestWorld()
    var environment = world.environment(terminal)
    environment.client = ClientConfiguration(
      clock: clock, random: { 5 }, retryPolicy: .never)
    activity = Activity(environment: environment)
  }

  /// Lets so much time pass that a line is told.
  private func tell() async {
    await clock.waitForSleepers()
    clock.advance(by: .seconds(6))
    await clock.waitForSleepers()
  }

  @Test func `the bar of a batch counts its commands and nothing that they count`() async {
    await activity.show("autumn.market", total: 3) {
      activity.update(done: 1)
      await activity.show("listings", total: 900) {
        activity.update(done: 500, total: 901)
        await tell()
        await activity.show("photos", total: 5) { activity.update(done: 4) }
      }
      // A list whose rows are seen shows nothing of its own, but counts all the same.
      await activity.aside { activity.update(done: 700) }
      await tell()
      activity.update(done: 2)
      await tell()
    }
    let lines = terminal.error.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.hasPrefix("autumn.market: ") }, "\(lines)")
    #expect(lines.map { $0.contains("1 of 3") } == [true, true, false], "\(lines)")
    #expect(lines.last?.contains("2 of 3") == true, "\(lines)")
  }

  @Test func `what comes after another counts by itself`() async {
    for (subject, count) in [("first", 3), ("second", 7)] {
      await activity.show(subject, total: 9) {
        // Work that is begun on the way belongs to what shows.
        await Task { activity.update(done: count) }.value
        await tell()
      }
    }
    let lines = terminal.error.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("first: 3 of 9") == true, "\(lines)")
    #expect(lines.last?.hasPrefix("second: 7 of 9") == true, "\(lines)")
  }
}
