/// `POST /api/products`: a new listing with its pictures (API 1.5).

/// A picture on its way to the market.
public struct Upload: Sendable {
  /// The name to send; the market never uses it as a path.
  public var filename: String
  public var mediaType: String
  public var bytes: ArraySlice<UInt8>

  public init(filename: String, mediaType: String, bytes: ArraySlice<UInt8>) {
    self.filename = filename
    self.mediaType = mediaType
    self.bytes = bytes
  }
}

public struct CreateProduct: MarketOperation {
  /// The part that holds the members, at most 64 KiB (API 8).
  public static let paramsLimit = 65_536

  public var credentials: Credentials
  public var fields: ListingFields
  public var images: [Upload]
  /// Parts the body; the same on every attempt, so that the body is the same to the byte.
  public var boundary: String

  public init(
    credentials: Credentials, fields: ListingFields, images: [Upload], boundary: String
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

  /// Reads the parts of a request. Neither the type nor the name that a picture claims is trusted.
  public init(request: HTTPRequest) throws(RequestProblem) {
    let parts: [MultipartPart]
    do throws(MultipartProblem) {
      parts = try MultipartReader.parts(
        of: request.body, contentType: request.headers[.contentType])
    } catch {
      throw .multipart(error)
    }
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
      Upload(filename: $0.filename ?? "", mediaType: "application/octet-stream", bytes: $0.body)
    }
    boundary = ""
  }

  public static func answer(from response: HTTPResponse) throws(AnswerProblem) -> Reading<Product> {
    try readDetail(response)
  }

  public static func response(_ product: Product) -> HTTPResponse {
    .json(product.detail, status: 201)
  }
}
