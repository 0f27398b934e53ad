/// `DELETE /api/products/<token>`: the second half of a removal (API 1.8).

/// The removal of a listing by the path that was found for it.
public struct RemoveProduct: MarketOperation {
  /// From ``FindRemovalPath``.
  public var path: RemovalPath
  /// That of the listing's owner.
  public var identifier: VendorIdentifier

  /// Removes what `path` stands for.
  public init(path: RemovalPath, identifier: VendorIdentifier) {
    self.path = path
    self.identifier = identifier
  }

  /// Reads a request whose path ends in `token` (decoded); a missing identifier is read as an empty
  /// one.
  public init(token: String, request: HTTPRequest) {
    path = RemovalPath(token: token)
    identifier = VendorIdentifier(request.headers[.identifier] ?? "")
  }

  /// The path is sent as it was given, its padding unescaped.
  public var request: HTTPRequest {
    HTTPRequest(.delete, path.revealed, headers: [.identifier: identifier.revealed])
  }

  /// Reads the listing that was removed.
  public static func decode(_ response: HTTPResponse) throws(ResponseError) -> Decoded<Product> {
    try readDetail(response)
  }

  public static func response(_ product: Product) -> HTTPResponse { .json(product.detail) }
}
