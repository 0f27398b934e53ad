/// Vendors as the store keeps them.
public import MarketWire

/// A vendor account without what proves it.
public struct StoredVendor: Hashable, Sendable {
  public let id: Int
  /// In NFC; unique.
  public let name: String
  /// Whether it belongs to the sample market: nobody can sign in as it.
  public let isSample: Bool
  /// Whether its writes are refused.
  public let isDisabled: Bool
  public let createdAt: WireDate
}

/// What proves a vendor: digests only, so that nobody who reads the file can write as a vendor.
public struct CredentialHashes: Hashable, Sendable {
  /// SHA-256 of the identifier. It needs no salt: an identifier has 122 random bits.
  public var identifierHash: [UInt8]
  public var salt: [UInt8]
  /// SHA-256 of the salt followed by the secret.
  public var secretHash: [UInt8]

  public init(identifierHash: [UInt8], salt: [UInt8], secretHash: [UInt8]) {
    self.identifierHash = identifierHash
    self.salt = salt
    self.secretHash = secretHash
  }
}
