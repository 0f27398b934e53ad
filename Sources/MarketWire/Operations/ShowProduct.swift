/// `GET /api/products/{id}`: reads one listing in full (API 1.4).
public struct ShowProduct: MarketOperation {
  /// The id of the listing.
  public var id: Int

  /// Creates the request for a listing.
  public init(id: Int) {
    self.id = id
  }

  /// The request of the client.
  public var request: HTTPRequest {
    HTTPRequest(.get, RequestTarget(path: MarketPath.products + [String(id)]).text)
  }

  /// Decodes the listing.
  public static func decode(_ response: HTTPResponse) throws(ResponseError) -> Decoded<Product> {
    try readDetail(response)
  }

  /// Returns the response of the service.
  public static func response(_ product: Product) -> HTTPResponse { .json(product.detail) }
}
