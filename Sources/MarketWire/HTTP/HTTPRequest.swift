/// An HTTP request method.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
  /// The method as it is sent, such as `GET`.
  public let rawValue: String

  /// Creates a method from any text; case matters (RFC 9110, section 9.1).
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `GET`: reads a resource.
  public static let get = HTTPMethod(rawValue: "GET")
  /// `HEAD`: reads the header fields that a GET would return.
  public static let head = HTTPMethod(rawValue: "HEAD")
  /// `POST`: creates a listing, or finds its removal path.
  public static let post = HTTPMethod(rawValue: "POST")
  /// `PUT`: gives a listing other images.
  public static let put = HTTPMethod(rawValue: "PUT")
  /// `PATCH`: changes some members of a listing.
  public static let patch = HTTPMethod(rawValue: "PATCH")
  /// `DELETE`: removes a listing.
  public static let delete = HTTPMethod(rawValue: "DELETE")

  /// Whether the method changes nothing, so that a request may always be repeated (RFC 9110,
  /// section 9.2.1).
  public var isSafe: Bool { self == .get || self == .head }
}

/// An HTTP request, which prints without the vendor identifier, removal paths and the body.
public struct HTTPRequest: Sendable, CustomStringConvertible, CustomReflectable {
  /// The request method.
  public var method: HTTPMethod
  /// The percent-encoded path and query, as in the request line, or an absolute `http` or `https`
  /// URL if the request goes to another host than the market.
  public var target: String
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body, empty if there is none; parts of a form are slices of it.
  public var body: [UInt8]

  /// Creates a request; see ``target`` for the forms of the target.
  public init(
    _ method: HTTPMethod, _ target: String, headers: HTTPHeaders = [:], body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }

  /// The method, the target and the length of the body, such as `DELETE /api/products/***, 0 bytes`.
  public var description: String { "\(method.rawValue) \(shownTarget), \(body.count) bytes" }

  /// A mirror with the method, the target and the header fields, without secrets.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["method": method.rawValue, "target": shownTarget, "headers": headers.fields])
  }

  /// The target without the token of a removal path, which removes a listing without the secret.
  private var shownTarget: String {
    guard let parsed = try? RequestTarget(parsing: target) else { return "***" }
    guard parsed.path.starts(with: MarketPath.products), parsed.path.count > 2,
      Int(parsed.path[2]) == nil
    else { return target }
    return "/\(MarketPath.products.joined(separator: "/"))/***"
  }
}

/// An HTTP response, which prints without its body, because that can be a removal path.
public struct HTTPResponse: Sendable, CustomStringConvertible, CustomReflectable {
  /// The status code, 100 to 599.
  public var status: Int
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body, empty if there is none.
  public var body: [UInt8]
  /// What the log of a server says about the request; never sent.
  public var facts = ResponseFacts()

  /// Creates a response.
  public init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Returns a response with a JSON body.
  public static func json(_ value: JSON, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: [.contentType: "application/json"], body: value.bytes())
  }

  /// Returns a response with a plain text body in UTF-8.
  public static func text(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: [.contentType: "text/plain;charset=UTF-8"], body: Array(text.utf8))
  }

  /// The status and the length of the body, such as `200, 62370 bytes`.
  public var description: String { "\(status), \(body.count) bytes" }

  /// A mirror with the status and the header fields.
  public var customMirror: Mirror {
    Mirror(self, children: ["status": status, "headers": headers.fields])
  }

  /// Whether the status is 200 to 299.
  public var isSuccess: Bool { (200..<300).contains(status) }
}

/// What the handler of a request tells the log of its server.
public struct ResponseFacts: Hashable, Sendable {
  /// The account whose secret or identifier was right.
  public var account: String?
  /// The listing that the request is about.
  public var listing: Int?
  /// Why the request was refused.
  public var reason: String?

  /// Creates facts about a request of which nothing is known.
  public init() {}
}
