/// The words for what could not be read in an answer.
import MarketWire

enum IssueText {
  /// One line for one answer of `market`, with the first of what was lost; nil where nothing was.
  static func line(_ issues: [ReadIssue], market: String) -> String? {
    guard let first = issues.first else { return nil }
    let more = issues.count > 1 ? " (and \(issues.count - 1) more)" : ""
    return "Some of what \(market) sent could not be read: \(first)\(more)."
  }
}

extension Session {
  /// What could be read of an answer; that something could not is told.
  func value<Value>(of reading: Reading<Value>) throws -> Value {
    if let line = IssueText.line(reading.issues, market: try profile().name) { report(line) }
    return reading.value
  }
}
