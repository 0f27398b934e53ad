import MarketWire

extension HTTPResponse {
  /// The header `X-Request-Id`; nil if it is missing, longer than 200 characters, or has others than
  /// visible ASCII.
  var requestID: String? {
    guard let text = headers["X-Request-Id"], (1...200).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    return text
  }
}
