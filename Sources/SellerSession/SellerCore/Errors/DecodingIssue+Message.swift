package import MarketWire
package import Messages

extension DecodingIssue {
  /// A sentence about the unreadable parts of a response, with the first one; nil if there are none.
  ///
  /// - Parameter market: the name of the market.
  package static func message(_ issues: [DecodingIssue], market: String) -> Message? {
    guard let first = issues.first else { return nil }
    let part = "\(first)"
    guard issues.count < DecodingIssue.limit else {
      return """
        \(issues.count) or more parts of the response of \(market) could not be read; the first one: \
        \(part).
        """
    }
    return Message(
      count: issues.count, one: "A part of the response of \(market) could not be read: \(part).",
      other: """
        \(issues.count) parts of the response of \(market) could not be read; the first one: \
        \(part).
        """)
  }
}
