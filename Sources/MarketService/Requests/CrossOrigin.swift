import MarketWire

/// Which web apps of other origins may use the market (the CORS protocol of the Fetch standard).
public struct CrossOrigin: Hashable, Sendable {
  /// The origins that may read, such as `https://app.example`.
  public var readers: Set<String> = []
  /// The origins that may also write, with a secret that the app knows.
  public var writers: Set<String> = []

  public init() {}

  /// Whether the text is an origin: a scheme and a host, with a port if it is not the usual one.
  public static func isOrigin(_ text: String) -> Bool {
    guard let base = BaseURL(publicURL: text) else { return false }
    return base.path.isEmpty && base.text == text && text == text.lowercased()
  }

  /// The admission with the header fields that a browser asks for, or the response to its question
  /// whether it may send a request.
  func applied(_ admission: HTTPAdmission, to request: HTTPRequest) -> HTTPAdmission {
    guard !(readers.isEmpty && writers.isEmpty) else { return admission }
    let origin = request.headers["Origin"] ?? ""
    if request.method.rawValue == "OPTIONS", isAllowed(origin) {
      return .refuse(preflight(from: origin))
    }
    let isAllowed = isAllowed(origin) && (request.method.isSafe || writers.contains(origin))
    @Sendable func finished(_ response: HTTPResponse) -> HTTPResponse {
      var response = response
      let varying = [response.headers[.vary], "Origin"].compactMap(\.self)
      response.headers[.vary] = varying.joined(separator: ", ")
      guard isAllowed else { return response }
      response.headers["Access-Control-Allow-Origin"] = origin
      response.headers["Access-Control-Expose-Headers"] = Self.exposed
      return response
    }
    switch admission {
    case .refuse(let response, let limit): return .refuse(finished(response), bodyLimit: limit)
    case .accept(let limit, let respond):
      return .accept(bodyLimit: limit) { finished(respond($0)) }
    }
  }

  private func isAllowed(_ origin: String) -> Bool {
    readers.contains(origin) || writers.contains(origin)
  }

  private func preflight(from origin: String) -> HTTPResponse {
    let mayWrite = writers.contains(origin)
    return HTTPResponse(
      status: 204,
      headers: [
        "Access-Control-Allow-Origin": origin, .vary: "Origin",
        "Access-Control-Allow-Methods": mayWrite
          ? "GET, HEAD, POST, PUT, PATCH, DELETE" : "GET, HEAD",
        "Access-Control-Allow-Headers": mayWrite
          ? "content-type, identifier, idempotency-key, if-none-match"
          // Clients send these with GET, too.
          : "content-type, identifier, if-none-match",
        "Access-Control-Max-Age": "600",
      ])
  }

  private static let exposed =
    "ETag, Idempotency-Status, OpenMarket-Extensions, OpenMarket-Revision, Retry-After, X-Request-Id"
}
