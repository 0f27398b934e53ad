import Batches
package import MarketRender
import MarketWire
package import Messages
package import SellerSession

/// How many changes and commands of a batch had which result.
package struct BatchTally: Sendable {
  package var done = 0
  /// The number of commands that found everything as they want it.
  package var unchanged = 0
  package var failed = 0
  package var unknown = 0
  package var conflicts = 0
  /// The number of commands that Ctrl-C stopped, at most one.
  package var stopped = 0
  /// The number of changes and commands that did not start.
  package var left = 0
  /// The number of changes of which only a look-up showed that they were made.
  package var adopted = 0
  /// Whether the journal failed, so that it may know less than what was done.
  package private(set) var isUnrecorded = false
  /// Whether a failure does not stop the batch, so that its code does not count.
  package var keepsGoing = false {
    didSet { if keepsGoing, failed > 0 { code = .incomplete } }
  }
  /// The line of the last one that ran.
  package var lastLine: Int?
  /// The exit code of the first failure.
  package var code = ExitCode.done
  /// Whether ``steps`` has the changes that were made, too.
  package var keepsDone = true
  /// The changes, for JSON.
  package var steps: [BatchSummary.Step] = []

  package init() {}

  /// Whether there was no command at all.
  package var isEmpty: Bool { !isBegun && unchanged == 0 }

  /// Whether anything ran.
  package var isBegun: Bool { done + failed + unknown + conflicts + stopped > 0 }

  /// Counts equal listings that no change made, about which the seller decides, and notes if the
  /// market could not be read.
  package mutating func note(_ end: BatchRunner.End) {
    if end.reason == .unreadable { code = code.combined(with: .unreachable) }
    guard end.extraCount > 0 else { return }
    conflicts += end.extraCount
    code = code.combined(with: .incomplete)
  }

  /// Notes that the journal failed.
  package mutating func noteUnrecorded() {
    isUnrecorded = true
    code = code.combined(with: .failed)
  }

  /// Counts a change.
  ///
  /// - Parameter report: why it was not made.
  package mutating func note(_ outcome: ChangeOutcome, _ report: ErrorReport?) {
    switch outcome.state {
    case .done, .adopted:
      if let report, !outcome.isUnsaved {
        fail(report.exitCode)
      } else {
        done += 1
        if let report { code = code.combined(with: report.exitCode) }
      }
      if outcome.state == .adopted, !outcome.wasGone { adopted += 1 }
    case .failed: fail(report?.exitCode ?? .failed)
    case .unknown, .sent:
      unknown += 1
      code = code.combined(with: .outcomeUnknown)
    case .conflict:
      conflicts += 1
      code = code.combined(with: .incomplete)
    case .planned:
      left += 1
      if let report, outcome.wasNotSent { miss(report.exitCode) }
    }
    if !outcome.isLeft { lastLine = outcome.line ?? lastLine }
    if keepsDone || !outcome.hasHappened || report != nil { steps.append(outcome.step(report)) }
  }

  /// Counts a change that was planned and not started.
  package mutating func note(left change: PlannedChange, line: Int?) {
    note(ChangeOutcome(change: change, line: line, state: .planned), nil)
  }

  /// Counts a command by its exit code.
  package mutating func note(_ exitCode: ExitCode, line: Int) {
    lastLine = line
    switch exitCode {
    case .done, .outputLost:
      done += 1
      code = code.combined(with: exitCode)
    case .interrupted:
      stopped += 1
      code = code.combined(with: exitCode)
    default: fail(exitCode)
    }
  }

  private mutating func fail(_ exitCode: ExitCode) {
    failed += 1
    miss(exitCode)
  }

  /// Notes that something is not done.
  private mutating func miss(_ exitCode: ExitCode) {
    code = code.combined(with: keepsGoing ? .incomplete : exitCode)
  }

  /// The numbers above 0: `8 done, 1 failed, 21 left`.
  package func counts(isDryRun: Bool = false) -> [BatchSummary.Count] {
    [
      .init(done, key: "done", isDryRun ? "\(done) fine" : "\(done) done", outcome: .success),
      .init(unchanged, key: "unchanged", "\(unchanged) already as wanted"),
      .init(
        failed, key: "failed", isDryRun ? "\(failed) with errors" : "\(failed) failed",
        outcome: .failure),
      .init(unknown, key: "unknown", "\(unknown) unknown", outcome: .failure),
      .init(
        conflicts, key: "conflicts",
        Message(count: conflicts, one: "1 conflict", other: "\(conflicts) conflicts"),
        outcome: .failure),
      .init(stopped, key: "stopped", "\(stopped) stopped", outcome: .failure),
      .init(left, key: "left", .left(left)),
    ]
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

/// A batch in which something failed, is unknown or was left; the errors were reported before.
package struct BatchFailure: ReportedError {
  /// The name of the file, or of the command.
  package let name: String
  /// The number of the batch; nil if nothing was stored.
  package let batch: Int?
  package let tally: BatchTally
  package var isDryRun = false
  /// Whether steps can still be carried out.
  package var isOpen = false
  /// What is wrong with the plan, which was reported before, one line each.
  package var problems: [Message] = []

  package init(
    name: String, batch: Int?, _ tally: BatchTally, isDryRun: Bool = false, isOpen: Bool = false
  ) {
    self.name = name
    self.batch = batch
    self.tally = tally
    self.isDryRun = isDryRun
    self.isOpen = isOpen || tally.isUnrecorded
  }

  package func report(at market: MarketProfile?) -> ErrorReport {
    var report = ErrorReport(message, exitCode: tally.code)
    report.isAboutWholeFile = true
    report.suggestions = suggestions
    return report
  }

  /// The summary, which JSON has whatever happened.
  package var summary: BatchSummary {
    var summary = BatchSummary(title: "\(name)", counts: tally.counts(isDryRun: isDryRun))
    summary.batch = batch
    summary.steps = tally.steps
    summary.problems = problems
    summary.suggestions = suggestions
    return summary
  }

  /// What to do about the rest.
  private var suggestions: [String] {
    guard let batch else { return [] }
    if isOpen { return ["resume \(batch)"] }
    return tally.failed + tally.conflicts > 0 ? ["batch \(batch)"] : []
  }

  private var message: Message {
    let counts = Message.list(
      tally.counts(isDryRun: isDryRun).filter { $0.number > 0 }.map(\.text))
    if !tally.isBegun, batch == nil || tally.left == 0 { return "\(name): nothing was done" }
    if isDryRun { return "dry run of \(name): \(counts); nothing was sent" }
    guard let line = tally.lastLine, tally.left > 0 else { return "\(name): \(counts)" }
    return "\(name) stopped at line \(line): \(counts)"
  }
}

extension Message {
  /// How many changes or photos are left.
  package static func left(_ count: Int) -> Message {
    Message(count: count, one: "1 left", other: "\(count) left")
  }
}
