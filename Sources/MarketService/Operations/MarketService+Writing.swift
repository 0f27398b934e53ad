/// What all writes have in common: who asks, whether it was done before, whether there is room.
import MarketStore
import MarketWire

extension MarketService {
  /// The vendor whose identifier and secret these are; a failure takes the same words and work
  /// whichever of them is wrong.
  func authenticate(_ credentials: Credentials) throws -> StoredVendor {
    let hash = AccountRules.hash(of: credentials.identifier)
    try gate.check(hash, at: clock())
    let found = try store.read { try $0.vendor(identifierHash: hash) }
    let isRight = AccountRules.isProof(credentials.secret, of: found?.proof)
    guard isRight, let vendor = found?.vendor, !vendor.isDisabled else {
      gate.recordFailure(hash, at: clock())
      throw ServiceRefusal.wrongCredentials
    }
    return vendor
  }

  /// The vendor of an identifier, for the removal, which asks for no secret (API 1.8).
  func vendor(of request: HTTPRequest) throws -> StoredVendor {
    let identifier = VendorIdentifier(request.headers[.identifier] ?? "")
    let hash = AccountRules.hash(of: identifier)
    guard let found = try store.read({ try $0.vendor(identifierHash: hash) }),
      !found.vendor.isDisabled
    else { throw ServiceRefusal.wrongCredentials }
    return found.vendor
  }

  /// Reads a request's body, or fails with what is wrong with it.
  func reading<T>(_ read: () throws(RequestError) -> T) throws(ServiceRefusal) -> T {
    do throws(RequestError) { return try read() } catch { throw ServiceRefusal(error) }
  }

  /// Does a write in one transaction with the keeping of its key, or gives the answer that was
  /// given before. A refusal keeps nothing.
  ///
  /// The API's rule that a nearly full disk takes no writes (API 8) has two exceptions: what was
  /// done already is told again, since it takes no room; and a removal is taken (`needsRoom` is
  /// false), since it frees room and the few pages that it writes are what the reserve is for.
  func writeOnce(
    _ keyed: KeyedRequest?, base: BaseURL, needsRoom: Bool = true,
    _ body: (StoreWriter) throws -> Answer
  ) throws -> HTTPResponse {
    try store.write { writer in
      let now = clock()
      if let keyed,
        let replay = try ReplayedResponses.replay(keyed, writer, base: base, at: now)
      {
        return replay
      }
      if needsRoom { try requireFreeSpace() }
      let answer = try body(writer)
      if let keyed { try ReplayedResponses.keep(answer, for: keyed, writer, at: now) }
      return answer.response { shown($0, base: base) }
    }
  }

  /// The listing, if it is there and the vendor's.
  func own(_ id: Int, of vendor: StoredVendor, _ reader: StoreReader) throws -> StoredProduct {
    guard let product = try reader.product(id) else { throw ServiceRefusal.noSuchListing }
    guard product.vendorID == vendor.id else { throw ServiceRefusal.notOwner }
    return product
  }

  /// Fails with 507 where the device is nearly full (API 8).
  func requireFreeSpace() throws(ServiceRefusal) {
    guard let free = configuration.freeBytes(folder) else { return }
    guard free >= configuration.minimumFreeBytes else { throw .diskFull }
  }
}
