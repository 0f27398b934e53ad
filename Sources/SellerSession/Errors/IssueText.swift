package import MarketWire

package enum IssueText {
  /// One line about a response of `market`, with its first unreadable part; nil if there is none.
  package static func line(_ issues: [DecodingIssue], market: String) -> String? {
    guard let first = issues.first else { return nil }
    let more = issues.count > 1 ? " (and \(issues.count - 1) more)" : ""
    return "Some of what \(market) sent could not be read: \(first)\(more)."
  }
}
