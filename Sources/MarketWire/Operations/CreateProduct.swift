/// `POST /api/products`: a new listing with its pictures (API 1.5).

/// A picture on its way to the market.
public struct ImageUpload: Sendable {
  /// The name to send; the market never uses it as a path.
  public var filename: String
  /// What the sender says that it is; the market does not believe it.
  public var mediaType: String
  /// The file.
  public var bytes: ArraySlice<UInt8>

  /// A picture by its name, its type and its bytes.
  public init(filename: String, mediaType: String, bytes: ArraySlice<UInt8>) {
    self.filename = filename
    self.mediaType = mediaType
    self.bytes = bytes
  }
}

/// The offer of a new listing.
public struct CreateProduct: MarketOperation {
  /// The part that holds the members, at most 64 KiB (API 8).
  public static let paramsLimit = 65_536

  /// Those of the seller.
  public var credentials: Credentials
  /// What the seller says of it.
  public var fields: ListingFields
  /// One to five pictures, in order.
  public var images: [ImageUpload]
  /// Parts the body; the same on every attempt, so that the body is the same to the byte. It must
  /// be one that ``MultipartWriter/isBoundary(_:)`` takes.
  public var boundary: String

  /// Offers a listing.
  public init(
    credentials: Credentials, fields: ListingFields, images: [ImageUpload], boundary: String
  ) {
    self.credentials = credentials
    self.fields = fields
    self.images = images
    self.boundary = boundary
  }

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

  /// Reads the parts of a request. The type that a picture claims is not trusted and not kept.
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
    credentials = Credentials(
      identifier: VendorIdentifier(request.headers[.identifier] ?? ""),
      secret: try readSecret(object, part: "params"))
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

  /// Reads the listing that was made.
  public static func decode(_ response: HTTPResponse) throws(ResponseError) -> Decoded<Product> {
    try readDetail(response)
  }

  public static func response(_ product: Product) -> HTTPResponse {
    .json(product.detail, status: 201)
  }
}
