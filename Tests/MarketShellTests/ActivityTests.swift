import MarketTestSupport
import Messages
import OpenMarketClient
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct ActivityTests {
  private let clock = TestClock()
  private let terminal = FakeTerminal(isTTY: false)
  private let world: TestWorld
  private let activity: Activity

  init() throws {
    world = try TestWorld()
    var environment = world.environment(terminal)
    environment.client = ClientConfiguration(clock: clock, random: { 5 }, retryPolicy: .never)
    activity = Activity(environment: environment)
  }

  /// Lets enough time pass for a progress line.
  private func waitForLine() async {
    await clock.waitForSleepers()
    clock.advance(by: .seconds(6))
    await clock.waitForSleepers()
  }

  @Test func `the progress of a batch counts its commands, not what they count`() async {
    await activity.show("autumn.market", total: 3) {
      activity.update(done: 1)
      await activity.show("listings", total: 900) {
        activity.update(done: 500, total: 901)
        await waitForLine()
        await activity.show("photos", total: 5) { activity.update(done: 4) }
      }
      // A list whose rows are being printed has no progress of its own, and does not change the
      // batch's.
      await activity.withoutCounting { activity.update(done: 700) }
      await waitForLine()
      activity.update(done: 2)
      await waitForLine()
    }
    let lines = terminal.error.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.hasPrefix("autumn.market: ") }, "\(lines)")
    #expect(lines.map { $0.contains("1 of 3") } == [true, true, false], "\(lines)")
    #expect(lines.last?.contains("2 of 3") == true, "\(lines)")
  }

  @Test func `lines that are printed while the terminal is used appear afterwards`() async {
    let terminal = FakeTerminal()
    let activity = Activity(environment: world.environment(terminal))
    activity.hold()
    activity.hold()
    activity.print("one\n")
    activity.release()
    activity.print("two\n")
    #expect(terminal.error == "")
    activity.release()
    activity.print("three\n")
    #expect(terminal.error == "one\ntwo\nthree\n")
  }

  @Test func `a log gets lines at once`() async {
    activity.hold()
    activity.print("one\n")
    #expect(terminal.error == "one\n")
  }

  @Test func `work in the background shows and prints nothing`() async {
    await activity.inBackground {
      await activity.show("listings", total: 900) {
        for _ in 0..<100 { await Task.yield() }
        activity.update(done: 500)
        activity.print("a line\n")
      }
      await activity.show("statistics") {}
    }
    #expect(terminal.error == "" && clock.sleeps.isEmpty)
    await activity.show("first", total: 9) { await waitForLine() }
    #expect(terminal.error.hasPrefix("first: 0 of 9"))
  }

  @Test func `each activity has its own count`() async {
    for (subject, count) in [("first", 3), ("second", 7)] {
      await activity.show("\(subject)", total: 9) {
        // Nested work belongs to the activity on the screen.
        await Task { activity.update(done: count) }.value
        await waitForLine()
      }
    }
    let lines = terminal.error.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("first: 3 of 9") == true, "\(lines)")
    #expect(lines.last?.hasPrefix("second: 7 of 9") == true, "\(lines)")
  }
}
