/// `POST /api/products`: creates a listing with its images (API 1.5).
public struct CreateProduct: MarketOperation {
  /// The maximum size of the part `params`, in bytes (API 8.1).
  public static let paramsLimit = 65_536

  /// The credentials of the shop.
  public var credentials: Credentials
  /// The members of the listing.
  public var fields: ListingFields
  /// The images, one to five, in their order.
  public var images: [ImageUpload]
  /// The boundary between the parts of the body, a text that ``MultipartWriter/isBoundary(_:)``
  /// accepts.
  ///
  /// It must stay the same when the request is repeated, so that the body has the same bytes.
  public var boundary: String

  /// Creates the request for a new listing.
  public init(
    credentials: Credentials, fields: ListingFields, images: [ImageUpload], boundary: String
  ) {
    self.credentials = credentials
    self.fields = fields
    self.images = images
    self.boundary = boundary
  }

  /// The request of the client.
  public var request: HTTPRequest {
    ListingForm(
      params: fields.object(secret: credentials.secret), images: images, boundary: boundary
    ).request(.post, MarketPath.products, identifier: credentials.identifier)
  }

  /// Decodes a request; the declared media types of the images are ignored.
  ///
  /// - Throws: ``RequestError``.
  public init(request: HTTPRequest) throws(RequestError) {
    let form = try ListingForm(request: request)
    fields = try ListingFields(reading: form.params, part: "params")
    fields.thumbnailID = nil
    credentials = try Credentials(reading: form.params, part: "params", of: request)
    images = form.images
    boundary = form.boundary
  }

  /// Decodes the new listing.
  public static func decode(_ response: HTTPResponse) throws(ResponseError) -> Decoded<Product> {
    try readDetail(response)
  }

  /// Returns the response of the service, with status 201.
  public static func response(_ product: Product) -> HTTPResponse {
    .json(product.detail, status: 201)
  }
}
