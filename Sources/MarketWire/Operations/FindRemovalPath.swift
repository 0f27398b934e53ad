/// `POST /api/products/{id}/archived`: the path to delete, the first half of a removal (API 1.7).

/// The path that removes a listing; who holds it needs no secret, so it prints as `***`.
public struct RemovalPath: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// `/api/products/<token>`, as the market sent it.
  public let revealed: String

  public init(_ text: String) {
    revealed = text
  }

  public var description: String { "***" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

public struct FindRemovalPath: MarketOperation {
  public var id: Int
  public var credentials: Credentials

  public init(id: Int, credentials: Credentials) {
    self.id = id
    self.credentials = credentials
  }

  public var request: HTTPRequest {
    .json(
      .post, MarketPath.products + [String(id), "archived"], identifier: credentials.identifier,
      body: ["secret": .string(credentials.secret.revealed)])
  }

  public init(id: Int, request: HTTPRequest) throws(RequestProblem) {
    self.id = id
    let object = try readObject(request.body, part: "body")
    credentials = Credentials(
      identifier: VendorIdentifier(request.headers[.identifier] ?? ""),
      secret: try readSecret(object, part: "body"))
  }

  /// Takes the path with or without quotes; anything that is not a path of this market is refused,
  /// since it is what will be deleted.
  public static func answer(
    from response: HTTPResponse
  ) throws(AnswerProblem) -> Reading<RemovalPath> {
    let text = String(decoding: response.body, as: UTF8.self)
    let path = text.filter { !$0.isWhitespace && $0 != "\"" }
    let prefix = "/" + MarketPath.products.joined(separator: "/") + "/"
    guard path.hasPrefix(prefix), path.utf8.count > prefix.utf8.count, path.utf8.count < 2048,
      path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "?") }),
      !path.dropFirst(prefix.count).contains("/")
    else {
      throw .unexpected(
        ReadIssue(path: "$", expected: "a path below \(prefix)", found: "another text"))
    }
    return Reading(RemovalPath(path))
  }

  public static func response(_ path: RemovalPath) -> HTTPResponse { .text(path.revealed) }
}
