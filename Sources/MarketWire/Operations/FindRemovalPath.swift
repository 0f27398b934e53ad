/// `POST /api/products/{id}/archived`: the path to delete, the first half of a removal (API 1.7).

/// The path that removes a listing; who holds it needs no secret, so it prints as `***`.
public struct RemovalPath: Hashable, Sendable, CustomStringConvertible,
  CustomDebugStringConvertible, CustomReflectable
{
  /// `/api/products/<token>`, as the market sent it.
  public let revealed: String

  /// Takes a path that is known to be one; what a market sent is judged by
  /// ``FindRemovalPath/decode(_:)``.
  public init(_ text: String) {
    revealed = text
  }

  /// The path of the listing that `token` stands for. The padding of base64 stays as it is, as the
  /// old server sent it.
  public init(token: String) {
    let prefix = "/" + MarketPath.products.joined(separator: "/") + "/"
    revealed = prefix + PercentEncoding.encode(token).replacing("%3D", with: "=")
  }

  /// The token, decoded; nil where this is no path of a listing.
  public var token: String? {
    guard let target = try? RequestTarget(parsing: revealed), target.path.count == 3,
      target.path.starts(with: MarketPath.products)
    else { return nil }
    return target.path[2]
  }

  public var description: String { "***" }
  public var debugDescription: String { "***" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The question for the path that removes a listing.
public struct FindRemovalPath: MarketOperation {
  /// The listing.
  public var id: Int
  /// Those of the listing's owner.
  public var credentials: Credentials

  /// Asks for the path that removes listing `id`.
  public init(id: Int, credentials: Credentials) {
    self.id = id
    self.credentials = credentials
  }

  public var request: HTTPRequest {
    .json(
      .post, MarketPath.products + [String(id), "archived"], identifier: credentials.identifier,
      body: ["secret": .string(credentials.secret.revealed)])
  }

  /// Reads a request about listing `id`; a missing identifier is read as an empty one.
  public init(id: Int, request: HTTPRequest) throws(RequestError) {
    self.id = id
    let object = try readObject(request.body, part: "body")
    credentials = Credentials(
      identifier: VendorIdentifier(request.headers[.identifier] ?? ""),
      secret: try readSecret(object, part: "body"))
  }

  /// Takes the path with or without quotes; anything that is not a path of one listing of this
  /// market is refused, since it is what will be deleted.
  public static func decode(
    _ response: HTTPResponse
  ) throws(ResponseError) -> Decoded<RemovalPath> {
    let path = RemovalPath(wordOfAnswer(response))
    guard path.revealed.utf8.count < 2048, path.revealed.utf8.allSatisfy(isAllowed),
      path.revealed.utf8.count(where: { $0 == UInt8(ascii: "/") }) == 3,
      let token = path.token, !token.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else {
      let prefix = "/" + MarketPath.products.joined(separator: "/") + "/"
      throw .unexpected(
        DecodingIssue(path: "$", expected: "a path below \(prefix)", found: "another text"))
    }
    return Decoded(path)
  }

  /// The unreserved bytes of a path (RFC 3986, 2.3) and what base64 and escapes need.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~/+=%".utf8.contains(byte)
    }
  }

  public static func response(_ path: RemovalPath) -> HTTPResponse { .text(path.revealed) }
}
