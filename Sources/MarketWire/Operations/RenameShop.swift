/// `PATCH /api/account`: renames the shop of an account, if the market has this extension (API 7.4).
///
/// The same request again changes nothing more, so it needs no idempotency key.
public struct RenameShop: MarketOperation {
  /// The new name.
  public var name: String
  /// The credentials of the shop.
  public var credentials: Credentials

  /// Creates the request to rename a shop.
  public init(name: String, credentials: Credentials) {
    self.name = name
    self.credentials = credentials
  }

  /// The request of the client.
  public var request: HTTPRequest {
    .json(
      .patch, MarketPath.account, identifier: credentials.identifier,
      body: ["name": .string(name), "secret": .string(credentials.secret.revealed)])
  }

  /// Decodes a request; a missing identifier becomes an empty one.
  ///
  /// - Throws: ``RequestError``.
  public init(request: HTTPRequest) throws(RequestError) {
    let object = try readObject(request.body, part: "body")
    name = try readText(object, "name", part: "body")
    credentials = try Credentials(reading: object, part: "body", of: request)
  }

  /// Decodes the renamed shop.
  public static func decode(_ response: HTTPResponse) throws(ResponseError) -> Decoded<Vendor> {
    let object = try readJSON(response).objectValue ?? [:]
    var reader = MemberReader()
    let name = reader.take(object["name"], "$.name", "a string", \.stringValue)
    guard let name else { throw .unexpected(reader.issues[0]) }
    let id = reader.take(object["id"], "$.id", "a whole number", \.intValue)
    return Decoded(Vendor(id: id, name: name), issues: reader.issues)
  }

  /// Returns the response of the service: the number and the name of the shop.
  public static func response(_ vendor: Vendor) -> HTTPResponse {
    .json(
      .object([
        "id": vendor.id.map { .integer($0) } ?? .null,
        "name": vendor.name.map { .string($0) } ?? .null,
      ]))
  }
}
