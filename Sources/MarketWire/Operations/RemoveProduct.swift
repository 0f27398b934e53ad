/// `DELETE /api/products/<token>`: the second half of a removal (API 1.8).

public struct RemoveProduct: MarketOperation {
  public var path: RemovalPath
  public var identifier: VendorIdentifier

  public init(path: RemovalPath, identifier: VendorIdentifier) {
    self.path = path
    self.identifier = identifier
  }

  /// The path is sent as it was given, its padding unescaped.
  public var request: HTTPRequest {
    HTTPRequest(.delete, path.revealed, headers: [.identifier: identifier.revealed])
  }

  public static func answer(from response: HTTPResponse) throws(AnswerProblem) -> Reading<Product> {
    try readDetail(response)
  }

  public static func response(_ product: Product) -> HTTPResponse { .json(product.detail) }
}
