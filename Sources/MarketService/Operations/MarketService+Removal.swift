import Digest
import MarketWire

extension MarketService {
  /// Responds to `POST /api/products/{id}/archived`.
  ///
  /// The path of a listing never changes.
  func findRemovalPath(
    _ id: Int, _ request: HTTPRequest, base: BaseURL, from client: ClientAddress
  ) throws -> HTTPResponse {
    let operation = try FindRemovalPath(id: id, request: request)
    let vendor = try authenticate(operation.credentials, from: client)
    let keyed = try ReplayedResponses.keyed(
      request, .archived(id), vendor: vendor, hash: RequestHash.empty)
    func path(_ reader: any StoreReader) throws -> WriteResult {
      let product = try product(id, of: vendor, reader)
      return .removalPath(RemovalToken(id: id, uuid: product.removalID))
    }
    // Only a request with a key writes something: its response.
    guard keyed != nil else { return try store.read(path).response { formatted($0, base: base) } }
    return try writeOnce(keyed, by: vendor, base: base, needsFreeSpace: false, path)
  }

  /// Responds to `DELETE /api/products/{token}`.
  func remove(
    _ token: RemovalToken, _ request: HTTPRequest, base: BaseURL, from client: ClientAddress
  ) throws -> HTTPResponse {
    let vendor = try vendor(of: request, from: client)
    let keyed = try ReplayedResponses.keyed(
      request, .remove(token), vendor: vendor, hash: RequestHash.empty)
    return try writeOnce(keyed, by: vendor, base: base, needsFreeSpace: false) { writer in
      let product = try writer.product(token.id)
      guard let product, isToken(token, of: product) else { throw ServiceRefusal.noSuchListing }
      guard product.vendorID == vendor.id else { throw ServiceRefusal.notOwner }
      try writer.remove(product)
      return .detail(product)
    }
  }

  private func isToken(_ token: RemovalToken, of product: StoredProduct) -> Bool {
    Digest.constantTimeEqual(Array(token.uuid.utf8), Array(product.removalID.utf8))
  }
}
