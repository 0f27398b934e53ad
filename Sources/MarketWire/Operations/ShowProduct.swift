/// `GET /api/products/{id}`: one listing in full (API 1.4).

public struct ShowProduct: MarketOperation {
  public var id: Int

  public init(id: Int) {
    self.id = id
  }

  public var request: HTTPRequest {
    HTTPRequest(.get, RequestTarget(path: MarketPath.products + [String(id)]).text)
  }

  public static func answer(from response: HTTPResponse) throws(AnswerProblem) -> Reading<Product> {
    try readDetail(response)
  }

  public static func response(_ product: Product) -> HTTPResponse { .json(product.detail) }
}
