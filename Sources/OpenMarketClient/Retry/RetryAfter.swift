public import MarketWire

extension HTTPResponse {
  /// The wait that the header `Retry-After` asks for, or nil if it is missing or malformed (RFC 9110,
  /// section 10.2.3).
  ///
  /// A date is compared with the header `Date` of the response; a date in the past is no wait.
  public var retryAfter: Duration? {
    guard let text = headers[.retryAfter] else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) {
      return .seconds(Int(text) ?? .max / 2)
    }
    guard let date = moment(text), let now = headers["Date"].flatMap(moment) else { return nil }
    return .milliseconds(max(0, date.milliseconds - now.milliseconds))
  }
}

/// Returns the moment of a date such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
private func moment(_ text: String) -> WireDate? {
  let words = text.split(separator: " ")
  guard words.count == 6, words[5] == "GMT",
    let month = WireDate.monthNames.firstIndex(of: String(words[2]))
  else { return nil }
  return WireDate(
    text: "\(words[3])-\(month < 9 ? "0" : "")\(month + 1)-\(words[1])T\(words[4])Z")
}
