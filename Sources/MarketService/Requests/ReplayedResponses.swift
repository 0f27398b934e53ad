/// Requests that carry a key are done once and answered as often as they are sent (API 7).
import Digest
import MarketStore
import MarketWire

/// A write with a key: what the key belongs to, and what was asked for.
struct KeyedRequest {
  let key: ResponseKey
  /// SHA-256 of the parsed members and the pictures, so that spelling and boundary do not matter.
  let hash: [UInt8]
}

/// Keeps answers and gives them again.
enum ReplayedResponses {
  /// Milliseconds that a key is honored: 30 days.
  static let lifetime: Int64 = 30 * 86_400_000
  /// Bytes of a key, all of them visible ASCII.
  static let keyLength = 1...255

  /// Reads the key of a request; nil where none was sent.
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

  /// The answer that was given before, with the host of this request; nil where there is none.
  ///
  /// - Throws: 422 when the key was used for another request.
  static func replay(
    _ keyed: KeyedRequest, _ reader: StoreReader, base: BaseURL, at date: WireDate
  ) throws -> HTTPResponse? {
    guard let kept = try reader.answer(keyed.key),
      kept.createdAt.milliseconds > date.milliseconds - lifetime
    else { return nil }
    guard kept.requestHash == keyed.hash else {
      throw ServiceRefusal(422, "Idempotency-Key: this key was used for another request")
    }
    var response = HTTPResponse(
      status: kept.status, headers: [.contentType: kept.contentType], body: kept.body)
    if let product = try? ShowProduct.decode(response).value {
      response.body = ShowProduct.response(product.rebased(on: base)).body
    }
    response.headers.add(.idempotencyStatus, "replayed")
    return response
  }

  /// Keeps an answer in the transaction of what it stands for, and forgets some of the oldest.
  static func keep(
    _ answer: Answer, for keyed: KeyedRequest, _ writer: StoreWriter, at date: WireDate
  ) throws {
    try writer.deleteResponses(
      before: WireDate(milliseconds: date.milliseconds - lifetime), limit: 100)
    let response = answer.response { $0.product(base: .none) }
    try writer.keep(
      StoredResponse(
        requestHash: keyed.hash, status: response.status,
        contentType: response.headers[.contentType] ?? "", body: response.body, createdAt: date),
      for: keyed.key)
  }
}

/// The digest of what a request asks for. The secret is left out: it proves, it asks nothing.
enum RequestHash {
  /// The digest of members and pictures.
  static func of(_ fields: ListingFields, images: [ImageUpload] = []) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ text: String?) {
      // Lengths keep neighbors apart; a text that is not said differs from an empty one.
      bytes += Array("\(text?.utf8.count ?? -1):\(text ?? "")".utf8)
    }
    add(fields.name)
    add(fields.description)
    add(fields.thumbnailID.map(String.init))
    add(fields.price.map { "\($0)" })
    add(fields.currency?.rawValue)
    add(fields.discount.map { "\($0)" })
    add(fields.stock.map(String.init))
    for image in images { bytes += Digest.sha256(image.bytes) }
    return Digest.sha256(bytes)
  }

  /// The digest of a request that says all it asks for by its path.
  static let ofNothing = of(ListingFields())
}
