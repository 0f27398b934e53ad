/// `GET /healthChecker`: whether the market can answer (API 1.2).

public struct CheckHealth: MarketOperation {
  public init() {}

  public var request: HTTPRequest {
    HTTPRequest(.get, RequestTarget(path: MarketPath.health).text)
  }

  /// True for `"OK"`, with or without its quotes.
  public static func answer(from response: HTTPResponse) throws(AnswerProblem) -> Reading<Bool> {
    let text = String(decoding: response.body, as: UTF8.self)
    return Reading(text.filter { !$0.isWhitespace && $0 != "\"" } == "OK")
  }

  public static func response(_ isHealthy: Bool) -> HTTPResponse {
    HTTPResponse(
      status: isHealthy ? 200 : 503, headers: [.contentType: "text/plain;charset=UTF-8"],
      body: Array((isHealthy ? "\"OK\"" : "\"FAIL\"").utf8))
  }
}
