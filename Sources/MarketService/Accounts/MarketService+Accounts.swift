public import MarketWire

/// An account that was just created.
///
/// Its secret cannot be recovered: the market stores a hash.
public struct NewAccount: Hashable, Sendable {
  /// The number of the shop.
  public let vendorID: Int
  /// The name, in NFC.
  public let name: String
  /// The identifier and the secret.
  public let credentials: Credentials
  /// Whether the account's writes are refused.
  public let isDisabled: Bool

  public init(vendorID: Int, name: String, credentials: Credentials, isDisabled: Bool = false) {
    self.vendorID = vendorID
    self.name = name
    self.credentials = credentials
    self.isDisabled = isDisabled
  }
}

/// An account without its credentials.
public struct AccountSummary: Hashable, Sendable {
  /// The number of the shop.
  public let vendorID: Int
  /// The name, in NFC.
  public let name: String
  /// Whether the account belongs to the sample market.
  public let isSample: Bool
  /// Whether the account's writes are refused.
  public let isDisabled: Bool
  /// The creation time.
  public let createdAt: WireDate
  /// The number of listings.
  public let listings: Int
  /// The bytes of their pictures.
  public let bytes: Int
  /// Whether the listings are hidden.
  public let isHidden: Bool
  /// The day on which its credentials were last used; nil if never.
  public let lastUsed: WireDate?
}

/// Only the operator of the market manages accounts; no request of the API does.
extension MarketService {
  /// Creates an account.
  ///
  /// - Throws: `.nameInvalid`, `.nameMixesScripts`, `.nameNotInPaths`, `.nameTaken` also for a name
  ///   that looks like another one, `.store`.
  public func addAccount(name: String) throws(ServiceError) -> NewAccount {
    let valid = try newName(name)
    let credentials = makeCredentials()
    let hashes = AccountRules.hashes(of: credentials, random: random)
    let vendor = try write { writer in
      try requireUsable(valid, writer)
      try record(.add, of: valid, in: writer)
      return try writer.insertVendor(name: valid, hashes: hashes, at: clock())
    }
    return NewAccount(vendorID: vendor.id, name: vendor.name, credentials: credentials)
  }

  /// All accounts in the order of creation, including those of the sample market.
  public func accounts() throws(ServiceError) -> [AccountSummary] {
    let vendors = try translated { try store.read { try $0.vendors() } }
    return vendors.map { vendor, usage in
      AccountSummary(
        vendorID: vendor.id, name: vendor.name, isSample: vendor.isSample,
        isDisabled: vendor.isDisabled, createdAt: vendor.createdAt, listings: usage.listings,
        bytes: usage.bytes, isHidden: vendor.isHidden, lastUsed: vendor.lastUsed)
    }
  }

  /// The number of sample listings, including generated ones.
  public func sampleCount() throws(ServiceError) -> Int {
    try accounts().reduce(0) { $0 + ($1.isSample ? $1.listings : 0) }
  }

  /// Replaces the identifier and the secret of an account. A disabled account stays disabled.
  ///
  /// - Throws: `.noSuchAccount`, also for an account of the sample market; `.store`.
  public func resetAccount(name: String) throws(ServiceError) -> NewAccount {
    let credentials = makeCredentials()
    let hashes = AccountRules.hashes(of: credentials, random: random)
    let vendor = try write { writer in
      let vendor = try account(name, writer)
      try writer.setCredentials(hashes, ofVendor: vendor.id)
      try record(.reset, of: vendor.name, in: writer)
      return vendor
    }
    return NewAccount(
      vendorID: vendor.id, name: vendor.name, credentials: credentials,
      isDisabled: vendor.isDisabled)
  }

  /// Renames an account. All of its listings get a new revision, since they show the name.
  ///
  /// - Returns: the new name, in NFC.
  /// - Throws: `.noSuchAccount`, also for an account of the sample market; the errors of
  ///   ``addAccount(name:)``.
  public func renameAccount(_ name: String, to new: String) throws(ServiceError) -> String {
    let valid = try newName(new)
    try write { writer in
      try rename(try account(name, writer), to: valid, writer)
    }
    return valid
  }

  /// Renames an account, unless it has the name.
  ///
  /// - Parameter name: a ``newName(_:)``.
  /// - Throws: `ServiceError.nameNotInPaths`, `.nameTaken`, an error of the store.
  func rename(_ vendor: StoredVendor, to name: String, _ writer: any StoreWriter) throws {
    if vendor.name.utf8.elementsEqual(name.utf8) { return }
    try requireUsable(name, except: vendor.id, writer)
    try writer.setName(name, ofVendor: vendor.id)
    try forEachProduct(of: vendor, writer) { try writer.update($0) }
    try record(.rename, of: vendor.name, detail: name, in: writer)
  }

  /// A name for a new or renamed account, in NFC.
  func newName(_ text: String) throws(ServiceError) -> String {
    guard let valid = AccountRules.name(text) else { throw .nameInvalid(text) }
    guard !NameLikeness.mixesScripts(valid) else { throw .nameMixesScripts(valid) }
    return valid
  }

  /// Throws `.nameNotInPaths` if a page cannot have the name, or `.nameTaken` if another account, or
  /// a sample shop, has a name that looks like this one.
  private func requireUsable(
    _ name: String, except id: Int? = nil, _ reader: any StoreReader
  ) throws {
    guard AccountRules.isInPaths(name) else { throw ServiceError.nameNotInPaths(name) }
    let likeness = NameLikeness(name)
    let taken = try reader.vendors().first { found in
      found.vendor.id != id && likeness.isLike(NameLikeness(found.vendor.name))
    }
    if let taken { throw ServiceError.nameTaken(taken.vendor.name) }
  }

  func account(_ name: String, _ reader: any StoreReader) throws -> StoredVendor {
    guard let vendor = try reader.vendor(named: Folding.normalized(name)), !vendor.isSample else {
      throw ServiceError.noSuchAccount(name)
    }
    return vendor
  }

  /// New random credentials.
  func makeCredentials() -> Credentials {
    Credentials(
      identifier: AccountRules.makeIdentifier(random: random),
      secret: AccountRules.makeSecret(random: random))
  }

  func write<T>(_ body: (any StoreWriter) throws -> T) throws(ServiceError) -> T {
    try translated { try store.write(body) }
  }
}
