/// What a shop says about itself to buyers (API 7.4).
public struct ShopProfile: Hashable, Sendable {
  /// A few words, which may have several lines; empty for none.
  public var words: String
  /// How buyers reach the shop: a URL, an address of mail, or a name in a messenger; empty for none.
  public var contact: String

  /// The longest words, in UTF-16 units.
  public static let wordsLimit = 1_000
  /// The longest contact, in UTF-16 units.
  public static let contactLimit = 200

  /// Creates a profile.
  public init(words: String = "", contact: String = "") {
    self.words = words
    self.contact = contact
  }
}

/// `PATCH /api/account`: changes the name or the profile of a shop, if the market has the extensions
/// `rename` or `profile` (API 7.4).
///
/// The same request again changes nothing more, so it needs no idempotency key.
public struct EditShop: MarketOperation {
  /// A shop as its owner sees it.
  public struct Shop: Hashable, Sendable {
    /// The number and the name.
    public var vendor: Vendor
    /// The profile; empty from a market without this extension.
    public var profile: ShopProfile

    /// Creates a shop.
    public init(vendor: Vendor, profile: ShopProfile = ShopProfile()) {
      self.vendor = vendor
      self.profile = profile
    }
  }

  /// The new name; nil keeps it.
  public var name: String?
  /// The new words; nil keeps them.
  public var words: String?
  /// The new contact; nil keeps it.
  public var contact: String?
  /// The credentials of the shop.
  public var credentials: Credentials

  /// Creates the request to change a shop; without a change it reads the shop.
  public init(
    name: String? = nil, words: String? = nil, contact: String? = nil, credentials: Credentials
  ) {
    self.name = name
    self.words = words
    self.contact = contact
    self.credentials = credentials
  }

  /// Whether anything is to change.
  public var hasChanges: Bool { name != nil || words != nil || contact != nil }

  /// The request of the client.
  public var request: HTTPRequest {
    var body: JSONObject = [:]
    for (key, value) in [("name", name), ("words", words), ("contact", contact)] {
      if let value { body[key] = .string(value) }
    }
    body["secret"] = .string(credentials.secret.revealed)
    return .json(.patch, MarketPath.account, identifier: credentials.identifier, body: body)
  }

  /// Decodes a request; a missing identifier becomes an empty one.
  ///
  /// - Throws: ``RequestError``.
  public init(request: HTTPRequest) throws(RequestError) {
    let object = try readObject(request.body, part: "body")
    func text(_ key: String) throws(RequestError) -> String? {
      object[key] == nil ? nil : try readText(object, key, part: "body")
    }
    name = try text("name")
    words = try text("words")
    contact = try text("contact")
    credentials = try Credentials(reading: object, part: "body", of: request)
  }

  /// Decodes the shop as it is now.
  public static func decode(_ response: HTTPResponse) throws(ResponseError) -> Decoded<Shop> {
    let object = try readJSON(response).objectValue ?? [:]
    var reader = MemberReader()
    let name = reader.take(object["name"], "$.name", "a string", \.stringValue)
    guard let name else { throw .unexpected(reader.issues[0]) }
    let id = reader.take(object["id"], "$.id", "a whole number", \.intValue)
    let profile = ShopProfile(
      words: object["words"]?.stringValue ?? "", contact: object["contact"]?.stringValue ?? "")
    return Decoded(
      Shop(vendor: Vendor(id: id, name: name), profile: profile), issues: reader.issues)
  }

  /// Returns the response of the service: the number, the name and the profile of the shop.
  public static func response(_ shop: Shop) -> HTTPResponse {
    .json(
      .object([
        "id": shop.vendor.id.map { .integer($0) } ?? .null,
        "name": shop.vendor.name.map { .string($0) } ?? .null,
        "words": .string(shop.profile.words), "contact": .string(shop.profile.contact),
      ]))
  }
}
