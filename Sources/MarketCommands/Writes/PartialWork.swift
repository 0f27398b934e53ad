/// Work on many files or pictures that did not succeed with all of them.
import MarketRender

/// What was done is an answer all the same; what was not is told with its reason.
struct PartialWork: ReportedError {
  /// One thing that failed, in words that name it.
  struct Fault: Sendable {
    let text: String
    var exitCode = ExitCode.failed
  }

  /// In the past: `prepared`, `saved`.
  let verb: String
  let done: Int
  let faults: [Fault]
  /// How many were not begun.
  let left: Int
  /// Whether Ctrl-C ended it.
  let isInterrupted: Bool
  /// The answer about what was done.
  let output: Output
  /// The command that does what is left.
  var goOn: String?

  func report(at market: MarketProfile?) -> ErrorReport {
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
  var exitCode: ExitCode {
    if isInterrupted { return .interrupted }
    return done == 0 ? faults.first?.exitCode ?? .failed : .incomplete
  }

  /// `2 of 5 prepared, 1 failed, 2 left`; nil where one thing was all there was.
  var summary: String? {
    let total = done + faults.count + left
    guard total > 1 else { return nil }
    var parts = ["\(done) of \(total) \(verb)"]
    if !faults.isEmpty { parts.append("\(faults.count) failed") }
    if left > 0 { parts.append("\(left) left") }
    return (isInterrupted ? "Stopped: " : "") + parts.joined(separator: ", ")
  }
}
