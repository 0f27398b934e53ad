import Base
package import Batches
import Foundation
import MarketRender
import MarketWire
package import Messages
package import OpenMarketClient
package import SellerSession

/// A stored batch that this process may carry out: it holds the lock.
package struct LockedBatch: Sendable {
  package let id: Int
  package let plan: NewBatch
  package let salt: String
  package let folder: BatchFolder
  package let steps: [BatchStep]
  /// What was known when the batch was opened.
  package var records: [StepRecord]
  /// The changes, each with the number of its head.
  package let changes: ChangeList
  /// Held while a copy with it lives.
  private(set) var lock: FileLock?

  /// A copy for a task. What a task has captured may live a moment longer than the command that waited for
  /// it, and the next one in this process would find the batch locked.
  fileprivate var withoutLock: LockedBatch {
    var copy = self
    copy.lock = nil
    return copy
  }

  /// What is known about the first step of a change.
  package func headRecord(of index: Int) -> StepRecord { records[steps(of: index).lowerBound] }

  /// Whether a change ended in an earlier run. A failed one is tried again.
  func isKnown(_ index: Int) -> Bool { steps(of: index).allSatisfy { records[$0].state.isSettled } }

  /// The steps of a change.
  func steps(of index: Int) -> Range<Int> { changes.steps(of: index) }
}

/// Carries out plans with the journal.
///
/// 1. Requests under way are finished after Ctrl-C; the second Ctrl-C waits for nothing.
/// 2. The notebook follows each step that happened, in the order of the changes.
package struct BatchRunner: Sendable {
  package let context: CommandContext
  private static let threads = ThreadPool(limit: 2)

  package init(context: CommandContext) {
    self.context = context
  }

  var market: CurrentMarket { context.market }
  private var journal: BatchJournal { context.market.journal }

  /// How a batch ended.
  package struct End: Sendable {
    package let reason: BatchEnd
    /// The number of equal listings that no change made.
    package var extraCount = 0
    package var journalError: (any Error)?
    /// Whether nothing of it may still happen and it is not to be resumed.
    var isGivenUp = false
  }

  /// The market's client for changes, after it has answered.
  ///
  /// - Parameter asksName: whether the seller may be asked for the name of a first shop.
  package func connect(asksName: Bool) async throws -> OpenMarketClient {
    let client = try await market.sellingClient(asksName: asksName)
    _ = try await client.extensions()
    return client
  }

  /// Stores a plan for the current market and account.
  ///
  /// - Parameter replaced: an unfinished batch that is given up for the new one.
  package func store(
    _ draft: BatchDraft, _ job: BatchJob, replacing replaced: LockedBatch? = nil
  ) async throws -> LockedBatch {
    let batch = try job.batch(at: market.profile())
    let (id, lock) = try await Self.threads.perform { [journal] in
      guard let lock = try draft.folder.lock() else { throw BatchError.isRunning(nil) }
      if !journal.isOff { try draft.sync() }
      try draft.folder.markStored()
      let id = try journal.add(
        batch, salt: draft.salt, steps: draft.steps, replacing: replaced?.id)
      if let replaced { deletePhotos(of: replaced) }
      return (id, lock)
    }
    if context.memory.ownBatches.isEmpty { cleanUp() }
    context.memory.record(batch: id)
    return LockedBatch(
      id: id, plan: batch, salt: draft.salt, folder: draft.folder, steps: draft.steps,
      records: draft.steps.map { StepRecord(step: $0.number) }, changes: draft.changes, lock: lock)
  }

  /// Deletes what old batches do not need any more, once in a process.
  private func cleanUp() {
    let cleanup = BatchCleanup(
      root: context.environment.paths.batches, now: context.environment.now().date)
    // The next process cleans up if there is no thread for it.
    _ = startThread { [journal] in try? cleanup.run(journal) }
  }

  /// Carries out a batch as far as a step, and reports its changes in their order.
  ///
  /// - Parameters:
  ///   - subject: what is in progress; nil if the caller shows it.
  ///   - changes: the changes to carry out; nil for all.
  ///   - counts: what the caller has done before, if it shows the progress.
  ///   - onChange: called with each change that ended or was left.
  package func carryOut(
    _ batch: inout LockedBatch, _ client: OpenMarketClient, subject: Message?,
    _ changes: Range<Int>? = nil, after counts: BatchCounts? = nil,
    onChange: @escaping @Sendable (Int, ChangeOutcome) async -> Void
  ) async throws -> End {
    let changes = changes ?? batch.changes.indices
    guard !changes.isEmpty else { return End(reason: .completed) }
    let mailbox = BatchMailbox()
    let known = changes.count(where: batch.isKnown)
    let run = try await BatchRun(
      self, batch.withoutLock, client, changes: changes,
      counts: counts ?? BatchCounts([.done: known]),
      mailbox: mailbox)
    let second = context.environment.onSecondInterrupt { mailbox.send(.abandoned) }
    defer { withExtendedLifetime(second) {} }
    let hasBegun = !Task.isCancelled
    let work = {
      await withTaskCancellationHandler {
        // Cancellation does not reach an unstructured task.
        await Task { await run.run(onChange) }.value
      } onCancel: { [console = context.console] in
        mailbox.send(.interrupted)
        guard hasBegun else { return }
        console.report("Finishing the current change; Ctrl-C again stops at once.")
      }
    }
    let total = changes.count > 1 ? changes.count : nil
    let outcome =
      if let subject {
        await context.activity.show(subject, total: total, done: known, while: work)
      } else {
        await work()
      }
    batch.records = outcome.records
    context.market.caches.forgetCollections()
    report(outcome)
    return End(
      reason: outcome.end, extraCount: outcome.extraListings.count,
      journalError: outcome.journalError)
  }

  private func report(_ outcome: BatchDriver.Outcome) {
    if outcome.end == .unreadable {
      context.console.report("The listings of the market cannot be read, so nothing was sent.")
    }
    let listings = outcome.extraListings
    guard !listings.isEmpty else { return }
    let ids = listings.map(String.init).joined(separator: " ")
    context.console.report(
      "The market has equal listings that no change made; please check: \(command: "show \(ids)")")
  }

  /// Ends a batch that needs no further run, and deletes the photos that nothing needs any more.
  package func close(_ batch: LockedBatch, isGivenUp: Bool = false) throws {
    let isEnded = batch.records.allSatisfy(\.state.isFinal)
    guard isEnded || isGivenUp else { return }
    try journal.close(batch.id, as: isEnded ? .ended : .discarded)
    deletePhotos(of: batch)
  }

  /// Deletes the files of a batch, unless it has copies for undo.
  private func deletePhotos(of batch: LockedBatch) {
    if (try? journal.hasCopies(batch.id)) == false { batch.folder.remove() }
  }

  /// Ends a batch, except one whose journal failed: it may know less than what was done, and `resume`
  /// finds out.
  ///
  /// - Returns: why the journal failed, now or before.
  package func close(
    _ batch: LockedBatch, after journalError: (any Error)?, isGivenUp: Bool = false
  ) -> (any Error)? {
    let isUnsent = batch.records.allSatisfy { $0.state == .planned }
    guard journalError == nil || isUnsent else { return journalError }
    do { try close(batch, isGivenUp: isGivenUp) } catch { return journalError ?? error }
    return journalError
  }

  func driver(_ live: ClientBatchMarket, batch: Int) -> BatchDriver {
    let writer = JournalWriter(journal, batch: batch, threads: Self.threads)
    let environment = context.environment
    // The clock of the machine may be set while a batch runs.
    let start = Duration.milliseconds(environment.now().milliseconds)
    let begun = environment.client.clock.elapsed()
    return BatchDriver(
      market: live, clock: environment.client.clock,
      now: { start + environment.client.clock.elapsed() - begun },
      write: { records in try await writer.write(records) })
  }
}

/// One run of a batch: the driver, and what follows from each step on this machine.
private struct BatchRun: Sendable {
  let runner: BatchRunner
  let batch: LockedBatch
  let changes: Range<Int>
  let counts: BatchCounts
  let machine: BatchMachine
  let live: ClientBatchMarket
  let mailbox: BatchMailbox

  init(
    _ runner: BatchRunner, _ batch: LockedBatch, _ client: OpenMarketClient, changes: Range<Int>,
    counts: BatchCounts, mailbox: BatchMailbox
  ) async throws {
    self.runner = runner
    self.batch = batch
    self.changes = changes
    self.counts = counts
    self.mailbox = mailbox
    let configuration = runner.context.environment.client
    let draw = configuration.random
    let seed = draw()
    var rules = BatchMachine.Rules(honorsKeys: try await client.extensions().honorsKeys)
    rules.jobs = batch.plan.jobs
    rules.keepsGoing = batch.plan.keepsGoing
    // A new value that was made from an old one would undo what others changed in the meantime.
    if !batch.plan.isRepeatable { rules.planLifetime = .zero }
    rules.maximumAttempts = configuration.retryPolicy.maximumAttempts
    machine = BatchMachine(
      steps: batch.steps, records: batch.records, rules: rules, plannedAt: batch.plan.plannedAt,
      firstStep: batch.steps(of: changes.lowerBound).lowerBound + 1,
      lastStep: batch.steps(of: changes.upperBound - 1).upperBound, seed: seed)
    live = ClientBatchMarket(
      client.retrying(.never), salt: batch.salt,
      isOwn: { [market = runner.market] product in
        // Until the market has told the seller's number, any listing may be the seller's.
        guard let own = (try? market.profile())?.vendorID, let id = product.vendor.id else {
          return true
        }
        return own == id
      },
      photo: { [folder = batch.folder] in try folder.bytes(of: $0) })
  }

  func run(
    _ onChange: @escaping @Sendable (Int, ChangeOutcome) async -> Void
  ) async -> BatchDriver.Outcome {
    let (ended, sender) = AsyncStream.makeStream(of: StepRecord.self)
    let driver = runner.driver(live, batch: batch.id)
    async let outcome = run(driver, sender)
    var records = batch.records
    var isEnded = records.map(\.state.isSettled)
    var next = changes.lowerBound
    var counts = counts
    for await record in ended {
      records[record.step - 1] = record
      isEnded[record.step - 1] = true
      let own = batch.steps(of: batch.changes.index(ofStep: record.step))
      if own.allSatisfy({ isEnded[$0] }) {
        counts.count(records[own])
        runner.context.activity.update(done: counts.ended, problems: counts.problems)
      }
      while next < changes.upperBound, batch.steps(of: next).allSatisfy({ isEnded[$0] }) {
        await onChange(next, await result(of: next, records, .completed))
        next += 1
      }
    }
    let result = await outcome
    while next < changes.upperBound {
      await onChange(next, await self.result(of: next, result.records, result.end))
      next += 1
    }
    return result
  }

  private func run(
    _ driver: BatchDriver, _ sender: AsyncStream<StepRecord>.Continuation
  ) async -> BatchDriver.Outcome {
    defer { sender.finish() }
    return await driver.run(machine, mailbox: mailbox) { sender.yield($0) }
  }

  /// What became of a change, after the notebook has followed it.
  private func result(
    of index: Int, _ records: [StepRecord], _ end: BatchEnd
  ) async -> ChangeOutcome {
    let range = batch.steps(of: index)
    let results = ChangeResults(
      batch: batch.id, change: batch.changes[index].change, steps: Array(batch.steps[range]),
      records: Array(records[range]), end: end,
      wasKnown: batch.isKnown(index))
    return await results.outcome(live, in: runner.context)
  }
}
