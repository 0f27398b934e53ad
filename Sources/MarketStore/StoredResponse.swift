/// Answers that are kept so that a request sent twice is done once.
public import MarketWire

/// What an idempotency key belongs to.
public struct ResponseKey: Hashable, Sendable {
  public let vendorID: Int
  public let method: String
  /// The path in its canonical form.
  public let path: String
  public let key: String

  public init(vendorID: Int, method: String, path: String, key: String) {
    self.vendorID = vendorID
    self.method = method
    self.path = path
    self.key = key
  }
}

/// An answer that was given, with the digest of the request it answered.
public struct StoredResponse: Hashable, Sendable {
  public let requestHash: [UInt8]
  public let status: Int
  public let contentType: String
  public let body: [UInt8]
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
