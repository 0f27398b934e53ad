/// `PATCH /api/products/{id}`: some members of a listing change, the rest is left alone (API 1.6).

public struct EditProduct: MarketOperation {
  public var id: Int
  public var credentials: Credentials
  public var fields: ListingFields

  public init(id: Int, credentials: Credentials, fields: ListingFields) {
    self.id = id
    self.credentials = credentials
    self.fields = fields
  }

  public var request: HTTPRequest {
    .json(
      .patch, MarketPath.products + [String(id)], identifier: credentials.identifier,
      body: fields.object(secret: credentials.secret))
  }

  /// Reads the body as JSON whatever its content type says.
  public init(id: Int, request: HTTPRequest) throws(RequestProblem) {
    self.id = id
    let object = try readObject(request.body, part: "body")
    fields = try ListingFields(reading: object, part: "body")
    credentials = Credentials(
      identifier: VendorIdentifier(request.headers[.identifier] ?? ""),
      secret: try readSecret(object, part: "body"))
  }

  public static func answer(from response: HTTPResponse) throws(AnswerProblem) -> Reading<Product> {
    try readDetail(response)
  }

  public static func response(_ product: Product) -> HTTPResponse { .json(product.detail) }
}
