package import Batches
import CommandLanguage
package import MarketRender
package import MarketWire
import Messages
package import OpenMarketClient
import SellerSession
import Synchronization

// The changes of one command, which are a batch of their own.
extension BatchRunner {
  /// Carries out the plan of a command and returns its output.
  ///
  /// - Parameter plannedAt: when the planning began.
  /// - Parameter onChange: called with each change that ended or was left.
  /// - Throws: The error of a single change, otherwise ``BatchFailure``.
  package func run(
    _ plan: WritePlan, plannedAt: WireDate, asksName: Bool,
    onChange: @escaping @Sendable (ChangeOutcome) -> Void = { _ in }
  ) async throws -> Output {
    try Task.checkCancellation()
    let client = try await connect(asksName: asksName)
    var draft = BatchDraft(in: context.environment)
    do {
      let changes =
        if let complete = plan.complete {
          try await complete(draft.folder)
        } else {
          try await keeping(plan, draft.folder, client)
        }
      for change in changes { try draft.append(change) }
    } catch {
      draft.folder.remove()
      throw error
    }
    var job = BatchJob(plan.command(), plannedAt: plannedAt)
    // A change that concerns one listing does not stop the others.
    job.keepsGoing = plan.keepsGoing ?? (plan.changes.count > 1)
    job.jobs = plan.jobs
    job.isRepeatable = !plan.changesRelatively
    var locked = try await store(draft, job)
    let outcomes = Outcomes()
    var end = try await carryOut(&locked, client, subject: subject(of: plan.changes)) {
      _, outcome in
      outcomes.append(outcome)
      onChange(outcome)
    }
    let all = outcomes.all
    // A single change that was not sent is simply typed again.
    let isUntouched = locked.records.allSatisfy { $0.state == .planned || $0.state.isFinal }
    end.isGivenUp = isUntouched && (all.count == 1 || plan.isTriedAgain)
    end.journalError = close(locked, after: end.journalError, isGivenUp: end.isGivenUp)
    return try output(all, end, of: locked, undoneBy: plan.undoCommand)
  }

  /// The changes of a plan with copies of the photos that it removes.
  package func keeping(
    _ plan: WritePlan, _ folder: BatchFolder, _ client: OpenMarketClient
  ) async throws -> [PlannedChange] {
    guard plan.keepsCopies, plan.changes.contains(where: \.losesPhotos) else {
      return plan.changes
    }
    let count = plan.changes.count
    let copies = PhotoCopies(client: client, folder: folder)
    let subject: Message =
      count == 1 ? "reading \(plan.changes[0].name)" : "reading \(count) listings"
    let done = Mutex(0)
    return try await context.activity.show(subject, total: count > 1 ? count : nil) {
      try await copies.keeping(plan.changes) {
        context.activity.update(
          done: done.withLock {
            $0 += 1
            return $0
          })
      }
    }
  }

  private func output(
    _ outcomes: [ChangeOutcome], _ end: End, of batch: LockedBatch, undoneBy command: String?
  ) throws -> Output {
    let outcomes = outcomes.map { $0.undone(by: command, isOnly: outcomes.count == 1) }
    if outcomes.count == 1, outcomes[0].state == .planned, let error = end.journalError {
      throw error
    }
    if end.journalError == nil, end.extraCount == 0 {
      if outcomes.count == 1 {
        if let error = outcomes[0].error { throw error }
        return outcomes[0].shown.map { .change($0) } ?? .none
      }
      if outcomes.allSatisfy({ $0.error == nil }) {
        return .changes(outcomes.compactMap(\.shown))
      }
    }
    throw BatchFailure(outcomes, end, batch: batch.id, at: try? market.profile())
  }

  /// What is in progress.
  private func subject(of changes: [PlannedChange]) -> Message {
    guard changes.count > 1 else {
      let name = changes[0].name
      return switch changes[0].action {
      case .added: "sending \(name)"
      case .changed: "changing \(name)"
      case .replaced: "replacing \(name)"
      case .removed: "removing \(name)"
      }
    }
    let count = changes.count
    return switch changes[0].action {
    case .added: "adding \(count) listings"
    case .changed: "changing \(count) listings"
    case .replaced: "replacing \(count) listings"
    case .removed: "removing \(count) listings"
    }
  }
}

extension ChangeOutcome {
  /// The outcome with another command that takes the change back; nil leaves its own.
  fileprivate func undone(by command: String?, isOnly: Bool) -> ChangeOutcome {
    // A single changed listing has its own way back.
    guard let command, !isOnly || shown?.undoCommand == "undo" else { return self }
    var outcome = self
    outcome.shown?.undoCommand = command
    return outcome
  }
}

/// What became of the changes of a batch, in their order.
package final class Outcomes: Sendable {
  private let list = Mutex<[ChangeOutcome]>([])

  package init() {}

  package var all: [ChangeOutcome] { list.withLock { $0 } }

  package func append(_ outcome: ChangeOutcome) { list.withLock { $0.append(outcome) } }
}
