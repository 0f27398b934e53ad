/// An operation of the API.
///
/// The client encodes the request and decodes the response; the service does the opposite. Both
/// sides of an operation are in the same file.
public protocol MarketOperation: Sendable {
  /// The content of a successful response.
  associatedtype Output: Sendable

  /// The request of the client.
  var request: HTTPRequest { get }

  /// Decodes a successful response.
  ///
  /// - Throws: ``ResponseError`` if nothing of the response is usable.
  static func decode(_ response: HTTPResponse) throws(ResponseError) -> Decoded<Output>

  /// Returns the response of the service.
  static func response(_ output: Output) -> HTTPResponse
}

/// An error in a request, with the name of the member, part or parameter (API 7.1).
public enum RequestError: Error, Hashable, Sendable {
  /// The part or body is not JSON.
  case notJSON(part: String, JSONError)
  /// A member is missing or of the wrong type.
  case member(DecodingIssue)
  /// A query parameter has an invalid value.
  case query(name: String, value: String, expected: String)
  /// The body is not a valid form.
  case multipart(MultipartError)
  /// A required part is missing.
  case missingPart(String)
  /// A part is larger than `limit`, in bytes.
  case partTooLarge(String, limit: Int)
}

/// The paths of the API.
public enum MarketPath {
  /// The list, `/api/products`; a listing is one component deeper.
  public static let products = ["api", "products"]
  /// The images of a listing, `/api/products/{id}/images`, an extension.
  public static func images(ofListing id: Int) -> [String] { products + [String(id), "images"] }
  /// The account of the request, `/api/account`, an extension.
  public static let account = ["api", "account"]
  /// The pages for buyers, `/listings/{id}`, which are no part of the API.
  public static let listings = ["listings"]
  /// The pages of shops for buyers, `/shops/{name}`, which are no part of the API.
  public static let shops = ["shops"]
  /// The health check, `/healthChecker`.
  public static let health = ["healthChecker"]
  /// Whether the process answers, `/alive`, which is no part of the API.
  public static let alive = ["alive"]
}

extension HTTPRequest {
  /// The identifier in the headers, empty if there is none.
  package var identifier: VendorIdentifier { VendorIdentifier(headers[.identifier] ?? "") }

  /// Returns a request with a JSON body and a vendor identifier.
  static func json(
    _ method: HTTPMethod, _ path: [String], identifier: VendorIdentifier, body: JSONObject
  ) -> HTTPRequest {
    HTTPRequest(
      method, RequestTarget(path: path).text,
      headers: [.identifier: identifier.revealed, .contentType: "application/json"],
      body: JSON.object(body).bytes())
  }
}

/// Parses a JSON object; `part` names the source in errors.
func readObject(
  _ body: some Collection<UInt8>, part: String
) throws(RequestError) -> JSONObject {
  let value: JSON
  do throws(JSONError) {
    value = try JSON(parsing: body)
  } catch {
    throw .notJSON(part: part, error)
  }
  guard let object = value.objectValue else {
    throw .member(DecodingIssue(path: part, expected: "an object", found: value.kind))
  }
  return object
}

/// Returns a text in the body of a write.
func readText(_ object: JSONObject, _ key: String, part: String) throws(RequestError) -> String {
  guard let text = object[key]?.stringValue else {
    let found = object[key]?.kind ?? "nothing"
    throw .member(DecodingIssue(path: "\(part).\(key)", expected: "a string", found: found))
  }
  return text
}

extension Credentials {
  /// Decodes the `secret` in the body of a write, and the identifier in its headers.
  init(
    reading object: JSONObject, part: String, of request: HTTPRequest
  ) throws(RequestError) {
    self.init(
      identifier: request.identifier,
      secret: Secret(try readText(object, "secret", part: part)))
  }
}

/// Returns the body as text, without surrounding white space and quotes.
func bareText(of response: HTTPResponse) -> String {
  var bytes = trimmed(response.body[...]) { [0x20, 0x09, 0x0D, 0x0A].contains($0) }
  let quote = UInt8(ascii: "\"")
  if bytes.count > 1, bytes.first == quote, bytes.last == quote {
    bytes = bytes.dropFirst().dropLast()
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// Decodes a listing in full.
func readDetail(_ response: HTTPResponse) throws(ResponseError) -> Decoded<Product> {
  let value = try readJSON(response)
  var reader = MemberReader()
  guard let product = reader.product(value, at: "$") else { throw .unexpected(reader.issues[0]) }
  return Decoded(product, issues: reader.issues)
}

/// Parses the body of a response as JSON.
func readJSON(_ response: HTTPResponse) throws(ResponseError) -> JSON {
  do throws(JSONError) {
    return try JSON(parsingAnswer: response.body)
  } catch {
    throw .notJSON(error)
  }
}
