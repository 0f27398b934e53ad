public import MarketWire

/// A vendor account without its credentials.
public struct StoredVendor: Hashable, Sendable {
  /// The id, which is never used again.
  public let id: Int
  /// The unique name, in NFC.
  public let name: String
  /// Whether the vendor belongs to the sample market.
  ///
  /// Nobody has its credentials.
  public let isSample: Bool
  /// Whether the vendor's writes are refused.
  public let isDisabled: Bool
  /// The creation time.
  public let createdAt: WireDate
  /// Whether the vendor's listings are hidden.
  public let isHidden: Bool
  /// The beginning of the day (UTC) on which its credentials were last used; nil if never.
  public let lastUsed: WireDate?
  /// What it says about itself.
  public let profile: ShopProfile

  public init(
    id: Int, name: String, isSample: Bool, isDisabled: Bool, createdAt: WireDate,
    isHidden: Bool = false, lastUsed: WireDate? = nil, profile: ShopProfile = ShopProfile()
  ) {
    self.id = id
    self.name = name
    self.isSample = isSample
    self.isDisabled = isDisabled
    self.createdAt = createdAt
    self.isHidden = isHidden
    self.lastUsed = lastUsed
    self.profile = profile
  }
}

/// The hashes of a vendor's credentials, from which the credentials cannot be recovered.
public struct CredentialHashes: Hashable, Sendable {
  /// SHA-256 of the identifier.
  ///
  /// It needs no salt, because an identifier has 122 random bits.
  public var identifierHash: [UInt8]
  /// The random salt of `secretHash`.
  public var salt: [UInt8]
  /// SHA-256 of the salt followed by the secret.
  public var secretHash: [UInt8]

  public init(identifierHash: [UInt8], salt: [UInt8], secretHash: [UInt8]) {
    self.identifierHash = identifierHash
    self.salt = salt
    self.secretHash = secretHash
  }
}
