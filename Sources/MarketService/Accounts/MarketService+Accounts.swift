/// Vendor accounts, which only the owner of the market makes; no request can.
import MarketStore
public import MarketWire

/// An account that was just made. Its secret is nowhere else: the market keeps a digest only.
public struct NewAccount: Hashable, Sendable {
  public let vendorID: Int
  public let name: String
  public let credentials: Credentials

  public init(vendorID: Int, name: String, credentials: Credentials) {
    self.vendorID = vendorID
    self.name = name
    self.credentials = credentials
  }
}

/// An account without its secrets.
public struct AccountSummary: Hashable, Sendable {
  public let vendorID: Int
  public let name: String
  /// Whether it is one of the sample market's shops.
  public let isSample: Bool
  public let isDisabled: Bool
  public let createdAt: WireDate
  public let listings: Int
}

extension MarketService {
  /// Makes an account. Names are compared exactly, in NFC.
  ///
  /// - Throws: `.nameInvalid`, `.nameTaken`, `.store`.
  public func addAccount(name: String) throws(ServiceError) -> NewAccount {
    guard let clean = AccountRules.name(name) else { throw .nameInvalid(name) }
    let credentials = makeCredentials()
    let proof = AccountRules.proof(credentials, random: random)
    let vendor = try stored { writer in
      guard try writer.vendor(named: clean) == nil else { throw ServiceError.nameTaken(clean) }
      return try writer.insertVendor(name: clean, proof: proof, at: clock())
    }
    return NewAccount(vendorID: vendor.id, name: vendor.name, credentials: credentials)
  }

  /// All accounts in the order they were made, the shops of the sample market among them.
  public func accounts() throws(ServiceError) -> [AccountSummary] {
    let vendors = try translated { try store.read { try $0.vendors() } }
    return vendors.map { vendor, listings in
      AccountSummary(
        vendorID: vendor.id, name: vendor.name, isSample: vendor.isSample,
        isDisabled: vendor.isDisabled, createdAt: vendor.createdAt, listings: listings)
    }
  }

  /// How many listings the shops of the sample market have, made-up ones among them.
  public func sampleCount() throws(ServiceError) -> Int {
    try accounts().reduce(0) { $0 + ($1.isSample ? $1.listings : 0) }
  }

  /// Gives an account a new identifier and secret; the old ones are worth nothing from now on.
  /// An account that was disabled is taken again.
  public func resetAccount(name: String) throws(ServiceError) -> NewAccount {
    let credentials = makeCredentials()
    let proof = AccountRules.proof(credentials, random: random)
    let vendor = try stored { writer in
      let vendor = try account(name, writer)
      try writer.setCredentials(proof, ofVendor: vendor.id)
      try writer.setDisabled(false, ofVendor: vendor.id)
      return vendor
    }
    return NewAccount(vendorID: vendor.id, name: vendor.name, credentials: credentials)
  }

  /// Refuses an account's writes, or takes them again; its listings stay.
  public func setAccount(name: String, disabled: Bool) throws(ServiceError) {
    try stored { writer in
      let vendor = try account(name, writer)
      try writer.setDisabled(disabled, ofVendor: vendor.id)
    }
  }

  private func account(_ name: String, _ reader: StoreReader) throws -> StoredVendor {
    guard let vendor = try reader.vendor(named: Folding.normalized(name)), !vendor.isSample else {
      throw ServiceError.noSuchAccount(name)
    }
    return vendor
  }

  func makeCredentials() -> Credentials {
    Credentials(
      identifier: AccountRules.identifier(random: random),
      secret: AccountRules.secret(random: random))
  }

  private func stored<T>(_ body: (StoreWriter) throws -> T) throws(ServiceError) -> T {
    try translated { try store.write(body) }
  }

  /// Turns a failure of the store into one of the service.
  func translated<T>(_ body: () throws -> T) throws(ServiceError) -> T {
    do { return try body() } catch { throw serviceError(error) }
  }

  /// What an error of any layer below means for the owner of the market.
  func serviceError(_ error: any Error) -> ServiceError {
    switch error {
    case let error as ServiceError: error
    case let error as StoreError: .store(error, path: folder)
    case let error as FileError: .folderNotUsable(path: folder, reason: error.reason)
    default: .store(.failed(detail: "\(error)"), path: folder)
    }
  }
}
