import Batches
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization
import Testing

/// The driver with a journal that fails.
@Suite(.timeLimit(.minutes(60))) struct DriverTests {
  /// A market that accepts everything, and counts.
  private final class Market: BatchMarket {
    let sent = Mutex<[Int]>([])

    func highestID() async -> Int? { 0 }

    func send(_ step: BatchStep, listing: Int?) async -> StepAnswer {
      sent.withLock { $0.append(step.number) }
      return .accepted(listing: 100 + step.number)
    }

    func read(_ listing: Int) async -> TargetReading { .failed }
    func ownListings(above id: Int) async -> [Candidate]? { nil }
  }

  /// Runs eight creates, one after another, with a journal that fails at a record.
  private func run(
    failingAt number: Int, _ error: JournalError
  ) async -> (sent: [Int], stored: [StepRecord], outcome: BatchDriver.Outcome) {
    let market = Market()
    let stored = Mutex<[StepRecord]>([])
    let driver = BatchDriver(
      market: market, clock: AnyClock(TestClock(jumps: true)), now: { MachineRun.start },
      write: { records in
        try stored.withLock { stored in
          guard stored.count + records.count < number else { throw error }
          stored += records
        }
      })
    var rules = BatchMachine.Rules(honorsKeys: true)
    rules.jobs = 1
    let machine = BatchMachine(
      steps: (1...8).map { .create($0, name: "Mug \($0)") }, rules: rules,
      plannedAt: MachineRun.start, seed: 1)
    let outcome = await driver.run(machine)
    return (market.sent.withLock(\.self), stored.withLock(\.self), outcome)
  }

  @Test(arguments: [
    JournalError.diskFull(path: "j"), .failed(path: "j", reason: "disk I/O error"),
  ])
  func `a journal that cannot be written stops the batch before the request it could not record`(
    _ error: JournalError
  ) async {
    for number in 1...16 {
      let (sent, stored, outcome) = await run(failingAt: number, error)
      let recorded = stored.filter { $0.state == .sent }.map(\.step)
      #expect(sent == recorded, "record \(number)")
      #expect(outcome.end == .journalFailed && outcome.journalError as? JournalError == error)
    }
  }

  @Test func `a whole batch records each step twice`() async {
    let (sent, stored, outcome) = await run(failingAt: 99, .diskFull(path: "j"))
    #expect(sent == Array(1...8) && outcome.end == .completed && outcome.journalError == nil)
    for step in 1...8 {
      #expect(stored.filter { $0.step == step }.map(\.state) == [.sent, .done])
    }
  }
}
