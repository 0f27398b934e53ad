import Batches
package import MarketRender
import MarketWire
import Messages
package import SellerSession

/// A batch in which something failed, is unknown or was left.
package struct BatchFailure: ErrorWithOutput, ErrorWithSummary {
  package var summary: BatchSummary
  /// The changes that a command made, which are written instead of the summary; nil for other batches.
  package var changes: [ListingChange]?
  private let report: ErrorReport

  /// The failure of a batch whose errors were reported before.
  package init(_ report: ErrorReport, _ summary: BatchSummary) {
    self.report = report
    self.summary = summary
  }

  package func report(at market: MarketProfile?) -> ErrorReport { report }

  package var output: Output? { changes.flatMap { $0.isEmpty ? nil : .changes($0) } }
  package var jsonSummary: BatchSummary? { changes == nil ? summary : nil }
}

extension BatchFailure {
  /// The failure of a command that changes many listings; it reports what went wrong with each.
  package init(
    _ outcomes: [ChangeOutcome], _ end: BatchRunner.End, batch: Int, at market: MarketProfile?
  ) {
    let faults = outcomes.filter { !$0.isLeft && $0.error != nil }
    let done = outcomes.compactMap(\.shown)
    let counts = BatchCounts(outcomes, end)
    let reports = faults.compactMap { $0.error.map { ErrorReport($0, at: market) } }
    var report = ErrorReport()
    for (fault, cause) in zip(faults, reports).prefix(ShortList.usual) {
      report.sentences.append(.init(fault.sentence(cause)))
      for line in cause.details where !report.details.contains(line) { report.details.append(line) }
    }
    if faults.count > ShortList.usual {
      report.sentences.append(.init("and \(faults.count - ShortList.usual) more like these"))
    }
    if let error = end.journalError {
      let cause = ErrorReport(error, at: market).message
      report.sentences.append(
        .init(done.isEmpty ? cause : "what was done could not be recorded: \(cause)"))
    }
    let total = counts.summary(outcomes[0].change.action, of: outcomes.count)
    report.sentences.append(.init(end.reason == .interrupted ? "stopped: \(total)" : total))
    report.isAboutWholeFile = true
    let isOpen = !end.isGivenUp && outcomes.contains { !$0.state.isFinal }
    if end.journalError != nil || isOpen {
      report.suggestions = ["resume \(batch)"]
    }
    report.exitCode = Self.exitCode(counts, end, reports, nothingDone: done.isEmpty)
    self.init(
      report,
      BatchSummary(
        title: "", counts: counts.items(), problems: report.sentences.map(\.text),
        try: report.suggestions))
    changes = done
  }

  /// Returns 7 in preference to 130. If nothing was done, the first fault decides.
  private static func exitCode(
    _ counts: BatchCounts, _ end: BatchRunner.End, _ reports: [ErrorReport], nothingDone: Bool
  ) -> ExitCode {
    if counts.unknown > 0 || reports.contains(where: { $0.exitCode == .outcomeUnknown }) {
      return .outcomeUnknown
    }
    switch end.reason {
    case .interrupted: return .interrupted
    case .unreadable: return .unreachable
    default: break
    }
    // What was done could not be recorded here, or something about it was not saved.
    if counts.isDone { return .outputLost }
    if end.journalError != nil { return .failed }
    return nothingDone ? reports.first?.exitCode ?? .failed : .incomplete
  }
}

extension ChangeOutcome {
  /// What went wrong, with the listing.
  fileprivate func sentence(_ cause: ErrorReport) -> Message {
    if (error as? StepFailure)?.namesListing == true { return cause.message }
    let id: Message = (listing ?? change.before?.id).map { "\($0) " } ?? ""
    return "\(id)\(change.name): \(cause.message)"
  }
}
