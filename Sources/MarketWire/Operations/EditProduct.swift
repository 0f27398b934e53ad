/// `PATCH /api/products/{id}`: some members of a listing change, the rest is left alone (API 1.6).

/// The change of some members of a listing.
public struct EditProduct: MarketOperation {
  /// The listing.
  public var id: Int
  /// Those of the listing's owner.
  public var credentials: Credentials
  /// What is to change; nil members are left alone.
  public var fields: ListingFields

  /// Changes listing `id`.
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
  public init(id: Int, request: HTTPRequest) throws(RequestError) {
    self.id = id
    let object = try readObject(request.body, part: "body")
    fields = try ListingFields(reading: object, part: "body")
    credentials = Credentials(
      identifier: VendorIdentifier(request.headers[.identifier] ?? ""),
      secret: try readSecret(object, part: "body"))
  }

  /// Reads the listing as it is after the change.
  public static func decode(_ response: HTTPResponse) throws(ResponseError) -> Decoded<Product> {
    try readDetail(response)
  }

  public static func response(_ product: Product) -> HTTPResponse { .json(product.detail) }
}
