/// A vendor with the hashes of its credentials, as a move takes it along.
public struct ExportedVendor: Hashable, Sendable {
  /// The account.
  public let vendor: StoredVendor
  /// The hashes of its credentials.
  public let hashes: CredentialHashes

  public init(vendor: StoredVendor, hashes: CredentialHashes) {
    self.vendor = vendor
    self.hashes = hashes
  }
}

/// A stored response with its key, as a move takes it along.
public struct ExportedResponse: Hashable, Sendable {
  /// The key.
  public let key: ResponseKey
  /// The response.
  public let response: StoredResponse

  public init(key: ResponseKey, response: StoredResponse) {
    self.key = key
    self.response = response
  }
}

/// The numbers that the next rows of a store get.
public struct StoreNumbers: Hashable, Sendable {
  /// The id of the next vendor.
  public var vendor: Int
  /// The id of the next listing.
  public var product: Int
  /// The id of the next picture.
  public var picture: Int
  /// The current revision.
  public var revision: Int

  public init(vendor: Int, product: Int, picture: Int, revision: Int) {
    self.vendor = vendor
    self.product = product
    self.picture = picture
    self.revision = revision
  }
}
