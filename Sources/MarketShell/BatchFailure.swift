import MarketCommands
import Messages
import SellerSession

/// A batch in which commands failed; their errors were reported before.
struct BatchFailure: ReportedError {
  /// The name of the file.
  let name: String
  let result: ScriptResult
  let isDryRun: Bool

  func report(at market: MarketProfile?) -> ErrorReport {
    var report = ErrorReport(message, exitCode: result.code)
    report.isAboutWholeFile = true
    return report
  }

  private var message: Message {
    let counts = Message.list(result.counts(isDryRun: isDryRun))
    if !result.isBegun { return "\(name): nothing was done" }
    if isDryRun { return "dry run of \(name): \(counts); nothing was sent" }
    guard let line = result.lastLine, result.left > 0 else { return "\(name): \(counts)" }
    return "\(name) stopped at line \(line): \(counts)"
  }
}

extension ScriptResult {
  /// Whether any command ran.
  var isBegun: Bool { done + failed + stopped > 0 }

  /// The numbers above 0: `8 done, 1 failed, 21 left`.
  func counts(isDryRun: Bool) -> [Message] {
    var counts: [Message] = []
    if done > 0 { counts.append(isDryRun ? "\(done) fine" : "\(done) done") }
    if failed > 0 { counts.append(isDryRun ? "\(failed) with errors" : "\(failed) failed") }
    if stopped > 0 { counts.append("\(stopped) stopped") }
    if left > 0 { counts.append("\(left) left") }
    return counts
  }
}
