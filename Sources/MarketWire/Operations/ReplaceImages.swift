/// `PUT /api/products/{id}/images`: gives a listing other images, an extension (API 7.5).
public struct ReplaceImages: MarketOperation {
  /// The id of the listing.
  public var id: Int
  /// The credentials of the shop that offers the listing.
  public var credentials: Credentials
  /// The images that the listing has afterwards, one to five.
  ///
  /// Each is the id of one that it has, or nil for the next upload. The first becomes the thumbnail.
  public var order: [Int?]
  /// The new images, one for each nil in ``order``.
  public var images: [ImageUpload]
  /// The boundary between the parts of the body, as in ``CreateProduct/boundary``.
  public var boundary: String

  /// Creates the request for other images.
  public init(
    id: Int, credentials: Credentials, order: [Int?], images: [ImageUpload], boundary: String
  ) {
    self.id = id
    self.credentials = credentials
    self.order = order
    self.images = images
    self.boundary = boundary
  }

  /// The request of the client.
  public var request: HTTPRequest {
    let params: JSONObject = [
      "secret": .string(credentials.secret.revealed),
      "order": .array(order.map { $0.map { .integer($0) } ?? .null }),
    ]
    return ListingForm(params: params, images: images, boundary: boundary)
      .request(
        .put, MarketPath.images(ofListing: id), identifier: credentials.identifier)
  }

  /// Decodes a request; without `order`, the uploads are all images.
  ///
  /// - Throws: ``RequestError``, also if the uploads are more or fewer than `order` says.
  public init(id: Int, request: HTTPRequest) throws(RequestError) {
    let form = try ListingForm(request: request)
    self.id = id
    credentials = try Credentials(reading: form.params, part: "params", of: request)
    images = form.images
    boundary = form.boundary
    order = try Self.order(in: form)
  }

  private static func order(in form: ListingForm) throws(RequestError) -> [Int?] {
    guard let value = form.params["order"] else { return form.images.map { _ in nil } }
    func wrong(_ expected: String, found: String) -> RequestError {
      .member(DecodingIssue(path: "params.order", expected: expected, found: found))
    }
    guard let places = value.arrayValue else { throw wrong("an array", found: value.kind) }
    var order: [Int?] = []
    for place in places {
      guard place == .null || place.intValue != nil else {
        throw wrong("ids of pictures, or null for a new one", found: place.kind)
      }
      order.append(place.intValue)
    }
    let new = order.count { $0 == nil }
    guard new == form.images.count else {
      throw wrong("a null for each of the \(form.images.count) images", found: "\(new)")
    }
    return order
  }

  /// Decodes the changed listing.
  public static func decode(_ response: HTTPResponse) throws(ResponseError) -> Decoded<Product> {
    try readDetail(response)
  }

  /// Returns the response of the service.
  public static func response(_ product: Product) -> HTTPResponse { .json(product.detail) }
}
