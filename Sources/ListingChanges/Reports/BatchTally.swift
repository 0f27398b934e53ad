import Batches
package import MarketRender
import MarketWire
import Messages
package import SellerSession

/// The changes and commands of a batch that have ended, with the exit code that follows from them.
package struct BatchTally: Sendable {
  package var counts = BatchCounts()
  /// The number of changes of which only a look-up showed that they were made.
  package private(set) var adopted = 0
  /// Whether the journal failed, so that it may know less than what was done.
  package private(set) var isUnrecorded = false
  /// Whether a failure does not stop the batch, so that its code does not count.
  package var keepsGoing = false {
    didSet { if keepsGoing, counts.failed > 0 { code = .incomplete } }
  }
  /// The line of the last one that ran.
  package private(set) var lastLine: Int?
  /// The exit code of the first failure.
  package var code = ExitCode.done
  /// Whether ``steps`` has the changes that were made, too.
  package var keepsDone = true
  /// The changes, for JSON.
  package private(set) var steps: [BatchSummary.Step] = []

  package init() {}

  /// Counts equal listings that no change made, about which the seller decides, and what else the
  /// end of a run means.
  package mutating func count(_ end: BatchRunner.End) {
    if end.reason == .unreadable { code = code.combined(with: .unreachable) }
    if end.extraCount > 0 { code = code.combined(with: .incomplete) }
    counts.count(.conflict, end.extraCount)
  }

  /// The journal may know less than what was done; called after everything else was counted.
  package mutating func journalFailed() {
    isUnrecorded = true
    combine(counts.isBegun && counts.isDone ? .outputLost : .failed)
  }

  /// Counts a change.
  ///
  /// - Parameter report: why it was not made.
  package mutating func count(_ outcome: ChangeOutcome, _ report: ErrorReport?) {
    counts.count(outcome)
    switch outcome.state {
    case .done, .adopted:
      if let report { outcome.isUnsaved ? combine(report.exitCode) : miss(report.exitCode) }
      if outcome.state == .adopted, !outcome.wasGone { adopted += 1 }
    case .failed: miss(report?.exitCode ?? .failed)
    case .unknown, .sent: combine(.outcomeUnknown)
    case .conflict: combine(.incomplete)
    case .planned: if let report, outcome.wasNotSent { miss(report.exitCode) }
    }
    if !outcome.isLeft { lastLine = outcome.line ?? lastLine }
    if keepsDone || !outcome.hasHappened || report != nil { steps.append(outcome.step(report)) }
  }

  /// Counts a change that was planned and not started.
  package mutating func count(left change: PlannedChange, line: Int?) {
    count(ChangeOutcome(change: change, line: line, state: .planned), nil)
  }

  /// Counts a command by its exit code.
  package mutating func count(_ exitCode: ExitCode, line: Int) {
    lastLine = line
    counts.count(exitCode)
    switch exitCode {
    case .done, .outputLost, .interrupted: combine(exitCode)
    default: miss(exitCode)
    }
  }

  /// Counts a command that did not start.
  package mutating func countLeft() { counts.count(.planned) }

  /// Ctrl-C stopped the batch, if something is left of it.
  package mutating func wasInterrupted() {
    if counts.left > 0 { combine(.interrupted) }
  }

  private mutating func combine(_ exitCode: ExitCode) { code = code.combined(with: exitCode) }

  /// Something is not done.
  private mutating func miss(_ exitCode: ExitCode) {
    combine(keepsGoing ? .incomplete : exitCode)
  }

  /// The summary of a batch that was carried out.
  ///
  /// - Throws: ``BatchFailure`` if something is not done.
  package func summary(of batch: LockedBatch?, named name: String) throws -> BatchSummary {
    let isOpen = batch?.records.contains { !$0.state.isFinal } ?? false
    let failure = failure(of: batch?.id, named: name, isOpen: isOpen)
    guard code == .done else { throw failure }
    return failure.summary
  }

  /// What is said of a batch in which something is not done.
  ///
  /// - Parameters:
  ///   - batch: the number of the batch; nil if nothing was stored.
  ///   - isOpen: whether steps can still be carried out.
  package func failure(
    of batch: Int? = nil, named name: String, isOpen: Bool = false, isDryRun: Bool = false
  ) -> BatchFailure {
    var report = ErrorReport(
      message(name, isStored: batch != nil, isDryRun: isDryRun), exitCode: code)
    report.isAboutWholeFile = true
    if let batch, isOpen || isUnrecorded {
      report.suggestions = ["resume \(batch)"]
    } else if let batch, counts.failed + counts.conflicts > 0 {
      report.suggestions = ["batch \(batch)"]
    }
    var summary = BatchSummary(title: "\(name)", counts: counts.items(isDryRun: isDryRun))
    summary.batch = batch
    summary.steps = steps
    summary.suggestions = report.suggestions
    return BatchFailure(report, summary)
  }

  private func message(_ name: String, isStored: Bool, isDryRun: Bool) -> Message {
    guard let text = counts.summary(isDryRun: isDryRun),
      counts.isBegun || isStored && counts.left > 0
    else { return "\(name): nothing was done" }
    if isDryRun { return "dry run of \(name): \(text); nothing was sent" }
    guard let line = lastLine, counts.left > 0 else { return "\(name): \(text)" }
    return "\(name) stopped at line \(line): \(text)"
  }
}

extension ChangeOutcome {
  /// The change for JSON.
  fileprivate func step(_ report: ErrorReport?) -> BatchSummary.Step {
    let action =
      switch change.action {
      case .added: "add"
      case .changed: "edit"
      case .replaced: "replace"
      case .removed: "remove"
      }
    var step = BatchSummary.Step(
      line: line, action: action, state: state.rawValue, id: listing ?? change.before?.id,
      code: change.code?.after, name: change.name, message: report?.message)
    if change.action == .changed { step.fields = change.changedFields }
    return step
  }
}
