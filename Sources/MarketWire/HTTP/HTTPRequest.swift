/// A request and a response as values, the same for client and service.

/// A request method; written in capitals.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public static let get = HTTPMethod(rawValue: "GET")
  public static let head = HTTPMethod(rawValue: "HEAD")
  public static let post = HTTPMethod(rawValue: "POST")
  public static let patch = HTTPMethod(rawValue: "PATCH")
  public static let delete = HTTPMethod(rawValue: "DELETE")

  /// Whether a request of this method changes nothing, so that it may always be sent again.
  public var isSafe: Bool { self == .get || self == .head }
}

/// One request.
public struct HTTPRequest: Sendable {
  public var method: HTTPMethod
  /// The path with its query as it stands in the request line (origin form, percent-encoded), or
  /// an absolute `http` or `https` URL where the request goes to another host than the market.
  public var target: String
  public var headers: HTTPHeaders
  /// The body, empty if there is none. It is held once: parsed parts are slices of it.
  public var body: [UInt8]

  public init(
    _ method: HTTPMethod, _ target: String, headers: HTTPHeaders = [:], body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }
}

/// One response.
public struct HTTPResponse: Sendable {
  /// The status code, 100 to 599.
  public var status: Int
  public var headers: HTTPHeaders
  public var body: [UInt8]

  public init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A JSON answer.
  public static func json(_ value: JSON, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: [.contentType: "application/json"], body: value.bytes())
  }

  /// A plain text answer in UTF-8.
  public static func text(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: [.contentType: "text/plain;charset=UTF-8"], body: Array(text.utf8))
  }

  /// Whether the status says that it was done.
  public var isSuccess: Bool { (200..<300).contains(status) }
}
