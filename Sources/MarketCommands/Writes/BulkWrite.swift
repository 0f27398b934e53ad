import CommandLanguage
package import MarketRender
package import MarketWire
import OpenMarketClient
package import SellerSession

/// A change of many listings that stopped early or failed for some of them.
package struct BulkFailure: ReportedError {
  /// A listing that was not changed, or not completely, and the reason.
  package struct Fault: Sendable {
    package let product: Product
    package let error: any Error
  }

  /// The past tense: `changed`, `removed`.
  package let verb: String
  package let done: [ListingChange]
  package let faults: [Fault]
  /// The ids of the listings that were not started.
  package let left: [Int]
  /// Whether Ctrl-C stopped it.
  package let isInterrupted: Bool
  /// The command that continues with the remaining listings.
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

  /// Returns 7 in preference to 130. If nothing was done, the first fault decides.
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

/// A change of many listings, one after the other.
package struct BulkWrite<Item: Sendable>: Sendable {
  /// The past tense and the present participle: `changed`, `changing`.
  package let verb: (past: String, present: String)
  package let product: @Sendable (Item) -> Product
  /// Returns the command that continues with these listings.
  package let goOn: @Sendable ([Int]) -> String?
  package let write: @Sendable (Item) async throws -> ListingChange
}
