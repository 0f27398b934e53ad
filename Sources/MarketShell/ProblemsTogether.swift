import CommandLanguage
import SellerSession

/// A usage error together with what is wrong with the values that could be read.
struct ProblemsTogether: ReportedError {
  let usage: UsageError
  let others: any ReportedError

  func report(at market: MarketProfile?) -> ErrorReport {
    var report = usage.report(at: market)
    report.sentences += others.report(at: market).sentences
    // A corrected line would still have the other problems.
    if let command = usage.command { report.suggestions = ["help \(command)"] }
    return report
  }
}
