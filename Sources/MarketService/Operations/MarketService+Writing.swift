import MarketStore
import MarketWire

/// The steps that all writes share.
extension MarketService {
  /// The vendor with these credentials.
  ///
  /// The message and the work are the same for an unknown identifier and a wrong secret.
  ///
  /// - Throws: 401, or 429 after too many wrong secrets.
  func authenticate(_ credentials: Credentials) throws -> StoredVendor {
    let hash = AccountRules.hash(of: credentials.identifier)
    try loginThrottle.check(hash, at: clock())
    let found = try store.read { try $0.vendor(identifierHash: hash) }
    let isCorrect = AccountRules.isCorrect(credentials.secret, for: found?.hashes)
    guard isCorrect, let vendor = found?.vendor, !vendor.isDisabled else {
      loginThrottle.recordFailure(hash, at: clock())
      throw ServiceRefusal.wrongCredentials
    }
    return vendor
  }

  /// The vendor with the request's identifier, for a removal, which has no secret (API 1.8).
  func vendor(of request: HTTPRequest) throws -> StoredVendor {
    let identifier = VendorIdentifier(request.headers[.identifier] ?? "")
    let hash = AccountRules.hash(of: identifier)
    guard let found = try store.read({ try $0.vendor(identifierHash: hash) }),
      !found.vendor.isDisabled
    else { throw ServiceRefusal.wrongCredentials }
    return found.vendor
  }

  /// Parses a request; a problem becomes a refusal with 400.
  func parse<T>(_ body: () throws(RequestError) -> T) throws(ServiceRefusal) -> T {
    do throws(RequestError) { return try body() } catch { throw ServiceRefusal(error) }
  }

  /// Runs a write and stores its key in one transaction, or returns the stored response.
  ///
  /// A refused write stores nothing. While the disk is nearly full, writes are refused (API 8.5),
  /// with two exceptions: a replay needs no space, and a removal (`needsFreeSpace` is false) frees
  /// some, and the few pages that it writes fit into the reserve.
  func writeOnce(
    _ keyed: KeyedRequest?, base: BaseURL, needsFreeSpace: Bool = true,
    _ body: (StoreWriter) throws -> WriteResult
  ) throws -> HTTPResponse {
    try store.write { writer in
      let now = clock()
      if let keyed,
        let replay = try ReplayedResponses.replay(keyed, writer, base: base, at: now)
      {
        return replay
      }
      if needsFreeSpace { try requireFreeSpace() }
      let result = try body(writer)
      if let keyed { try ReplayedResponses.store(result, for: keyed, writer, at: now) }
      return result.response { formatted($0, base: base) }
    }
  }

  /// The listing of a vendor.
  ///
  /// - Throws: 404 if there is no such listing, 403 if it belongs to another vendor.
  func product(_ id: Int, of vendor: StoredVendor, _ reader: StoreReader) throws -> StoredProduct {
    guard let product = try reader.product(id) else { throw ServiceRefusal.noSuchListing }
    guard product.vendorID == vendor.id else { throw ServiceRefusal.notOwner }
    return product
  }

  /// Throws 507 if the device is nearly full (API 8.5).
  func requireFreeSpace() throws(ServiceRefusal) {
    guard let free = configuration.freeBytes(folder) else { return }
    guard free >= configuration.minimumFreeBytes else { throw .diskFull }
  }
}
