/// `GET /healthChecker`: whether the market can answer (API 1.2).

/// The question whether the market is well.
public struct CheckHealth: MarketOperation {
  /// There is nothing to say.
  public init() {}

  public var request: HTTPRequest {
    HTTPRequest(.get, RequestTarget(path: MarketPath.health).text)
  }

  /// True for `"OK"`, with or without its quotes.
  public static func decode(_ response: HTTPResponse) throws(ResponseError) -> Decoded<Bool> {
    Decoded(wordOfAnswer(response) == "OK")
  }

  /// 200 `"OK"`, or 503 `"FAIL"` (API 7).
  public static func response(_ isHealthy: Bool) -> HTTPResponse {
    HTTPResponse(
      status: isHealthy ? 200 : 503, headers: [.contentType: "text/plain;charset=UTF-8"],
      body: Array((isHealthy ? "\"OK\"" : "\"FAIL\"").utf8))
  }
}
