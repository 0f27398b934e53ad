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
    guard let date = secondsOfDate(text), let now = headers["Date"].flatMap(secondsOfDate) else {
      return nil
    }
    return .seconds(max(0, date - now))
  }
}

/// Returns the seconds since 1970 of a date such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110,
/// section 5.6.7).
private func secondsOfDate(_ text: String) -> Int? {
  let words = text.split(separator: " ")
  guard words.count == 6, words[5] == "GMT", let day = Int(words[1]),
    let month = months.firstIndex(of: String(words[2])), let year = Int(words[3]),
    (1...31).contains(day), (1970...9999).contains(year)
  else { return nil }
  let clock = words[4].split(separator: ":").map { Int($0) ?? -1 }
  guard clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]),
    (0...60).contains(clock[2])
  else { return nil }
  // Years begin in March here, so a leap day is the last day of a year.
  let marchYear = month < 2 ? year - 1 : year
  let dayOfYear = (153 * ((month + 10) % 12) + 2) / 5 + day - 1
  let days =
    365 * marchYear + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468
  return ((days * 24 + clock[0]) * 60 + clock[1]) * 60 + clock[2]
}

private let months = [
  "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
]
