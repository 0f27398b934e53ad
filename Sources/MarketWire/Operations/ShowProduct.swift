/// `GET /api/products/{id}`: one listing in full (API 1.4).

/// The question for one listing.
public struct ShowProduct: MarketOperation {
  /// The listing.
  public var id: Int

  /// Asks for listing `id`.
  public init(id: Int) {
    self.id = id
  }

  public var request: HTTPRequest {
    HTTPRequest(.get, RequestTarget(path: MarketPath.products + [String(id)]).text)
  }

  /// Reads the detail.
  public static func decode(_ response: HTTPResponse) throws(ResponseError) -> Decoded<Product> {
    try readDetail(response)
  }

  public static func response(_ product: Product) -> HTTPResponse { .json(product.detail) }
}
