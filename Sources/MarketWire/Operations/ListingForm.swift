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

/// The multipart body of a write with images: the part `params` and the parts `images` (API 1.5).
struct ListingForm {
  let params: JSONObject
  let images: [ImageUpload]
  let boundary: String

  init(params: JSONObject, images: [ImageUpload], boundary: String) {
    self.params = params
    self.images = images
    self.boundary = boundary
  }

  /// The request of the client.
  func request(
    _ method: HTTPMethod, _ path: [String], identifier: VendorIdentifier
  ) -> HTTPRequest {
    var writer = MultipartWriter(boundary: boundary)
    writer.append(
      name: "params", contentType: "application/json", body: JSON.object(params).bytes())
    for image in images {
      writer.append(
        name: "images", filename: image.filename, contentType: image.mediaType, body: image.bytes)
    }
    let contentType = writer.contentType
    return HTTPRequest(
      method, RequestTarget(path: path).text,
      headers: [.identifier: identifier.revealed, .contentType: contentType],
      body: writer.finish())
  }

  /// Decodes a request; the declared media types of the images are ignored.
  init(request: HTTPRequest) throws(RequestError) {
    let (parts, sentBoundary) = try Self.parts(of: request)
    guard let params = parts.last(where: { $0.name == "params" }) else {
      throw .missingPart("params")
    }
    guard params.body.count <= CreateProduct.paramsLimit else {
      throw .partTooLarge("params", limit: CreateProduct.paramsLimit)
    }
    self.params = try readObject(params.body, part: "params")
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
}
