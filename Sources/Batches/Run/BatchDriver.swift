package import OpenMarketClient

/// Carries out the effects of a ``BatchMachine``: writes, requests and waits.
///
/// 1. Events are handled one after another.
/// 2. Requests under way are finished when the task is cancelled once.
package struct BatchDriver: Sendable {
  package let market: any BatchMarket
  package let write: @Sendable (StepRecord) async throws -> Void
  package let clock: AnyClock
  /// The time since 1970.
  package let now: @Sendable () -> Duration

  package init(
    market: any BatchMarket, clock: AnyClock, now: @escaping @Sendable () -> Duration,
    write: @escaping @Sendable (StepRecord) async throws -> Void
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
    /// Own listings that equal a step of the batch but are no step's result.
    package let extraListings: [Int]
    /// Why the journal could not be written, if it could not.
    package let journalError: (any Error)?
  }

  /// Runs a batch to its end.
  ///
  /// - Parameters:
  ///   - events: further events, such as ``BatchEvent/interrupted``.
  ///   - onEnd: called with each step that ended, in the order in which they end.
  package func run(
    _ machine: BatchMachine, events: AsyncStream<BatchEvent> = AsyncStream { $0.finish() },
    onEnd: (StepRecord) -> Void = { _ in }
  ) async -> Outcome {
    var machine = machine
    var journalError: (any Error)?
    let (mailbox, sender) = AsyncStream.makeStream(of: Report.self)
    let needsHighestID = machine.needsHighestID
    // A plain group would keep the result of each of its many tasks.
    let end = await withDiscardingTaskGroup { group in
      group.addTask { for await event in events { sender.yield(.event(event)) } }
      group.addTask { sender.yield(.event(await start(needsHighestID))) }
      defer { group.cancelAll() }
      for await report in mailbox {
        let event: BatchEvent
        switch report {
        case .event(let received): event = received
        case .journalFailed(let error):
          journalError = error
          event = .journalFailed
        }
        for effect in machine.handle(event, at: now()) {
          switch effect {
          case .finished(let end): return end
          case .ended(let record): onEnd(record)
          default:
            let step = effect.step.map { machine.steps[$0 - 1] }
            group.addTask {
              if let report = await carryOut(effect, step) { sender.yield(report) }
            }
          }
        }
      }
      return BatchEnd.interrupted
    }
    return Outcome(
      end: end, records: machine.records, extraListings: machine.extraListings,
      journalError: journalError)
  }

  private func start(_ needsHighestID: Bool) async -> BatchEvent {
    .started(highestID: needsHighestID ? await market.highestID() : nil)
  }

  private enum Report: Sendable {
    case event(BatchEvent)
    case journalFailed(any Error)
  }

  private func carryOut(_ effect: BatchEffect, _ step: BatchStep?) async -> Report? {
    switch effect {
    case .start(let time):
      guard (try? await clock.sleep(time)) != nil else { return nil }
      return .event(await start(true))
    case .record(let record):
      do {
        try await write(record)
        return .event(.recorded(step: record.step))
      } catch {
        return .journalFailed(error)
      }
    case .check(let number, let listing):
      return .event(.checked(step: number, await market.read(listing)))
    case .send(let number, let listing):
      guard let step else { return nil }
      return .event(.answered(step: number, await market.send(step, listing: listing)))
    case .lookUp(let number, let listing?, _):
      return .event(.found(step: number, .target(await market.read(listing))))
    case .lookUp(let number, nil, let above):
      let found = await market.ownListings(above: above ?? 0)
      return .event(.found(step: number, found.map { .listings($0) } ?? .failed))
    case .survey(let above):
      return .event(.surveyed(await market.ownListings(above: above) ?? []))
    case .wait(let number, .zero): return .event(.waited(step: number))
    case .wait(let number, let time):
      guard (try? await clock.sleep(time)) != nil else { return nil }
      return .event(.waited(step: number))
    case .ended, .finished: return nil
    }
  }
}

extension BatchEffect {
  /// The step that the effect is about.
  var step: Int? {
    switch self {
    case .record(let record), .ended(let record): record.step
    case .check(let step, _), .send(let step, _), .lookUp(let step, _, _), .wait(let step, _):
      step
    case .start, .survey, .finished: nil
    }
  }
}
