/// `GET /healthChecker`: checks whether the market works (API 1.2).
public struct CheckHealth: MarketOperation {
  /// Creates the request.
  public init() {}

  /// The request of the client.
  public var request: HTTPRequest {
    HTTPRequest(.get, RequestTarget(path: MarketPath.health).text)
  }

  /// Returns whether the body is `"OK"`, with or without the quotes.
  public static func decode(_ response: HTTPResponse) throws(ResponseError) -> Decoded<Bool> {
    Decoded(bareText(of: response) == "OK")
  }

  /// Returns 200 `"OK"` or 503 `"FAIL"` (API 7.5).
  public static func response(_ isHealthy: Bool) -> HTTPResponse {
    HTTPResponse(
      status: isHealthy ? 200 : 503, headers: [.contentType: "text/plain;charset=UTF-8"],
      body: Array((isHealthy ? "\"OK\"" : "\"FAIL\"").utf8))
  }
}
