import MarketWire

/// The header fields that the server sends with a response.
enum ResponseHeaders {
  /// The handler's fields without those that the server sets itself, and `nosniff` (API 8.3).
  ///
  /// All responses get their fields from here, those of the handler and those of the server.
  static func fields(of response: HTTPResponse) -> [HTTPHeaders.Field] {
    var headers = response.headers
    for name in framing { headers[name] = nil }
    headers[.contentTypeOptions] = "nosniff"
    return headers.fields
  }

  /// Fields about framing and time, which a handler cannot set.
  private static let framing: [HTTPHeaderName] = [
    .contentLength, .connection, "Transfer-Encoding", "Date",
  ]
}
