/// The two halves of a removal: `POST …/archived`, then `DELETE /api/products/<token>`.
import Digest
import MarketStore
import MarketWire
import Synchronization

extension MarketService {
  /// The path is the same each time while the listing lives.
  func findRemovalPath(
    _ id: Int, _ request: HTTPRequest, base: BaseURL
  ) throws -> HTTPResponse {
    let asked = try reading { () throws(RequestError) in
      try FindRemovalPath(id: id, request: request)
    }
    let vendor = try authenticate(asked.credentials)
    let keyed = try ReplayedResponses.keyed(
      request, .archived(id), vendor: vendor, hash: RequestHash.ofNothing)
    func path(_ reader: StoreReader) throws -> Answer {
      let product = try own(id, of: vendor, reader)
      return .removalPath(RemovalToken(id: id, uuid: product.removalID))
    }
    // It changes nothing, so without a key to keep it needs no write.
    guard keyed != nil else { return try store.read(path).response { shown($0, base: base) } }
    return try writeOnce(keyed, base: base, needsRoom: false, path)
  }

  /// The files are deleted after the row is gone for good; a crash in between is made up for when
  /// the market is opened next.
  func remove(_ token: RemovalToken, _ request: HTTPRequest, base: BaseURL) throws -> HTTPResponse {
    let vendor = try vendor(of: request)
    let keyed = try ReplayedResponses.keyed(
      request, .remove(token), vendor: vendor, hash: RequestHash.ofNothing)
    let forgotten = deleted.withLock { deleted in
      defer { deleted = [] }
      return deleted
    }
    var isForgotten = false
    // A refusal and a replay take nothing off the store's list, so it is for the next removal.
    defer { if !isForgotten { deleted.withLock { $0 += forgotten } } }
    var doomed: [String] = []
    let response = try writeOnce(keyed, base: base, needsRoom: false) { writer in
      let product = try writer.product(token.id)
      guard let product, isToken(token, of: product) else { throw ServiceRefusal.noSuchListing }
      guard product.vendorID == vendor.id else { throw ServiceRefusal.notOwner }
      try writer.forget(filesPendingDeletion: forgotten)
      doomed = try writer.remove(product)
      return .detail(product)
    }
    isForgotten = response.headers[.idempotencyStatus] == nil
    shelf.delete(doomed)
    deleted.withLock { $0 += doomed }
    return response
  }

  private func isToken(_ token: RemovalToken, of product: StoredProduct) -> Bool {
    Digest.constantTimeEqual(Array(token.uuid.utf8), Array(product.removalID.utf8))
  }
}
