package import OpenMarketClient
import Synchronization

/// The queue of events for a ``BatchDriver``.
package final class BatchMailbox: Sendable {
  let events: AsyncStream<BatchEvent>
  private let sender: AsyncStream<BatchEvent>.Continuation
  private let failure = Mutex<(any Error)?>(nil)

  package init() {
    (events, sender) = AsyncStream.makeStream()
  }

  package func send(_ event: BatchEvent) { sender.yield(event) }

  /// The error of the last failed write of the journal; nil if none failed.
  var journalError: (any Error)? { failure.withLock(\.self) }

  func journalFailed(_ error: any Error) {
    failure.withLock { $0 = error }
    send(.journalFailed)
  }
}

/// Carries out the effects of a ``BatchMachine``: writes, requests and waits.
///
/// 1. Events are handled one after another.
/// 2. Cancelling the task of ``run(_:mailbox:onEnd:)`` cancels all requests. To finish those under
///    way, send ``BatchEvent/interrupted`` instead.
package struct BatchDriver: Sendable {
  package let market: any BatchMarket
  /// Writes records in one transaction.
  package let write: @Sendable ([StepRecord]) async throws -> Void
  package let clock: AnyClock
  /// The time since 1970.
  package let now: @Sendable () -> Duration

  package init(
    market: any BatchMarket, clock: AnyClock, now: @escaping @Sendable () -> Duration,
    write: @escaping @Sendable ([StepRecord]) async throws -> Void
  ) {
    self.market = market
    self.clock = clock
    self.now = now
    self.write = write
  }

  /// How a batch ended, with the final state of its machine.
  package struct Outcome: Sendable {
    package let end: BatchEnd
    package let records: [StepRecord]
    /// The ids of the seller's listings that equal a new listing of the batch, but are not the
    /// result of any step.
    package let extraListings: [Int]
    /// The error of the last failed write of the journal; nil if none failed.
    package let journalError: (any Error)?
  }

  /// Runs a batch to its end.
  ///
  /// - Parameters:
  ///   - mailbox: the queue of events. The caller may add some, such as ``BatchEvent/interrupted``.
  ///   - onEnd: called with the record of each step when the step ends.
  package func run(
    _ machine: BatchMachine, mailbox: BatchMailbox = BatchMailbox(),
    onEnd: (StepRecord) -> Void = { _ in }
  ) async -> Outcome {
    var machine = machine
    let needsHighestID = machine.needsHighestID
    // The group discards the results of its tasks, because a long batch has thousands of tasks.
    let end = await withDiscardingTaskGroup { group in
      group.addTask { mailbox.send(await start(needsHighestID)) }
      defer { group.cancelAll() }
      for await event in mailbox.events {
        var records: [StepRecord] = []
        for effect in machine.handle(event, at: now()) {
          switch effect {
          case .finished(let end): return end
          case .ended(let record): onEnd(record)
          case .record(let record): records.append(record)
          default:
            let step = effect.step.map { machine.steps[$0 - 1] }
            group.addTask {
              if let event = await carryOut(effect, step) { mailbox.send(event) }
            }
          }
        }
        guard !records.isEmpty else { continue }
        group.addTask { [records] in await record(records, mailbox) }
      }
      return BatchEnd.interrupted
    }
    return Outcome(
      end: end, records: machine.records, extraListings: machine.extraListings,
      journalError: mailbox.journalError)
  }

  private func start(_ needsHighestID: Bool) async -> BatchEvent {
    .started(highestID: needsHighestID ? await market.highestID() : nil)
  }

  private func record(_ records: [StepRecord], _ mailbox: BatchMailbox) async {
    do {
      try await write(records)
    } catch {
      return mailbox.journalFailed(error)
    }
    // The steps to send come first, so that their requests start as early as possible.
    let ordered = records.filter { $0.state == .sent } + records.filter { $0.state != .sent }
    for record in ordered { mailbox.send(.recorded(step: record.step)) }
  }

  private func carryOut(_ effect: BatchEffect, _ step: BatchStep?) async -> BatchEvent? {
    switch effect {
    case .start(let time):
      guard (try? await clock.sleep(time)) != nil else { return nil }
      return await start(true)
    case .check(let number, let listing):
      return .checked(step: number, await market.read(listing))
    case .send(let number, let listing):
      guard let step else { return nil }
      return .answered(step: number, await market.send(step, listing: listing))
    case .lookUp(let number, let listing?, _):
      return .found(step: number, .target(await market.read(listing)))
    case .lookUp(let number, nil, let above):
      let found = await market.ownListings(above: above ?? 0)
      return .found(step: number, found.map { .listings($0) } ?? .failed)
    case .survey(let above):
      return .surveyed(await market.ownListings(above: above) ?? [])
    case .wait(let number, .zero): return .waited(step: number)
    case .wait(let number, let time):
      guard (try? await clock.sleep(time)) != nil else { return nil }
      return .waited(step: number)
    case .record, .ended, .finished: return nil
    }
  }
}

extension BatchEffect {
  /// The number of the step that the effect belongs to; nil if it belongs to the whole batch.
  var step: Int? {
    switch self {
    case .record(let record), .ended(let record): record.step
    case .check(let step, _), .send(let step, _), .lookUp(let step, _, _), .wait(let step, _):
      step
    case .start, .survey, .finished: nil
    }
  }
}
