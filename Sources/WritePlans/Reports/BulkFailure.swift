package import Batches
import CommandLanguage
package import MarketRender
import MarketWire
package import Messages
import OpenMarketClient
package import SellerSession

/// A change of many listings that stopped early or failed for some of them.
package struct BulkFailure: ErrorWithOutput {
  /// A listing that was not changed, or not completely, and the reason.
  package struct Fault: Sendable {
    package let id: Int?
    package let name: String
    package let error: any Error
  }

  package let action: ListingChange.Action
  package let done: [ListingChange]
  private let total: Int
  package let faults: [Fault]
  package var output: Output? { done.isEmpty ? nil : .changes(done) }
  package let counts: BatchCounts
  /// Why the changes ended.
  package let reason: BatchEnd
  /// Why the journal could not be written.
  package let journalError: (any Error)?
  /// The command that continues with the remaining listings.
  package let continuation: String?

  package init(_ outcomes: [ChangeOutcome], _ end: BatchRunner.End, batch: Int) {
    action = outcomes[0].change.action
    done = outcomes.compactMap(\.shown)
    let isOpen = outcomes.contains { !$0.state.isFinal }
    faults = outcomes.filter { !$0.isLeft }.compactMap { outcome in
      outcome.error.map { error in
        Fault(
          id: outcome.listing ?? outcome.change.before?.id, name: outcome.change.name, error: error)
      }
    }
    counts = BatchCounts(outcomes, end)
    total = outcomes.count
    reason = end.reason
    journalError = end.journalError
    continuation = isOpen || journalError != nil ? "resume \(batch)" : nil
  }

  package func report(at market: MarketProfile?) -> ErrorReport {
    let reports = faults.map { ErrorReport($0.error, at: market) }
    var report = ErrorReport(exitCode: exitCode(reports))
    for (fault, cause) in zip(faults, reports).prefix(ShortList.usual) {
      let id: Message = fault.id.map { "\($0) " } ?? ""
      let namesListing = (fault.error as? StepFailure)?.namesListing ?? false
      report.sentences.append(
        .init(namesListing ? cause.message : "\(id)\(fault.name): \(cause.message)"))
      for line in cause.details where !report.details.contains(line) { report.details.append(line) }
    }
    if faults.count > ShortList.usual {
      report.sentences.append(.init("and \(faults.count - ShortList.usual) more like these"))
    }
    if let journalError {
      let cause = ErrorReport(journalError, at: market).message
      report.sentences.append(
        .init(done.isEmpty ? cause : "what was done could not be recorded: \(cause)"))
    }
    report.sentences.append(.init(reason == .interrupted ? "stopped: \(summary)" : summary))
    report.isAboutWholeFile = true
    if let continuation { report.suggestions = [continuation] }
    return report
  }

  /// Returns 7 in preference to 130. If nothing was done, the first fault decides.
  private func exitCode(_ reports: [ErrorReport]) -> ExitCode {
    if counts.unknown > 0 || reports.contains(where: { $0.exitCode == .outcomeUnknown }) {
      return .outcomeUnknown
    }
    switch reason {
    case .interrupted: return .interrupted
    case .unreadable: return .unreachable
    default: break
    }
    // What was done could not be recorded here, or something about it was not saved.
    if counts.isDone { return .outputLost }
    if journalError != nil { return .failed }
    return done.isEmpty ? reports.first?.exitCode ?? .failed : .incomplete
  }

  /// What programs read if the command has no list of changes.
  package func summary(titled title: String) -> BatchSummary {
    let report = report(at: nil)
    return BatchSummary(
      title: "\(title)", counts: counts.items(), problems: report.sentences.map(\.text),
      try: report.suggestions)
  }

  /// `2 of 5 changed, 1 failed, 2 left`.
  package var summary: Message {
    .list([finished] + counts.problems + (counts.left > 0 ? [.left(counts.left)] : []))
  }

  private var finished: Message {
    switch action {
    case .added: "\(counts.done) of \(total) added"
    case .changed: "\(counts.done) of \(total) changed"
    case .replaced: "\(counts.done) of \(total) replaced"
    case .removed: "\(counts.done) of \(total) removed"
    }
  }
}
