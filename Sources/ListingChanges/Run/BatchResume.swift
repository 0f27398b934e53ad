import Base
package import Batches
import CommandLanguage
package import MarketRender
import MarketWire
package import Messages
import OpenMarketClient
package import SellerSession
import Synchronization

/// Continues stored batches.
package struct BatchResume: Sendable {
  package let context: CommandContext

  package init(context: CommandContext) {
    self.context = context
  }

  private var journal: BatchJournal { context.market.journal }

  /// The batch with a number, or the newest unfinished one.
  package func batch(_ id: Int?) throws -> StoredBatch {
    if let id {
      guard let batch = try journal.batch(id) else { throw BatchError.noSuchBatch(id) }
      return batch
    }
    let profile = try context.market.profile()
    guard
      let batch = try journal.openBatch(
        market: profile.url, account: profile.accountDigest ?? "")
    else {
      guard let (batch, market) = try unfinishedElsewhere() else {
        throw BatchError.nothingToResume
      }
      throw BatchError.unfinishedElsewhere(batch.id, market: market)
    }
    return batch
  }

  /// The newest unfinished batch, if it is of another account that the seller is signed in to, and the
  /// name of its market. A copy, for example, is a batch of the market that it copies to.
  package func unfinishedElsewhere() throws -> (batch: StoredBatch, market: String)? {
    guard let batch = try journal.openBatch() else { return nil }
    return try profile(of: batch).map { (batch, $0.name) }
  }

  /// Continues a batch and returns its summary.
  ///
  /// - Throws: ``BatchFailure`` if something is not done afterwards.
  package func run(_ stored: StoredBatch) async throws -> Output {
    switch stored.state {
    case .open: break
    case .ended where stored.isIncomplete:
      throw BatchError.endedIncomplete(stored.id, stored.summary)
    case .ended: return .reply("Batch \(stored.id) is finished: \(stored.summary).")
    // A batch is only given up while something of it is left.
    case .discarded: throw BatchError.givenUp(stored.id, stored.summary)
    }
    let context = try context(of: stored)
    var batch = try locked(stored)
    let unrun = batch.folder.unrunLines
    let tally = try await carryOut(&batch, named: stored.name, in: context)
    if !tally.isUnrecorded { try BatchRunner(context: context).close(batch) }
    let summary = try tally.summary(of: batch, named: stored.name)
    guard unrun.isEmpty else { throw failure(tally, of: batch, stored, unrun: unrun) }
    return .summary(summary)
  }

  /// A batch has only changes that could be planned; the other lines of its file are left to the
  /// seller.
  private func failure(
    _ tally: BatchTally, of batch: LockedBatch, _ stored: StoredBatch, unrun: [String]
  ) -> BatchFailure {
    let lines = unrun.joined(separator: ", ")
    let problem = Message(
      count: unrun.count, one: "1 line was not run: \(formatted: lines)",
      other: "\(unrun.count) lines were not run: \(formatted: lines)")
    context.console.report(problem)
    var tally = tally
    tally.code = .incomplete
    var failure = tally.failure(of: batch.id, named: stored.name)
    failure.summary.problems.append(problem)
    return failure
  }

  /// Closes an unfinished batch whose changes were all taken back, unless something of it may still
  /// happen or another shell works on it.
  package func giveUp(_ id: Int) throws {
    guard let stored = try journal.batch(id), stored.state == .open else { return }
    let batch: LockedBatch
    do {
      batch = try locked(stored)
    } catch BatchError.isRunning, BatchError.finishedElsewhere {
      return
    }
    guard !batch.records.contains(where: { $0.state == .sent || $0.state == .unknown }) else {
      return
    }
    try BatchRunner(context: context).close(batch, isGivenUp: true)
  }

  /// Carries out the first changes of a batch, or all, and reports what goes wrong.
  ///
  /// - Parameter keepsDone: whether the tally has each change that was made.
  package func carryOut(
    _ batch: inout LockedBatch, named name: String, _ changes: Range<Int>? = nil,
    keepsDone: Bool = true, in context: CommandContext
  ) async throws -> BatchTally {
    let client = try await context.market.sellingClient()
    var tally = BatchTally()
    tally.keepsDone = keepsDone
    tally.keepsGoing = batch.plan.keepsGoing
    let counted = Mutex(tally)
    let end = try await BatchRunner(context: context).carryOut(
      &batch, client, subject: "\(name)", changes
    ) { _, outcome in
      guard !outcome.wasKnown else { return }
      let report = outcome.error.map { ErrorReport($0, at: try? context.market.profile()) }
      counted.withLock { $0.count(outcome, report) }
      if let report, !outcome.isLeft {
        let place: Message = outcome.line.map { "\(formatted: "\(name):\($0)"): " } ?? ""
        context.console.report("\(place)\(report.message)")
      }
    }
    if let error = end.journalError {
      context.console.report("\(ErrorReport(error, at: nil).message)")
    }
    return counted.withLock { tally in
      tally.count(end)
      if end.journalError != nil { tally.journalFailed() }
      if Task.isCancelled { tally.wasInterrupted() }
      return tally
    }
  }

  /// The context for the market of a batch.
  package func context(of batch: StoredBatch) throws -> CommandContext {
    if Self.fits(try context.market.profile(), batch) { return context }
    guard let other = try profile(of: batch) else {
      throw BatchError.otherAccount(batch.id, market: batch.plan.market)
    }
    var options = context.options
    options.market = other.name
    return context.with(options)
  }

  /// The market and account of a batch; nil if the seller is not signed in there.
  private func profile(of batch: StoredBatch) throws -> MarketProfile? {
    try context.market.connections.markets().profiles.first { Self.fits($0, batch) }
  }

  private static func fits(_ profile: MarketProfile, _ batch: StoredBatch) -> Bool {
    profile.url == batch.plan.market && profile.accountDigest ?? "" == batch.plan.account
  }

  /// Locks a batch and reads its steps.
  package func locked(_ stored: StoredBatch) throws -> LockedBatch {
    let folder = BatchFolder(
      root: context.environment.paths.batches, salt: stored.salt)
    guard let lock = try folder.lock() else { throw BatchError.isRunning(stored.id) }
    // Another shell may have finished it while a question waited for its answer.
    guard let now = try journal.batch(stored.id), now.state == .open else {
      throw BatchError.finishedElsewhere(stored.id)
    }
    let stepsAndRecords = try journal.steps(of: stored.id)
    let steps = stepsAndRecords.map(\.0)
    return LockedBatch(
      id: stored.id, plan: stored.plan, salt: stored.salt, folder: folder, steps: steps,
      records: stepsAndRecords.map(\.1), changes: ChangeList(stored: steps), lock: lock)
  }
}

extension StoredBatch {
  /// The name of the file, or the command.
  package var name: String {
    guard let path = plan.path, path != "-" else { return plan.command }
    return path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Whether something was refused by the market, or is left to the seller.
  package var isIncomplete: Bool { (counts[.failed] ?? 0) + (counts[.conflict] ?? 0) > 0 }

  /// The numbers of steps: `48 done, 1 unknown, 151 left`.
  package var summary: Message { BatchCounts(counts).summary() ?? "nothing was done" }
}
