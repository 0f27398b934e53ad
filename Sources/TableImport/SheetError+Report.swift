import Messages
package import SellerSession
package import SheetFiles

extension SheetError: ReportedError {
  package func report(at market: MarketProfile?) -> ErrorReport {
    var report = ErrorReport(message, exitCode: exitCode)
    report.details = details
    return report
  }

  private var exitCode: ExitCode {
    switch reason {
    case .unreadable, .unwritable: .failed
    default: .usage
    }
  }
}
