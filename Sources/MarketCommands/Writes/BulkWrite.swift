/// Doing the same to many listings, one after the other, so that a stop loses nothing.
import CommandLanguage
package import MarketRender
package import MarketWire
import OpenMarketClient
package import SellerSession

/// Where a change of many ended early or not with all of them.
package struct BulkFailure: ReportedError {
  /// One listing that was not changed, or not wholly, and why.
  package struct Fault: Sendable {
    package let product: Product
    package let error: any Error
  }

  /// In the past: `changed`, `removed`.
  package let verb: String
  package let done: [ListingChange]
  package let faults: [Fault]
  /// Ids of those that were not begun.
  package let left: [Int]
  /// Whether Ctrl-C ended it.
  package let isInterrupted: Bool
  /// The command that does what is left.
  package let goOn: String?

  package func report(at market: MarketProfile?) -> ErrorReport {
    let reports = faults.map { ErrorReport($0.error, at: market) }
    var report = ErrorReport(exitCode: exitCode(reports))
    for (fault, cause) in zip(faults, reports).prefix(ShortList.usual) {
      report.sentences.append(.init("\(fault.product.id) \(fault.product.name): \(cause.text)"))
      for line in cause.details where !report.details.contains(line) { report.details.append(line) }
    }
    report.sentences.append(.init((isInterrupted ? "Stopped: " : "") + summary))
    report.isAboutWholeFile = true
    report.suggestions = reports.first { $0.exitCode == .outcomeUnknown }?.suggestions ?? []
    if let goOn { report.suggestions.append(goOn) }
    return report
  }

  /// 7 takes precedence over 130; if nothing at all was done, the first fault decides.
  private func exitCode(_ reports: [ErrorReport]) -> ExitCode {
    if reports.contains(where: { $0.exitCode == .outcomeUnknown }) { return .outcomeUnknown }
    if isInterrupted { return .interrupted }
    return done.isEmpty ? reports.first?.exitCode ?? .failed : .incomplete
  }

  /// `2 of 5 changed, 1 failed, 2 left: 14 15`.
  package var summary: String {
    var parts = ["\(done.count) of \(done.count + faults.count + left.count) \(verb)"]
    if !faults.isEmpty { parts.append("\(faults.count) failed") }
    guard !left.isEmpty else { return parts.joined(separator: ", ") }
    let ids = ListingTarget.covering(left).prefix(20).map(\.description)
    let more = ids.count < ListingTarget.covering(left).count ? " …" : ""
    parts.append("\(left.count) left: \(ids.joined(separator: " "))\(more)")
    return parts.joined(separator: ", ")
  }
}

/// What is done to each of many listings.
package struct BulkWrite<Item: Sendable>: Sendable {
  /// In the past and under way: `changed`, `changing`.
  package let verb: (past: String, present: String)
  package let product: @Sendable (Item) -> Product
  /// The command that does it to these listings.
  package let goOn: @Sendable ([Int]) -> String?
  package let write: @Sendable (Item) async throws -> ListingChange
}
