package import MarketRender
package import Messages
package import SellerSession
import WritePlans

/// Work on several files or pictures that failed for some of them.
package struct PartialWork: ErrorWithOutput {
  /// A failure, with a text that names the file or picture.
  package struct Fault: Sendable {
    package let text: Message
    package var exitCode = ExitCode.failed
  }

  package enum Work: Hashable, Sendable {
    case prepared, saved
  }

  package let work: Work
  package let done: Int
  package let faults: [Fault]
  /// The number of files or pictures that were not started.
  package let left: Int
  /// Whether Ctrl-C stopped it.
  package let isInterrupted: Bool
  /// The output for the part that was done; nil if nothing was.
  package let output: Output?
  /// The command that continues with the rest.
  package var continuation: String?

  package func report(at market: MarketProfile?) -> ErrorReport {
    let shown = ShortList.shown(of: faults.count, most: ShortList.usual)
    var report = ErrorReport(suggestions: continuation.map { [$0] } ?? [], exitCode: exitCode)
    report.sentences = faults.prefix(shown).map { .init($0.text) }
    if faults.count > shown {
      report.sentences.append(.init("and \(faults.count - shown) more like these"))
    }
    if let summary { report.sentences.append(.init(summary)) }
    report.isAboutWholeFile = true
    return report
  }

  /// The exit code; if nothing was done, the first fault decides.
  package var exitCode: ExitCode {
    if isInterrupted { return .interrupted }
    return done == 0 ? faults.first?.exitCode ?? .failed : .incomplete
  }

  /// A summary such as `2 of 5 prepared, 1 failed, 2 left`; nil for a single file or picture.
  package var summary: Message? {
    let total = done + faults.count + left
    guard total > 1 else { return nil }
    var parts: [Message] =
      switch work {
      case .prepared: ["\(done) of \(total) prepared"]
      case .saved: ["\(done) of \(total) saved"]
      }
    if !faults.isEmpty { parts.append("\(faults.count) failed") }
    if left > 0 { parts.append(.left(left)) }
    return isInterrupted ? "stopped: \(Message.list(parts))" : .list(parts)
  }
}
