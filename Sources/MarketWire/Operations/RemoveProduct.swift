/// `DELETE /api/products/<token>`: removes a listing (API 1.8).
public struct RemoveProduct: MarketOperation {
  /// The removal path, the result of ``FindRemovalPath``.
  public var path: RemovalPath
  /// The identifier of the shop that offers the listing.
  public var identifier: VendorIdentifier

  /// Creates the request to remove a listing.
  public init(path: RemovalPath, identifier: VendorIdentifier) {
    self.path = path
    self.identifier = identifier
  }

  /// Decodes a request; a missing identifier becomes an empty one.
  ///
  /// The token is the last component of the path, decoded.
  public init(token: String, request: HTTPRequest) {
    path = RemovalPath(token: token)
    identifier = request.identifier
  }

  /// The request of the client; the path is sent unchanged, with unescaped padding.
  public var request: HTTPRequest {
    HTTPRequest(.delete, path.revealed, headers: [.identifier: identifier.revealed])
  }

  /// Decodes the removed listing.
  public static func decode(_ response: HTTPResponse) throws(ResponseError) -> Decoded<Product> {
    try readDetail(response)
  }

  /// Returns the response of the service.
  public static func response(_ product: Product) -> HTTPResponse { .json(product.detail) }
}
