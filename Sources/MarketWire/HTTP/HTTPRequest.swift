/// A request and a response as values, the same for client and service.

/// A request method; written in capitals.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
  /// The method as it is written on the wire.
  public let rawValue: String

  /// Takes any method; methods that differ in case differ (RFC 9110, 9.1).
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Reads something.
  public static let get = HTTPMethod(rawValue: "GET")
  /// Reads what a GET would answer, without its body.
  public static let head = HTTPMethod(rawValue: "HEAD")
  /// Makes something, or asks with a body.
  public static let post = HTTPMethod(rawValue: "POST")
  /// Changes some members of something.
  public static let patch = HTTPMethod(rawValue: "PATCH")
  /// Removes something.
  public static let delete = HTTPMethod(rawValue: "DELETE")

  /// Whether a request of this method changes nothing, so that it may always be sent again.
  public var isSafe: Bool { self == .get || self == .head }
}

/// One request. It prints without what is secret: identifier, removal path, body.
public struct HTTPRequest: Sendable, CustomStringConvertible, CustomReflectable {
  /// What is to be done.
  public var method: HTTPMethod
  /// The path with its query as it stands in the request line (origin form, percent-encoded), or
  /// an absolute `http` or `https` URL where the request goes to another host than the market.
  public var target: String
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body, empty if there is none. It is held once: parsed parts are slices of it.
  public var body: [UInt8]

  /// A request to `target`, in origin form or absolute.
  public init(
    _ method: HTTPMethod, _ target: String, headers: HTTPHeaders = [:], body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }

  /// Method, target and the length of the body, such as `DELETE /api/products/***, 0 bytes`.
  public var description: String { "\(method.rawValue) \(shownTarget), \(body.count) bytes" }

  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["method": method.rawValue, "target": shownTarget, "headers": headers.fields])
  }

  /// The target, but a removal path without its token: whoever holds that needs no secret.
  private var shownTarget: String {
    guard let parsed = try? RequestTarget(parsing: target) else { return "***" }
    guard parsed.path.starts(with: MarketPath.products), parsed.path.count > 2,
      Int(parsed.path[2]) == nil
    else { return target }
    return "/\(MarketPath.products.joined(separator: "/"))/***"
  }
}

/// One response. It prints without its body, which may be a removal path.
public struct HTTPResponse: Sendable, CustomStringConvertible, CustomReflectable {
  /// The status code, 100 to 599.
  public var status: Int
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body, empty if there is none.
  public var body: [UInt8]

  /// A response with any body.
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

  /// Status and length of the body, such as `200, 62370 bytes`.
  public var description: String { "\(status), \(body.count) bytes" }

  public var customMirror: Mirror {
    Mirror(self, children: ["status": status, "headers": headers.fields])
  }

  /// Whether the status says that it was done.
  public var isSuccess: Bool { (200..<300).contains(status) }
}
