import MarketWire

/// The steps that all writes share.
extension MarketService {
  /// The vendor with these credentials.
  ///
  /// - Throws: 401, or 429 after too many wrong secrets.
  func authenticate(
    _ credentials: Credentials, from client: ClientAddress
  ) throws -> StoredVendor {
    try authenticate(credentials.identifier, from: client) { hashes in
      AccountRules.isCorrect(credentials.secret, for: hashes)
    }
  }

  /// The vendor in a write, which another request may have changed since it was authenticated.
  ///
  /// - Throws: 401 if there is none with the identifier any more.
  func currentVendor(
    _ identifier: VendorIdentifier, _ writer: any StoreWriter
  ) throws -> StoredVendor {
    let found = try writer.vendor(identifierHash: AccountRules.hash(of: identifier))
    guard let vendor = found?.vendor else { throw ServiceRefusal.wrongCredentials }
    return vendor
  }

  /// The vendor with the request's identifier, for a removal, which has no secret (API 1.8).
  func vendor(of request: HTTPRequest, from client: ClientAddress) throws -> StoredVendor {
    try authenticate(request.identifier, from: client) { $0 != nil }
  }

  /// The vendor with this identifier if `isCorrect` accepts its hashes.
  ///
  /// The message and the work are the same for an unknown identifier and a wrong secret, and after
  /// too many of them (API 8.4).
  private func authenticate(
    _ identifier: VendorIdentifier, from client: ClientAddress,
    _ isCorrect: (CredentialHashes?) -> Bool
  ) throws -> StoredVendor {
    let hash = AccountRules.hash(of: identifier)
    let attempt = loginThrottle.attempt(hash, from: client)
    let now = clock()
    let wait = try loginThrottle.wait(attempt, at: now)
    let found = try store.read { try $0.vendor(identifierHash: hash) }
    let isAllowed = isCorrect(found?.hashes)
    let isKnown = try loginThrottle.isKnown(attempt, at: now)
    if !isAllowed { try loginThrottle.recordFailure(attempt, at: now) }
    if let wait, !(isAllowed && isKnown) {
      throw ServiceRefusal.tooOften("too many wrong secrets", wait: wait)
    }
    guard isAllowed, let vendor = found?.vendor else { throw ServiceRefusal.wrongCredentials }
    client.account.name = vendor.name
    try loginThrottle.recordSuccess(attempt, at: now)
    guard !vendor.isDisabled else { throw ServiceRefusal.accountDisabled }
    return vendor
  }

  /// Checks the bounds of an account that adds `count` listings, or only pictures, before they are
  /// decoded.
  ///
  /// - Throws: 429, 507.
  func requireRoom(for vendor: StoredVendor, listings count: Int = 1) throws {
    guard let limits = configuration.accountLimits else { return }
    let usage = try store.read { try $0.usage(ofVendor: vendor.id) }
    try limits.check(usage, listings: count, free: store.freeBytes())
    let wait = adds.add(of: vendor.id, at: clock().milliseconds, limit: limits.addsPerMinute)
    if let wait {
      throw ServiceRefusal.tooOften("the account adds too many listings", wait: wait)
    }
  }

  /// Runs a write and stores its key in one transaction, or returns the stored response.
  ///
  /// A refused write stores nothing. While the disk is nearly full, writes are refused (API 8.5),
  /// with two exceptions: a replay needs no space, and a removal (`needsFreeSpace` is false) frees
  /// some, and the few pages that it writes fit into the reserve.
  func writeOnce(
    _ keyed: KeyedRequest?, by vendor: StoredVendor, base: BaseURL, needsFreeSpace: Bool = true,
    _ body: (any StoreWriter) throws -> WriteResult
  ) throws -> HTTPResponse {
    try store.write(mayUseReserve: !needsFreeSpace) {
      try writeOnce(keyed, by: vendor, base: base, needsFreeSpace: needsFreeSpace, $0, body)
    }
  }

  private func writeOnce(
    _ keyed: KeyedRequest?, by vendor: StoredVendor, base: BaseURL, needsFreeSpace: Bool,
    _ writer: any StoreWriter, _ body: (any StoreWriter) throws -> WriteResult
  ) throws -> HTTPResponse {
    let now = clock()
    if let keyed,
      let replay = try ReplayedResponses.replay(keyed, writer, base: base, at: now)
    {
      return replay
    }
    if needsFreeSpace { try requireFreeSpace() }
    let result = try body(writer)
    let today = now.midnight
    if vendor.lastUsed != today { try writer.setLastUsed(today, ofVendor: vendor.id) }
    if let keyed { try ReplayedResponses.store(result, for: keyed, writer, at: now) }
    return result.response { formatted($0, base: base) }
  }

  /// The listing of a vendor.
  ///
  /// - Throws: 404 if there is no such listing, 403 if it belongs to another vendor.
  func product(_ id: Int, of vendor: StoredVendor, _ reader: any StoreReader) throws
    -> StoredProduct
  {
    guard let product = try reader.product(id) else { throw ServiceRefusal.noSuchListing }
    guard product.vendorID == vendor.id else { throw ServiceRefusal.notOwner }
    return product
  }

  /// Throws 507 if the store is nearly full (API 8.5).
  func requireFreeSpace() throws(ServiceRefusal) {
    guard store.hasSpace() else { throw .diskFull }
  }
}
