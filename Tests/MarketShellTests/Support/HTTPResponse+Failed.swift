import MarketWire

extension HTTPResponse {
  /// An error response whose message gives no useful reason.
  static let failed = HTTPResponse(
    status: 422, headers: [.contentType: "application/json"],
    body: Array(#"{"message":"not today"}"#.utf8))
}
