import Messages
import OpenMarketClient

/// A listing that was removed and came back under another id.
package struct MovedListing: ReportedError {
  let cause: ClientError
  /// The id that it has now.
  let new: Int

  package func report(at market: MarketProfile?) -> ErrorReport {
    var report = cause.report(at: market)
    report.details.append("it came back as listing \(new)")
    report.suggestions = ["show \(new)"]
    return report
  }
}
