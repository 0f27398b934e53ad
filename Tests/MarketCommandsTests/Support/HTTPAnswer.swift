/// Answers that a test gives in the market's place.
import MarketWire

enum HTTPAnswer {
  /// A market that refuses without a reason.
  static let failed = HTTPResponse(
    status: 422, headers: [.contentType: "application/json"],
    body: Array(#"{"message":"not today"}"#.utf8))
}
