public import MarketWire

/// An idempotency key with its scope (API 7.4).
public struct ResponseKey: Hashable, Sendable {
  /// The id of the vendor that sent the request.
  public let vendorID: Int
  /// The method of the request.
  public let method: String
  /// The path of the request in its canonical form.
  public let path: String
  /// The value of the `Idempotency-Key` header.
  public let key: String

  public init(vendorID: Int, method: String, path: String, key: String) {
    self.vendorID = vendorID
    self.method = method
    self.path = path
    self.key = key
  }
}

/// A response that was sent, with the hash of its request.
public struct StoredResponse: Hashable, Sendable {
  /// SHA-256 of the request's members and pictures.
  public let requestHash: [UInt8]
  /// The HTTP status.
  public let status: Int
  /// The media type of the body.
  public let contentType: String
  /// The body, with paths in place of URLs.
  public let body: [UInt8]
  /// The time of the response.
  public let createdAt: WireDate

  public init(
    requestHash: [UInt8], status: Int, contentType: String, body: [UInt8], createdAt: WireDate
  ) {
    self.requestHash = requestHash
    self.status = status
    self.contentType = contentType
    self.body = body
    self.createdAt = createdAt
  }
}
