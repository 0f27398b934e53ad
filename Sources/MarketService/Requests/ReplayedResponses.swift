import Digest
import MarketWire

/// A write with an idempotency key and the hash of its content.
struct KeyedRequest {
  let key: ResponseKey
  /// SHA-256 of the parsed members and pictures, independent of spelling and multipart boundary.
  let hash: [UInt8]
}

/// The responses to requests with an idempotency key, which are stored and sent again (API 7.4).
enum ReplayedResponses {
  /// The lifetime of a key in milliseconds: 30 days.
  static let lifetime: Int64 = 30 * 86_400_000
  /// The length of a key in visible ASCII characters.
  static let keyLength = 1...255

  /// Parses the key of a request; nil if there is none.
  ///
  /// - Throws: 400 for a malformed or repeated key.
  static func keyed(
    _ request: HTTPRequest, _ route: Route, vendor: StoredVendor, hash: @autoclosure () -> [UInt8]
  ) throws(ServiceRefusal) -> KeyedRequest? {
    let keys = request.headers.all(.idempotencyKey)
    guard let key = keys.first else { return nil }
    guard keys.count == 1, keyLength.contains(key.utf8.count),
      key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else {
      throw .badRequest(
        "Idempotency-Key: expected one key of \(keyLength.lowerBound) to \(keyLength.upperBound)"
          + " visible ASCII characters")
    }
    return KeyedRequest(
      key: ResponseKey(
        vendorID: vendor.id, method: request.method.rawValue, path: route.canonicalPath, key: key),
      hash: hash())
  }

  /// The stored response with the URLs of this request's host; nil if there is none.
  ///
  /// - Throws: 422 if the key was used for another request.
  static func replay(
    _ keyed: KeyedRequest, _ reader: any StoreReader, base: BaseURL, at date: WireDate
  ) throws -> HTTPResponse? {
    guard let stored = try reader.response(keyed.key),
      stored.createdAt.milliseconds > date.milliseconds - lifetime
    else { return nil }
    guard stored.requestHash == keyed.hash else {
      throw ServiceRefusal(422, "Idempotency-Key: this key was used for another request")
    }
    var response = HTTPResponse(
      status: stored.status, headers: [.contentType: stored.contentType], body: stored.body)
    if let product = try? ShowProduct.decode(response).value {
      response.body = ShowProduct.response(product.rebased(on: base)).body
      response.facts.listing = product.id
    }
    response.headers.add(.idempotencyStatus, "replayed")
    return response
  }

  /// Stores a response in the transaction of its write, and deletes some expired ones.
  static func store(
    _ result: WriteResult, for keyed: KeyedRequest, _ writer: any StoreWriter, at date: WireDate
  ) throws {
    try writer.deleteResponses(
      before: WireDate(milliseconds: date.milliseconds - lifetime), limit: 100)
    let response = result.response { $0.product(base: .none) }
    try writer.store(
      StoredResponse(
        requestHash: keyed.hash, status: response.status,
        contentType: response.headers[.contentType] ?? "", body: response.body, createdAt: date),
      for: keyed.key)
  }
}

/// The hash of a request's content.
///
/// It does not include the secret, which may change between two identical requests.
enum RequestHash {
  /// The hash of members and pictures, and of the places of pictures that stay.
  static func of(
    _ fields: ListingFields, images: [ImageUpload] = [], order: [Int?] = []
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ text: String?) {
      // The length separates neighboring texts and distinguishes an absent text from an empty one.
      bytes += Array("\(text?.utf8.count ?? -1):\(text ?? "")".utf8)
    }
    add(fields.name)
    add(fields.description)
    add(fields.thumbnailID.map(String.init))
    add(fields.price.map { "\($0)" })
    add(fields.currency?.rawValue)
    add(fields.discount.map { "\($0)" })
    add(fields.stock.map(String.init))
    for place in order { add(place.map(String.init)) }
    for image in images { bytes += Digest.sha256(image.bytes) }
    return Digest.sha256(bytes)
  }

  /// The hash of a request without content.
  static let empty = of(ListingFields())
}
