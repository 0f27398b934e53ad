/// The path that removes a listing.
///
/// It prints as `***`, because it works without the secret (API 1.8).
public struct RemovalPath: Hashable, Sendable, Redacted {
  /// The path `/api/products/<token>` in plain text, as the market sent it.
  public let revealed: String

  /// Creates a removal path without checking it; ``FindRemovalPath/decode(_:)`` checks the path in
  /// a response.
  public init(_ text: String) {
    revealed = text
  }

  /// Creates the removal path with a token; the padding of base64 is not escaped, as on the
  /// training server.
  public init(token: String) {
    let prefix = "/" + MarketPath.products.joined(separator: "/") + "/"
    revealed = prefix + PercentEncoding.encode(token).replacing("%3D", with: "=")
  }

  /// The decoded token, or nil if this is not the path of a listing.
  public var token: String? {
    guard let target = try? RequestTarget(parsing: revealed), target.path.count == 3,
      target.path.starts(with: MarketPath.products)
    else { return nil }
    return target.path[2]
  }
}

/// `POST /api/products/{id}/archived`: finds the path that removes a listing (API 1.7).
///
/// ```swift
/// let operation = FindRemovalPath(id: 12, credentials: credentials)
/// print(operation.request.target)  // /api/products/12/archived
/// ```
public struct FindRemovalPath: MarketOperation {
  /// The id of the listing.
  public var id: Int
  /// The credentials of the shop that offers the listing.
  public var credentials: Credentials

  /// Creates the request for the removal path of a listing.
  public init(id: Int, credentials: Credentials) {
    self.id = id
    self.credentials = credentials
  }

  /// The request of the client.
  public var request: HTTPRequest {
    .json(
      .post, MarketPath.products + [String(id), "archived"], identifier: credentials.identifier,
      body: ["secret": .string(credentials.secret.revealed)])
  }

  /// Decodes a request; a missing identifier becomes an empty one.
  ///
  /// - Throws: ``RequestError``.
  public init(id: Int, request: HTTPRequest) throws(RequestError) {
    self.id = id
    credentials = try Credentials(
      reading: try readObject(request.body, part: "body"), part: "body", of: request)
  }

  /// Decodes the path, with or without quotes.
  ///
  /// Only a path of a single listing is accepted, because the client sends a DELETE to it.
  public static func decode(
    _ response: HTTPResponse
  ) throws(ResponseError) -> Decoded<RemovalPath> {
    let path = RemovalPath(bareText(of: response))
    guard path.revealed.utf8.count < 2048, path.revealed.utf8.allSatisfy(isAllowed),
      path.revealed.utf8.count(where: { $0 == UInt8(ascii: "/") }) == 3,
      let token = path.token, !token.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else {
      let prefix = "/" + MarketPath.products.joined(separator: "/") + "/"
      throw .unexpected(
        DecodingIssue(path: "$", expected: "a path below \(prefix)", found: "other text"))
    }
    return Decoded(path)
  }

  /// Returns whether a byte is unreserved in paths (RFC 3986, section 2.3) or needed for base64 and
  /// escapes.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || "-._~/+=%".utf8.contains(byte)
  }

  /// Returns the response of the service: the path as plain text.
  public static func response(_ path: RemovalPath) -> HTTPResponse { .text(path.revealed) }
}
