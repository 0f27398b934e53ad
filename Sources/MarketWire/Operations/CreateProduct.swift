/// An image to upload.
public struct ImageUpload: Sendable {
  /// The filename to send; a market never uses it as a path.
  public var filename: String
  /// The declared media type; a market does not rely on it.
  public var mediaType: String
  /// The content of the file.
  public var bytes: ArraySlice<UInt8>

  /// Creates an upload.
  public init(filename: String, mediaType: String, bytes: ArraySlice<UInt8>) {
    self.filename = filename
    self.mediaType = mediaType
    self.bytes = bytes
  }
}

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
    var writer = MultipartWriter(boundary: boundary)
    writer.append(
      name: "params", contentType: "application/json",
      body: JSON.object(fields.object(secret: credentials.secret)).bytes())
    for image in images {
      writer.append(
        name: "images", filename: image.filename, contentType: image.mediaType, body: image.bytes)
    }
    let contentType = writer.contentType
    return HTTPRequest(
      .post, RequestTarget(path: MarketPath.products).text,
      headers: [.identifier: credentials.identifier.revealed, .contentType: contentType],
      body: writer.finish())
  }

  /// Decodes a request; the declared media types of the images are ignored.
  ///
  /// - Throws: ``RequestError``.
  public init(request: HTTPRequest) throws(RequestError) {
    let (parts, sentBoundary) = try Self.parts(of: request)
    guard let params = parts.last(where: { $0.name == "params" }) else {
      throw .missingPart("params")
    }
    guard params.body.count <= Self.paramsLimit else {
      throw .partTooLarge("params", limit: Self.paramsLimit)
    }
    let object = try readObject(params.body, part: "params")
    fields = try ListingFields(reading: object, part: "params")
    fields.thumbnailID = nil
    credentials = try Credentials(reading: object, part: "params", of: request)
    images = parts.filter { $0.name == "images" }.map {
      ImageUpload(
        filename: $0.filename ?? "", mediaType: "application/octet-stream", bytes: $0.body)
    }
    boundary = MultipartWriter.isBoundary(sentBoundary) ? sentBoundary : "market-form"
  }

  private static func parts(
    of request: HTTPRequest
  ) throws(RequestError) -> ([MultipartPart], boundary: String) {
    let contentType = request.headers[.contentType]
    do throws(MultipartError) {
      return (
        try MultipartReader.parts(of: request.body, contentType: contentType),
        try MultipartReader.boundary(in: contentType)
      )
    } catch {
      throw .multipart(error)
    }
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
