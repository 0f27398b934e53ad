/// `PATCH /api/products/{id}`: changes some members of a listing (API 1.6).
public struct EditProduct: MarketOperation {
  /// The id of the listing.
  public var id: Int
  /// The credentials of the shop that offers the listing.
  public var credentials: Credentials
  /// The new values; members that are nil stay unchanged.
  public var fields: ListingFields

  /// Creates the request to change a listing.
  public init(id: Int, credentials: Credentials, fields: ListingFields) {
    self.id = id
    self.credentials = credentials
    self.fields = fields
  }

  /// The request of the client.
  public var request: HTTPRequest {
    .json(
      .patch, MarketPath.products + [String(id)], identifier: credentials.identifier,
      body: fields.object(secret: credentials.secret))
  }

  /// Decodes a request; its content type is ignored.
  ///
  /// - Throws: ``RequestError``.
  public init(id: Int, request: HTTPRequest) throws(RequestError) {
    self.id = id
    let object = try readObject(request.body, part: "body")
    fields = try ListingFields(reading: object, part: "body")
    credentials = try Credentials(reading: object, part: "body", of: request)
  }

  /// Decodes the changed listing.
  public static func decode(_ response: HTTPResponse) throws(ResponseError) -> Decoded<Product> {
    try readDetail(response)
  }

  /// Returns the response of the service.
  public static func response(_ product: Product) -> HTTPResponse { .json(product.detail) }
}
