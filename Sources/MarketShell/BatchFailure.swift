import MarketCommands
import MarketRender
import SellerSession

/// A batch in which commands failed; their errors were reported before.
struct BatchFailure: ReportedError {
  let result: ScriptResult
  let summary: BatchSummary

  func report(at market: MarketProfile?) -> ErrorReport {
    let counts = summary.counts.filter { $0.number > 0 }
    let words = counts.map { "\($0.number) \($0.label)" }.joined(separator: ", ")
    let isBegun = result.done + result.failed + result.stopped > 0
    var report = ErrorReport(
      "\(summary.title): " + (isBegun ? words : "nothing was done"), exitCode: result.code)
    report.isAboutWholeFile = true
    return report
  }
}
