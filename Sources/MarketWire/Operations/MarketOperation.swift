/// What the operations of the API have in common: both ends of each stand in one file.

/// One operation: a request with its answer.
public protocol MarketOperation: Sendable {
  /// What a successful answer says.
  associatedtype Output: Sendable

  /// The request as the client sends it.
  var request: HTTPRequest { get }

  /// Reads the body of a successful answer.
  static func decode(_ response: HTTPResponse) throws(ResponseError) -> Decoded<Output>

  /// The answer as the service sends it.
  static func response(_ output: Output) -> HTTPResponse
}

/// Why the service cannot read a request; each case names the member or part (API 7).
public enum RequestError: Error, Hashable, Sendable {
  /// The body is not JSON.
  case notJSON(part: String, JSONError)
  /// A member is missing or of another kind.
  case member(DecodingIssue)
  /// A query item has a value that it cannot have.
  case query(name: String, value: String, expected: String)
  /// The body is not a form, or a broken one.
  case multipart(MultipartError)
  /// A part that is needed is not there.
  case missingPart(String)
  /// A part has more than `limit` bytes.
  case partTooLarge(String, limit: Int)
}

/// The paths of the API.
public enum MarketPath {
  /// The list; one listing is one component deeper.
  public static let products = ["api", "products"]
  /// The health check.
  public static let health = ["healthChecker"]
}

extension HTTPRequest {
  /// A request with a JSON body.
  static func json(
    _ method: HTTPMethod, _ path: [String], identifier: VendorIdentifier, body: JSONObject
  ) -> HTTPRequest {
    HTTPRequest(
      method, RequestTarget(path: path).text,
      headers: [.identifier: identifier.revealed, .contentType: "application/json"],
      body: JSON.object(body).bytes())
  }
}

/// Reads a JSON body into an object.
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

/// Reads the `secret` that stands in the body of each write.
func readSecret(_ object: JSONObject, part: String) throws(RequestError) -> Secret {
  guard let text = object["secret"]?.stringValue else {
    let found = object["secret"]?.kind ?? "nothing"
    throw .member(DecodingIssue(path: "\(part).secret", expected: "a text", found: found))
  }
  return Secret(text)
}

/// The text of an answer without white space around it and without a pair of quotes.
func wordOfAnswer(_ response: HTTPResponse) -> String {
  func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0D, 0x0A].contains(byte) }
  var bytes = response.body.drop(while: isBlank)
  while let last = bytes.last, isBlank(last) { bytes = bytes.dropLast() }
  let quote = UInt8(ascii: "\"")
  if bytes.count > 1, bytes.first == quote, bytes.last == quote {
    bytes = bytes.dropFirst().dropLast()
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// Reads a detail.
func readDetail(_ response: HTTPResponse) throws(ResponseError) -> Decoded<Product> {
  let value = try readJSON(response)
  var reader = MemberReader()
  guard let product = reader.product(value, at: "$") else { throw .unexpected(reader.issues[0]) }
  return Decoded(product, issues: reader.issues)
}

/// Reads the body of an answer as JSON.
func readJSON(_ response: HTTPResponse) throws(ResponseError) -> JSON {
  do throws(JSONError) {
    return try JSON(parsing: response.body)
  } catch {
    throw .notJSON(error)
  }
}
