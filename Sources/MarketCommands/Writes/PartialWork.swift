/// Work on many files or pictures that did not succeed with all of them.
package import MarketRender
package import SellerSession

/// What was done is an answer all the same; what was not is told with its reason.
package struct PartialWork: ReportedError {
  /// One thing that failed, in words that name it.
  package struct Fault: Sendable {
    package let text: String
    package var exitCode = ExitCode.failed
  }

  /// In the past: `prepared`, `saved`.
  package let verb: String
  package let done: Int
  package let faults: [Fault]
  /// How many were not begun.
  package let left: Int
  /// Whether Ctrl-C ended it.
  package let isInterrupted: Bool
  /// The answer about what was done.
  package let output: Output
  /// The command that does what is left.
  package var goOn: String?

  package func report(at market: MarketProfile?) -> ErrorReport {
    let shown = ShortList.shown(of: faults.count, most: ShortList.usual)
    var report = ErrorReport(suggestions: goOn.map { [$0] } ?? [], exitCode: exitCode)
    report.sentences = faults.prefix(shown).map { .init($0.text) }
    if faults.count > shown {
      report.sentences.append(.init("and \(faults.count - shown) more like these"))
    }
    if let summary { report.sentences.append(.init(summary)) }
    report.isAboutWholeFile = true
    return report
  }

  /// Where nothing was done, the first fault tells.
  package var exitCode: ExitCode {
    if isInterrupted { return .interrupted }
    return done == 0 ? faults.first?.exitCode ?? .failed : .incomplete
  }

  /// `2 of 5 prepared, 1 failed, 2 left`; nil where one thing was all there was.
  package var summary: String? {
    let total = done + faults.count + left
    guard total > 1 else { return nil }
    var parts = ["\(done) of \(total) \(verb)"]
    if !faults.isEmpty { parts.append("\(faults.count) failed") }
    if left > 0 { parts.append("\(left) left") }
    return (isInterrupted ? "Stopped: " : "") + parts.joined(separator: ", ")
  }
}
