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
  package let faults: [Fault]
  package var output: Output? { done.isEmpty ? nil : .changes(done) }
  /// The number of changes that are done, but about which something was not saved here.
  package let unsaved: Int
  /// The number of listings that were not started.
  package let left: Int
  /// The number of changes that could not be sent.
  package let notSent: Int
  /// The number of changes of which it is unknown whether they happened.
  package let unknown: Int
  /// The number of equal listings that no change made.
  package let extra: Int
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
    unsaved = outcomes.count(where: \.isUnsaved)
    left = outcomes.count(where: \.isLeft)
    notSent = outcomes.count(where: \.wasNotSent)
    unknown = outcomes.count { $0.state == .unknown || $0.state == .sent }
    extra = end.extraCount
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
    if unknown > 0 || reports.contains(where: { $0.exitCode == .outcomeUnknown }) {
      return .outcomeUnknown
    }
    switch reason {
    case .interrupted: return .interrupted
    case .unreadable: return .unreachable
    default: break
    }
    if journalError != nil { return .failed }
    if faults.count == unsaved, unsaved > 0, left + extra == 0 { return .outputLost }
    return done.isEmpty ? reports.first?.exitCode ?? .failed : .incomplete
  }

  /// `2 of 5 changed, 1 failed, 2 left`.
  package var summary: Message {
    var parts = [finished]
    let failed = faults.count - unsaved - unknown - notSent
    if failed > 0 { parts.append("\(failed) failed") }
    if unknown > 0 { parts.append("\(unknown) unknown") }
    if extra > 0 {
      parts.append(Message(count: extra, one: "1 conflict", other: "\(extra) conflicts"))
    }
    if left + notSent > 0 { parts.append(.left(left + notSent)) }
    return .list(parts)
  }

  private var finished: Message {
    let (count, total) = (done.count, done.count + faults.count - unsaved + left)
    return switch action {
    case .added: "\(count) of \(total) added"
    case .changed: "\(count) of \(total) changed"
    case .replaced: "\(count) of \(total) replaced"
    case .removed: "\(count) of \(total) removed"
    }
  }
}
