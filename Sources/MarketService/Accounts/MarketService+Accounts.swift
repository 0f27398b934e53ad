import MarketStore
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

  public init(vendorID: Int, name: String, credentials: Credentials) {
    self.vendorID = vendorID
    self.name = name
    self.credentials = credentials
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
}

/// Only the operator of the market manages accounts; no request of the API does.
extension MarketService {
  /// Creates an account.
  ///
  /// Names are compared exactly, in NFC.
  ///
  /// - Throws: `.nameInvalid`, `.nameTaken`, `.store`.
  public func addAccount(name: String) throws(ServiceError) -> NewAccount {
    guard let valid = AccountRules.name(name) else { throw .nameInvalid(name) }
    let credentials = makeCredentials()
    let hashes = AccountRules.hashes(of: credentials, random: random)
    let vendor = try write { writer in
      guard try writer.vendor(named: valid) == nil else { throw ServiceError.nameTaken(valid) }
      return try writer.insertVendor(name: valid, hashes: hashes, at: clock())
    }
    return NewAccount(vendorID: vendor.id, name: vendor.name, credentials: credentials)
  }

  /// All accounts in the order of creation, including those of the sample market.
  public func accounts() throws(ServiceError) -> [AccountSummary] {
    let vendors = try translated { try store.read { try $0.vendors() } }
    return vendors.map { vendor, listings in
      AccountSummary(
        vendorID: vendor.id, name: vendor.name, isSample: vendor.isSample,
        isDisabled: vendor.isDisabled, createdAt: vendor.createdAt, listings: listings)
    }
  }

  /// The number of sample listings, including generated ones.
  public func sampleCount() throws(ServiceError) -> Int {
    try accounts().reduce(0) { $0 + ($1.isSample ? $1.listings : 0) }
  }

  /// Replaces the identifier and the secret of an account, and enables the account.
  ///
  /// - Throws: `.noSuchAccount`, also for an account of the sample market; `.store`.
  public func resetAccount(name: String) throws(ServiceError) -> NewAccount {
    let credentials = makeCredentials()
    let hashes = AccountRules.hashes(of: credentials, random: random)
    let vendor = try write { writer in
      let vendor = try account(name, writer)
      try writer.setCredentials(hashes, ofVendor: vendor.id)
      try writer.setDisabled(false, ofVendor: vendor.id)
      return vendor
    }
    return NewAccount(vendorID: vendor.id, name: vendor.name, credentials: credentials)
  }

  /// Renames an account. All of its listings get a new revision, since they show the name.
  ///
  /// - Returns: the new name, in NFC.
  /// - Throws: `.noSuchAccount`, also for an account of the sample market; `.nameInvalid`,
  ///   `.nameTaken`, `.store`.
  public func renameAccount(_ name: String, to new: String) throws(ServiceError) -> String {
    guard let valid = AccountRules.name(new) else { throw .nameInvalid(new) }
    try write { writer in
      let vendor = try account(name, writer)
      if vendor.name.utf8.elementsEqual(valid.utf8) { return }
      guard try writer.vendor(named: valid) == nil else { throw ServiceError.nameTaken(valid) }
      try writer.setName(valid, ofVendor: vendor.id)
      var own = ListingFilter.all
      own.vendor = .id(vendor.id)
      var offset = 0
      while true {
        let page = try writer.products(
          own, sortedBy: ListingSort(.oldest), offset: offset, limit: 500)
        for row in page.products {
          if let product = try writer.product(row.id) { try writer.update(product) }
        }
        offset += page.products.count
        if page.products.isEmpty { return }
      }
    }
    return valid
  }

  /// Disables or enables an account.
  ///
  /// Its listings stay.
  ///
  /// - Throws: `.noSuchAccount`, also for an account of the sample market; `.store`.
  public func setAccount(name: String, disabled: Bool) throws(ServiceError) {
    try write { writer in
      let vendor = try account(name, writer)
      try writer.setDisabled(disabled, ofVendor: vendor.id)
    }
  }

  private func account(_ name: String, _ reader: any StoreReader) throws -> StoredVendor {
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

  private func write<T>(_ body: (any StoreWriter) throws -> T) throws(ServiceError) -> T {
    try translated { try store.write(body) }
  }
}
